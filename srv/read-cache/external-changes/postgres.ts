import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'
import type { Sources } from '../model-tables.ts'
import type { TableVersions } from '../table-versions.ts'
import type { Judgement } from './postgres-structure.ts'
import type { ExternalChanges, PostgresConnection } from './external-changes.ts'
import { PostgresWatch } from './postgres-watch.ts'

export interface ListenOptions {
  readonly connect: () => Promise<PostgresConnection>
  readonly schema: string | undefined
  readonly sources: Sources
  readonly lagMs: number
}

/** Between attempts to listen again: the first, and the longest. */
const RETRY_MS = { first: 100, most: 5_000 } as const

/**
 * Listens, on a connection of its own, to what is committed, whoever does it. A silent line may be a dead one, so it is
 * not believed before it answers. While nobody listens nothing is current, and what was kept before is lost.
 */
export const listen = ({ connect, ...options }: ListenOptions, versions: TableVersions): ExternalChanges => {
  const log = cds.log('cache')
  let connection: PostgresConnection | undefined
  let watch: PostgresWatch | undefined
  let isClosed = false
  const onJudgement = reportChanges()

  /** Resolves when the connection has ended. */
  const stayConnected = async (onOpen: () => void): Promise<void> => {
    const opened = await connect()
    const ended = new Promise<void>((resolve) => opened.on('end', resolve))
    opened.on('error', () => undefined)
    connection = opened
    const watching = await PostgresWatch.on(opened, versions, { ...options, onJudgement }).catch(
      async (error: unknown) => {
        await opened.end().catch(() => undefined)
        throw error
      },
    )
    if (isClosed) return opened.end()
    // What was committed before is not known here.
    versions.changeAll()
    watch = watching
    onOpen()
    await ended
    watch = undefined
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

  return {
    isCurrent: () => watch?.isCurrent() ?? false,
    commit: (_connection, run) => ({ result: run(), hasEffects: watch?.hasEffects ?? true }),
    close: () => {
      isClosed = true
      void connection?.end().catch(() => undefined)
    },
  }
}

/** @returns what says once that changes are not told of, and why. */
const reportChanges = (): ((judgement: Judgement) => void) => {
  const log = cds.log('cache')
  let said = ''
  return ({ trust, reasons }) => {
    const [first = '', ...more] = reasons
    const why = more.length === 0 ? first : `${first}, and ${more.length} more reasons like this`
    if (why === said) return
    said = why
    if (trust === 'told') log.info('answers are kept until the database tells of a change')
    else if (trust === 'any')
      log.warn(
        `answers are kept only until anything is committed: ${why}. A deployment makes the triggers that are missing`,
      )
    else log.warn(`answers are not kept: ${why}`)
  }
}
