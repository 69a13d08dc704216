import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'
import type { TableVersions } from '../table-versions.ts'
import type { Outside } from './outside.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { CHANNEL, findEffects, installTriggers } from './postgres-triggers.ts'

export interface ListenOptions {
  readonly connect: () => Promise<PostgresConnection>
  readonly schema: string | undefined
  readonly tables: readonly string[]
  /** How late a change may be noticed. */
  readonly lagMs: number
}

/** Between attempts to listen again: the first, and the longest. */
const RETRY_MS = { first: 100, most: 5_000 } as const
/** A connection that does not answer for so long is given up. */
const SILENCE_MS = 2_000

/**
 * Listens, on a connection of its own, to what triggers of the database tell of every committed change, whoever makes it.
 * A silent line may be a dead one: what has not been heard from within the lag is asked, and not believed before it
 * answers. While nobody listens nothing is current, and what was kept before is lost.
 */
export const listen = (options: ListenOptions, versions: TableVersions): Outside => {
  const { lagMs } = options
  const log = cds.log('cache')
  let connection: PostgresConnection | undefined
  let isClosed = false
  let hasEffects = true
  let question: Question | undefined
  /** When the last question was sent that has been answered. All that was committed by then has been heard of. */
  let heardMs = -Infinity

  /** Resolves when the connection has ended. */
  const stayConnected = async (onOpen: () => void): Promise<void> => {
    const opened = await options.connect()
    const ended = new Promise<void>((resolve) => {
      opened.on('end', resolve)
    })
    opened.on('error', () => undefined)
    opened.on('notification', ({ payload = '' }) => {
      versions.change([payload])
    })
    try {
      hasEffects = await prepare(opened, options)
    } catch (error) {
      await opened.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return opened.end()
    // What was committed before is not known here.
    versions.changeAll()
    connection = opened
    heardMs = -Infinity
    onOpen()
    await ended
    connection = undefined
    versions.changeAll()
  }

  const keepConnected = async (): Promise<void> => {
    let wasLost = false
    let retryMs: number = RETRY_MS.first
    const onOpen = (): void => {
      if (wasLost) log.info('listening for changes again')
      retryMs = RETRY_MS.first
    }
    for (;;) {
      const reason = await stayConnected(onOpen).then(
        () => 'the connection is lost',
        (error: unknown) => (error instanceof Error ? error.message : error),
      )
      if (isClosed) return
      if (!wasLost || retryMs === RETRY_MS.first)
        log.warn('reads are not cached, changes cannot be listened for:', reason)
      wasLost = true
      await setTimeout(retryMs, undefined, { ref: false })
      retryMs = Math.min(2 * retryMs, RETRY_MS.most)
    }
  }
  void keepConnected()

  const ask = (asked: PostgresConnection): Question => {
    const sentMs = performance.now()
    const silence = setTimeout(SILENCE_MS, false, { ref: false })
    const answer = asked.query('SELECT 1').then(
      () => true,
      () => false,
    )
    const isAnswered = Promise.race([answer, silence]).then((isHeard) => {
      question = undefined
      if (!isHeard) void asked.end().catch(() => undefined)
      else if (connection === asked) heardMs = sentMs
    })
    return { sentMs, isAnswered }
  }

  const hasHeard = (): boolean => connection !== undefined && performance.now() - heardMs <= lagMs

  return {
    isCurrent: () => {
      if (!connection) return false
      const nowMs = performance.now()
      if (nowMs - heardMs > lagMs / 4) question ??= ask(connection)
      if (nowMs - heardMs <= lagMs) return true
      if (!question || nowMs - question.sentMs > lagMs) return false
      return Promise.race([question.isAnswered, setTimeout(lagMs, undefined, { ref: false })]).then(hasHeard)
    },
    commit: (_connection, run) => ({ result: run(), hasEffects }),
    close: () => {
      isClosed = true
      void connection?.end().catch(() => undefined)
    },
  }
}

interface Question {
  readonly sentMs: number
  readonly isAnswered: Promise<void>
}

/** @returns whether changes cause others, of which is told here later than of those that caused them. */
const prepare = async (connection: PostgresConnection, { schema, tables }: ListenOptions): Promise<boolean> => {
  if (schema !== undefined) await connection.query(`SET search_path TO "${schema.replaceAll('"', '""')}"`)
  await connection.query(`SET application_name TO 'saga cache'`)
  await installTriggers(connection, tables)
  await connection.query(`LISTEN ${CHANNEL}`)
  return findEffects(connection, tables)
}
