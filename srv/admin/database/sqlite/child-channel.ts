import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AdminError } from '../../errors.ts'
import { sqliteError } from './errors.ts'
import type { Answer, Ask, Channel, Failure, RequestType } from './protocol.ts'

type Reply = { readonly answer: Answer<RequestType> } | { readonly failure: Failure }
interface Pending {
  resolve(answer: Answer<RequestType>): void
  reject(error: AdminError): void
}

/**
 * A connection in a process of its own. A thread would do for keeping the event loop free, but nothing stops a SQLite
 * statement that runs in a thread: node:sqlite has no interrupt, and `terminate` waits for the statement to end.
 */
export class ChildChannel implements Channel {
  readonly #child: ChildProcess
  /** Settled when the process has ended. */
  readonly ended: Promise<unknown>
  /** The child answers in order. */
  readonly #pending: Pending[] = []
  #isOpen = true

  /** @param onEnd told when the process ended for whatever reason. */
  constructor(onEnd: () => void) {
    this.#child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (reply: Reply) => {
      this.#receive(reply)
    })
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

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isBusy(): boolean {
    return this.#pending.length > 0
  }

  request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    if (!this.#isOpen) return Promise.reject(lost())
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
    if (this.#pending.length === 0) this.#child.channel?.unref()
    if ('failure' in reply) pending?.reject(sqliteError(reply.failure))
    else pending?.resolve(reply.answer)
  }
}

const lost = (): AdminError => new AdminError('DATABASE_UNAVAILABLE', 'The database process ended')
