import { AdminError, type ErrorCode, ERRORS } from '../core/errors.ts'
import type { JsonObject, Progress } from '../operations/operation.ts'

export type JobStatus = 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Who asks: what jobs need to know of a user. */
export interface Principal {
  readonly id: string
  is(role: string): boolean
}

/** A job as it is told, in whichever process it runs. */
export interface JobRecord {
  readonly id: string
  readonly operation: string
  /** What it works on, as it was asked for; null where it names nothing. */
  readonly object: string | null
  readonly owner: string
  readonly isBackground: boolean
  readonly status: JobStatus
  readonly phase: string
  /** Null when it is not known. */
  readonly rowsDone: number | null
  readonly rowsTotal: number | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** It has written a file, which can be fetched. */
  readonly hasFile: boolean
  /** Parts of the answer that are known before it is; null is left out. */
  readonly found: readonly JsonObject[] | null
  /** Null is left out. */
  readonly result: JsonObject | null
  readonly error: { readonly code: ErrorCode; readonly details: string } | null
}

/** What clients see of a job. */
export const describeJob = (job: JobRecord): JsonObject => ({
  operationId: job.id,
  operation: job.operation,
  object: job.object,
  owner: job.owner,
  background: job.isBackground,
  status: job.status,
  phase: job.phase,
  rowsDone: job.rowsDone,
  rowsTotal: job.rowsTotal,
  startedAt: job.startedAt.toISOString(),
  endedAt: job.endedAt?.toISOString() ?? null,
  hasFile: job.hasFile,
  ...(job.found && { found: job.found }),
  ...(job.result && { result: job.result }),
  ...(job.error && {
    error: { code: job.error.code, error: ERRORS[job.error.code][1], details: job.error.details },
  }),
})

export interface JobOptions {
  readonly id: string
  readonly operation: string
  /** What it works on, as it was asked for; null where it names nothing. */
  readonly object: string | null
  readonly owner: string
  /** Runs on after its request was answered; only then its result is kept. */
  readonly isBackground: boolean
}

/**
 * One piece of heavy work: how far it is, how it ended, and the means to end it. It is `running` until the work has
 * really stopped, also after it was cancelled.
 */
export class Job {
  readonly id: string
  readonly operation: string
  readonly object: string | null
  readonly owner: string
  readonly isBackground: boolean
  readonly startedAt = new Date()
  readonly #startedMs = performance.now()
  readonly #controller = new AbortController()
  #status: JobStatus = 'running'
  #progress: Progress = { phase: 'starting', rowsDone: null, rowsTotal: null }
  #endedMs: number | null = null
  #result: JsonObject | null = null
  #error: AdminError | null = null
  #found: JsonObject[] = []

  constructor(options: JobOptions) {
    this.id = options.id
    this.operation = options.operation
    this.object = options.object
    this.owner = options.owner
    this.isBackground = options.isBackground
  }

  /** Aborted with an `AdminError` when the job was cancelled. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isRunning(): boolean {
    return this.#status === 'running'
  }

  /** When it ended, by `performance.now()`. */
  get endedMs(): number | null {
    return this.#endedMs
  }

  /** As long after its start as it took, however the clock was set meanwhile. */
  get endedAt(): Date | null {
    return this.#endedMs === null ? null : new Date(this.startedAt.getTime() + this.elapsedMs)
  }

  /** How long it has been running, or has run. */
  get elapsedMs(): number {
    return Math.round((this.#endedMs ?? performance.now()) - this.#startedMs)
  }

  get status(): JobStatus {
    return this.#status
  }

  get error(): AdminError | null {
    return this.#error
  }

  /** How far it is. */
  get state(): Progress {
    return this.#progress
  }

  progress(state: Progress): void {
    if (this.isRunning && !this.signal.aborted) this.#progress = { ...state }
  }

  /** A part of the answer is known. It is kept until all of it is. */
  addFound(part: JsonObject): void {
    if (this.isRunning) this.#found.push(part)
  }

  /** Asks the work to stop; without effect when it has ended, or was asked before. */
  cancel(reason = new AdminError('OPERATION_CANCELLED', 'The operation was cancelled on request')): void {
    if (!this.isRunning) return
    this.#progress = { ...this.#progress, phase: 'cancelling' }
    this.#controller.abort(reason)
  }

  /** Now all is done, so that what is known of one is known of the other, too. */
  succeed(result: JsonObject | null): void {
    const { rowsDone, rowsTotal } = this.#progress
    const rows = rowsTotal ?? rowsDone
    this.#progress = { ...this.#progress, rowsDone: rows, rowsTotal: rows }
    this.#end('succeeded')
    this.#result = result
  }

  fail(error: AdminError): void {
    this.#end(error.code === 'OPERATION_CANCELLED' ? 'cancelled' : 'failed')
    this.#error = error
  }

  #end(status: JobStatus): void {
    this.#status = status
    this.#found = []
    this.#endedMs = performance.now()
    this.#progress = { ...this.#progress, phase: 'ended' }
  }

  /** What clients see. @param withResult false in listings. @param known parts that they have already; absent for no parts. */
  describe(withResult: boolean, known?: number): JsonObject {
    return describeJob({
      found: known === undefined ? null : this.#found.slice(known),
      id: this.id,
      operation: this.operation,
      object: this.object,
      owner: this.owner,
      isBackground: this.isBackground,
      status: this.#status,
      ...this.#progress,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      hasFile: typeof this.#result?.['file'] === 'object',
      result: withResult ? this.#result : null,
      error: this.#error,
    })
  }
}
