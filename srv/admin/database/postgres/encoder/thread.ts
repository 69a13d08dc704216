import { Worker } from 'node:worker_threads'
import type { ReadPlan } from '../../../core/transfer/row-reader.ts'
import { workerUrl } from '../../../core/worker-url.ts'
import { AdminError, type ErrorCode } from '../../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../../deadline.ts'
import type { EncodedRows } from './encoder.ts'

export type Reply =
  | { readonly rows: EncodedRows }
  | { readonly failure: { readonly code: ErrorCode; readonly details: string; readonly message: string } }

/** Parts of a file that are on their way through the thread at a time. */
const AHEAD = 3

/** An `Encoder` in a thread of its own, so that no file keeps the event loop busy. */
export class EncoderThread {
  readonly #worker: Worker
  readonly #deadline: Deadline
  readonly #parts: Promise<EncodedRows>[] = []
  readonly #waiting: { resolve(rows: EncodedRows): void; reject(error: Error): void }[] = []

  constructor(plan: ReadPlan, deadline: Deadline) {
    this.#deadline = deadline
    this.#worker = new Worker(workerUrl(import.meta.url), {
      workerData: plan,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    this.#worker.on('message', (reply: Reply) => {
      const turn = this.#waiting.shift()
      if ('rows' in reply) turn?.resolve(reply.rows)
      else turn?.reject(failureError(reply.failure))
    })
    const end = (cause?: unknown): void => {
      for (const turn of this.#waiting.splice(0))
        turn.reject(new AdminError('INTERNAL_ERROR', 'The thread that reads the file ended', { cause }))
    }
    this.#worker.once('error', end)
    this.#worker.once('exit', () => end())
  }

  /** Takes a part of the file. @returns what is ready by now. */
  async *push(bytes: Uint8Array): AsyncGenerator<EncodedRows> {
    this.#parts.push(this.#ask(bytes))
    if (this.#parts.length >= AHEAD) yield await (this.#parts.shift() as Promise<EncodedRows>)
  }

  /** Ends the file. @returns the rest. */
  async *finish(): AsyncGenerator<EncodedRows> {
    this.#parts.push(this.#ask(null))
    for (const part of this.#parts) yield await part
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(bytes: Uint8Array | null): Promise<EncodedRows> {
    const reply = new Promise<EncodedRows>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(bytes)
    })
    const bounded = beforeDeadline(reply, this.#deadline)
    bounded.catch(() => undefined) // a part before this one may have failed
    return bounded
  }
}

const failureError = ({ code, details, message }: Extract<Reply, { failure: unknown }>['failure']): AdminError =>
  new AdminError(code, details, code === 'INTERNAL_ERROR' ? { cause: new Error(message) } : {})
