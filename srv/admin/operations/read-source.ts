import type { Source } from '../dialects/monitoring.ts'
import { AdminError } from '../core/errors.ts'
import type { OperationContext } from './operation.ts'

/** How reading a view of the engine went. */
export interface SourceStatus {
  readonly name: string
  readonly status: 'ok' | 'denied' | 'missing' | 'error'
  readonly reason?: string
}

export interface SourceResult<Item> {
  readonly source: SourceStatus
  readonly items: readonly Item[]
}

/** Errors that are about the work as a whole, not about one view or key. */
const FATAL = ['OPERATION_TIMEOUT', 'OPERATION_CANCELLED', 'DATABASE_UNAVAILABLE', 'INTERNAL_ERROR']
const MISSING = ['TABLE_NOT_FOUND', 'SCHEMA_NOT_FOUND', 'COLUMN_NOT_FOUND']

/** @returns the error of one view or key; throws one that is about the work as a whole. */
export const ownError = (error: unknown): AdminError => {
  if (!(error instanceof AdminError) || FATAL.includes(error.code)) throw error
  return error
}

/** @returns what a check or source makes of an error; rethrows what is not its own. */
export const problemOf = (error: unknown): { status: 'denied' | 'missing' | 'error'; reason: string } => {
  const { code, details: reason } = ownError(error)
  return { status: code === 'INSUFFICIENT_PRIVILEGE' ? 'denied' : MISSING.includes(code) ? 'missing' : 'error', reason }
}

/** Reads a view of the engine in a transaction of its own: a failure is told, and stays its own. */
export const readSource = async <Item>(
  context: OperationContext,
  { name, probe, statement, item }: Source<Item>,
): Promise<SourceResult<Item>> => {
  try {
    return await context.database.read(context, async (session) => {
      const isOpen = probe === undefined || (await session.query(probe.statement)).length > 0
      if (!isOpen) {
        const { otherwise: status, reason } = probe
        return { source: { name, status, ...(reason !== undefined && { reason }) }, items: [] }
      }
      return { source: { name, status: 'ok' }, items: (await session.query(statement)).map(item) }
    })
  } catch (error) {
    return { source: { name, ...problemOf(error) }, items: [] }
  }
}

/** @throws AdminError `INSUFFICIENT_PRIVILEGE` when the database user may read none of the sources. */
export const refuseIfAllDenied = (sources: readonly SourceStatus[]): void => {
  if (sources.length > 0 && sources.every(({ status }) => status === 'denied'))
    throw new AdminError(
      'INSUFFICIENT_PRIVILEGE',
      `The database user may not read ${sources.map(({ name }) => name).join(', ')}`,
    )
}
