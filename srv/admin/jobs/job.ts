import { AdminError, ERRORS } from '../errors.ts'
import type { JsonObject } from '../operations/operation.ts'

export type JobStatus = 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Who asks: what jobs need to know of a user. */
export interface Principal {
  readonly id: string
  is(role: string): boolean
}

export interface JobOptions {
  readonly id: string
  readonly operation: string
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
  readonly owner: string
  readonly isBackground: boolean
  readonly startedAt = new Date()
  readonly #controller = new AbortController()
  #status: JobStatus = 'running'
  #progress: { phase: string; rowsDone: number; rowsTotal: number | null } = {
    phase: 'starting',
    rowsDone: 0,
    rowsTotal: null,
  }
  #endedAt: Date | null = null
  #result: JsonObject | null = null
  #error: AdminError | null = null

  constructor(options: JobOptions) {
    this.id = options.id
    this.operation = options.operation
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

  get endedAt(): Date | null {
    return this.#endedAt
  }

  get result(): JsonObject | null {
    return this.#result
  }

  progress(state: { phase: string; rowsDone: number; rowsTotal: number | null }): void {
    if (this.isRunning && !this.signal.aborted) this.#progress = { ...state }
  }

  /** Asks the work to stop; without effect when it has ended. */
  cancel(): void {
    if (!this.isRunning) return
    this.#progress = { ...this.#progress, phase: 'cancelling' }
    this.#controller.abort(new AdminError('OPERATION_CANCELLED', 'The operation was cancelled on request'))
  }

  succeed(result: JsonObject | null): void {
    this.#end('succeeded')
    this.#result = result
  }

  fail(error: AdminError): void {
    this.#end(error.code === 'OPERATION_CANCELLED' ? 'cancelled' : 'failed')
    this.#error = error
  }

  #end(status: JobStatus): void {
    this.#status = status
    this.#endedAt = new Date()
    this.#progress = { ...this.#progress, phase: 'ended' }
  }

  /** What clients see. @param withResult false in listings. */
  describe(withResult: boolean): JsonObject {
    return {
      operationId: this.id,
      operation: this.operation,
      owner: this.owner,
      background: this.isBackground,
      status: this.#status,
      ...this.#progress,
      startedAt: this.startedAt.toISOString(),
      endedAt: this.#endedAt?.toISOString() ?? null,
      ...(withResult && this.#result && { result: this.#result }),
      ...(this.#error && {
        error: { code: this.#error.code, error: ERRORS[this.#error.code][1], details: this.#error.details },
      }),
    }
  }
}
