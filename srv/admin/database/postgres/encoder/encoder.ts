import { Worker } from 'node:worker_threads'
import { type ReadPlan, type RowProblem, RowReader } from '../../../core/transfer/row-reader.ts'
import { encodeRow } from '../copy.ts'
import { workerUrl } from '../../../core/worker-url.ts'
import { AdminError, type ErrorCode } from '../../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../../deadline.ts'

/** Rows as `COPY` reads them. */
export interface EncodedRows {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each row ends in `bytes`, and the line of the file that it starts in. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly lines: Uint32Array<ArrayBuffer>
  readonly problems: readonly RowProblem[]
}

const FIRST_BYTES = 131_072

/** Turns a file into what `COPY` reads. */
export class Encoder {
  readonly #reader: RowReader
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #used = 0
  #ends: number[] = []
  #lines: number[] = []
  #problems: RowProblem[] = []

  constructor(plan: ReadPlan) {
    this.#reader = new RowReader(plan, {
      row: (values, line) => {
        this.#write(encodeRow(values))
        this.#ends.push(this.#used)
        this.#lines.push(line)
      },
      problem: (problem) => {
        this.#problems.push(problem)
      },
    })
  }

  push(bytes: Uint8Array): EncodedRows {
    this.#reader.push(bytes)
    return this.#take()
  }

  end(): EncodedRows {
    this.#reader.end()
    return this.#take()
  }

  #write(row: string): void {
    const most = 3 * row.length
    if (this.#used + most > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + most)
      this.#bytes.copy(grown, 0, 0, this.#used)
      this.#bytes = grown
    }
    this.#used += this.#bytes.write(row, this.#used)
  }

  #take(): EncodedRows {
    const taken = {
      bytes: new Uint8Array(this.#bytes.buffer, 0, this.#used),
      ends: Uint32Array.from(this.#ends),
      lines: Uint32Array.from(this.#lines),
      problems: this.#problems,
    }
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
    this.#used = 0
    this.#ends = []
    this.#lines = []
    this.#problems = []
    return taken
  }
}

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
