import { AdminError, type ErrorCode, ERRORS } from '../core/errors.ts'
import type { JsonObject } from '../operations/operation.ts'

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

export const isVisible = ({ owner }: Pick<JobRecord, 'owner'>, user: Principal): boolean =>
  owner === user.id || user.is('admin')

export const unknownJob = (): AdminError =>
  new AdminError('OPERATION_NOT_FOUND', 'No operation of this id is known; ended ones are kept for an hour')

const RETRY_AFTER_SECONDS = 5

/** @throws AdminError `TOO_MANY_OPERATIONS`. @param running jobs of the caller, and all. */
export const checkRoom = (
  running: { readonly own: number; readonly all: number },
  { perCaller, total }: { readonly perCaller: number; readonly total: number },
): void => {
  if (running.own >= perCaller) throw tooMany(`You run ${running.own} operations, of at most ${perCaller}`)
  if (running.all >= total) throw tooMany(`${running.all} operations run, of at most ${total}`)
}

const tooMany = (details: string): AdminError =>
  new AdminError('TOO_MANY_OPERATIONS', details, { retryAfterSeconds: RETRY_AFTER_SECONDS })
