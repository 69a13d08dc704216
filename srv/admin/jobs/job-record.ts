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

/** Of many tables so many are named, and of long names so many characters told. */
const [NAMED, LONGEST] = [3, 300]

/**
 * What an operation works on, in the words in which it was asked for: tables, a schema, a file.
 *
 * @param input of the operation, as its schema allows it.
 * @returns null where it names nothing, as a statement does.
 */
export const objectOf = (input: Readonly<Record<string, unknown>>): string | null => {
  const object = namesIn(input)
  // What no text of a database can have may stand in names that nobody has looked at yet.
  return object?.slice(0, LONGEST).toWellFormed().replaceAll('\0', '\ufffd') ?? null
}

const namesIn = (input: Readonly<Record<string, unknown>>): string | undefined => {
  const text = (name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined)
  const place = (schema: string, table: string): string | undefined =>
    [text(schema), text(table)].filter((part) => part !== undefined).join('.') || undefined
  const pairs = [
    [place('schema1', 'table1'), place('schema2', 'table2')],
    [place('sourceSchema', 'sourceTable'), place('targetSchema', 'targetTable')],
    [text('schema1'), text('schema2')],
    [text('source'), text('target')],
  ]
  for (const [from, to] of pairs) if (from !== undefined && to !== undefined) return `${from} → ${to}`
  const names = listed(input['tables']) ?? listed(input['files'])
  const object = names
    ? [text('schema'), names].filter((part) => part !== undefined).join(': ')
    : place('schema', 'table')
  return object ?? text('file')
}

/** Names as a list, a text with commas or as the tables of files. */
const listed = (value: unknown): string | undefined => {
  const items: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const names = items.map((item) => (typeof item === 'object' ? (item as { table?: unknown }).table : item))
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? `, … (${String(names.length)})` : ''
  return `${names.slice(0, NAMED).map(String).join(', ')}${more}`
}
