import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { workerUrl } from '../../core/worker-url.ts'
import { AdminError } from '../../core/errors.ts'
import type { TextChunk } from '../session.ts'
import { sqliteError } from './errors.ts'
import type { Answer, Ask, Channel, Failure, RequestType } from './protocol.ts'
import { TextPipe } from './text.ts'
import { openPools } from '../resource-pool.ts'

const WORKER = workerUrl(import.meta.url)
/** Where sources run as they are, the project is around them. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/cds-dba', import.meta.url))

/**
 * The environment of a process that runs a module. What Node makes of TypeScript is kept: to make it takes every process
 * over 20 MiB, and most of the time of its start.
 */
export const keepingCode = (
  module: URL,
  // eslint-disable-next-line no-restricted-properties -- a process has that of its parent
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv => (module.pathname.endsWith('.ts') ? { NODE_COMPILE_CACHE: FOLDER, ...environment } : environment)

/** Connections in processes of their own, at most so many at a time; those for short reads are as urgent as requests. */
export const childPools = <Name extends string>(sizes: Readonly<Record<Name, number>>, idleMs?: number) => {
  const channels = new Set<ChildChannel>()
  const pools = openPools(
    sizes,
    {
      create: (onEnd, isShort) => {
        const channel: ChildChannel = new ChildChannel(() => {
          channels.delete(channel)
          onEnd(channel)
        }, isShort)
        channels.add(channel)
        return Promise.resolve(channel)
      },
      destroy: (channel: ChildChannel) => channel.destroy(),
    },
    idleMs,
  )
  return {
    ...pools,
    /** Resolves when all processes have ended, and with them their connections. */
    close: async (): Promise<void> => {
      await pools.close()
      await Promise.all([...channels].map(({ ended }) => ended))
    },
  }
}

type Reply = { readonly answer: Answer<RequestType> } | { readonly failure: Failure } | TextReply

/** A chunk of text, whose bytes come by the pipe. */
interface TextReply extends Omit<TextChunk, 'text'> {
  readonly textLength: number
}
interface Pending {
  resolve(answer: Answer<RequestType>): void
  reject(error: AdminError): void
}

/**
 * A connection in a process of its own. A thread would do for keeping the event loop free, but nothing stops a SQLite
 * statement that runs in a thread: node:sqlite has no interrupt, and `terminate` waits for the statement to end.
 */
export class ChildChannel implements Channel {
  readonly isCopying = true
  readonly #child: ChildProcess
  /** Listened to as soon as a text is asked for. */
  #texts: TextPipe | undefined
  /** Settled when the process has ended. */
  readonly ended: Promise<unknown>
  /** The child answers in order. */
  readonly #pending: Pending[] = []
  /** Texts that are being received. */
  #incomplete = 0
  #isOpen = true

  /**
   * @param onEnd told when the process ended for whatever reason.
   * @param isUrgent whether its reads are as urgent as requests are.
   */
  constructor(onEnd: () => void, isUrgent = false) {
    this.#child = fork(fileURLToPath(WORKER), isUrgent ? ['urgent'] : [], {
      // Rows are garbage soon: a larger young generation would be memory without a gain in speed.
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'],
      env: keepingCode(WORKER),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    })
    this.#pipe.on('error', () => undefined) // it closes then
    this.#pipe.unref()
    this.#child.on('message', (reply: Reply) => this.#receive(reply))
    const ended = Promise.withResolvers<undefined>()
    this.ended = ended.promise
    const end = (): void => {
      this.#isOpen = false
      ended.resolve(undefined)
      for (const { reject } of this.#pending.splice(0)) reject(lost())
      process.off('exit', this.destroy)
      onEnd()
    }
    this.#child.once('error', end)
    this.#child.once('exit', end)
    this.#child.unref()
    this.#child.channel?.unref()
    process.on('exit', this.destroy)
  }

  get #pipe(): Socket {
    return this.#child.stdio[4] as Socket
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isBusy(): boolean {
    return this.#pending.length + this.#incomplete > 0
  }

  request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    if (!this.#isOpen) return Promise.reject(lost())
    if (type === 'openText') this.#texts ??= new TextPipe(this.#pipe)
    return new Promise<Answer<RequestType>>((resolve, reject) => {
      this.#pending.push({ resolve, reject })
      this.#child.channel?.ref() // a process that waits for an answer stays
      this.#child.send({ type, ask }, (error) => {
        if (error) this.destroy()
      })
    })
  }

  readonly destroy = (): void => {
    this.#isOpen = false
    this.#child.kill('SIGKILL')
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.shift()
    if ('textLength' in reply) this.#receiveText(reply, pending)
    else if ('failure' in reply) pending?.reject(sqliteError(reply.failure))
    else pending?.resolve(reply.answer)
    this.#rest()
  }

  #receiveText({ textLength, ...rest }: TextReply, pending: Pending | undefined): void {
    this.#incomplete++
    const settle = (act: () => void): void => {
      this.#incomplete--
      this.#rest()
      act()
    }
    this.#texts?.take(textLength).then(
      (text) => settle(() => pending?.resolve({ text, ...rest })),
      () => settle(() => pending?.reject(lost())),
    )
  }

  /** A process that waits for nothing may end. */
  #rest(): void {
    if (!this.isBusy) this.#child.channel?.unref()
  }
}

const lost = (): AdminError => new AdminError('DATABASE_UNAVAILABLE', 'The database process ended')
