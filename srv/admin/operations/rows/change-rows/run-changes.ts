import type { JsonObject, ResolvedTable, SessionContext } from '../../operation.ts'
import type { JsonValue, Statement } from '../../../core/values.ts'
import type { Row, WriteSession } from '../../../database/session.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError, type ErrorCode } from '../../../core/errors.ts'
import { isAsRead, type SentCell } from './cells.ts'
import type { Change, LockStatement, RowStatements } from './statements.ts'

/** A row that is not as it was read. */
export interface Conflict {
  readonly index: number
  readonly isGone: boolean
  readonly key: JsonObject
  readonly columns: readonly { name: string; was: JsonValue; now: JsonValue; wanted?: JsonValue }[]
}

/** What became of a change: it is done, or it has met another row than the one that was read, or it is refused. */
export interface Outcome {
  readonly change: Change
  readonly statement: Statement
  readonly row: JsonObject | null
  readonly conflict?: Conflict
  readonly problem?: AdminError
}

/** @throws AdminError `ROW_CHANGED` where there are any. */
export const demandNone = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0)
    throw new AdminError(
      'ROW_CHANGED',
      `${conflicts.length === 1 ? 'A row is' : `${conflicts.length} rows are`} not as read: nothing is changed`,
      { conflicts },
    )
}

/** Refusals of a single change, after which others can be tried. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'CONSTRAINT_VIOLATION',
  'INVALID_PARAMETER',
  'INSUFFICIENT_PRIVILEGE',
])

/**
 * Locks each row, holds it against what was read, and changes it; goes on after those that it cannot change.
 *
 * @param keepsRows whether outcomes have the rows as they were.
 * @throws AdminError `LIMIT_TOO_LARGE` where what is to be told of rows is more than an answer may have.
 */
export const runChanges = async (
  context: SessionContext<WriteSession>,
  statements: RowStatements,
  table: ResolvedTable,
  changes: readonly Change[],
  keepsRows: boolean,
): Promise<Outcome[]> => {
  await lockInOrder(context, statements, changes)
  const outcomes: Outcome[] = []
  const room = new Room(context.config.limits.operationResultBytes)
  for (const change of changes) {
    const statement = statements.write(change)
    const before = change.action === 'insert' ? null : await lookAt(context, statements, table, change)
    const row = (keepsRows && before?.row) || null
    room.take(row)
    room.take(before?.conflict)
    if (before?.conflict) outcomes.push({ change, statement, row, conflict: before.conflict })
    else {
      const problem = await write(context.session, statement)
      outcomes.push({ change, statement, row, ...(problem && { problem }) })
    }
    context.progress('changing', outcomes.length, changes.length)
  }
  return outcomes
}

/** What it takes to look at rows: a session of ours, or a connection that is lent. */
export interface Looking extends Pick<SessionContext, 'config' | 'dialect'> {
  readonly session: { query(statement: LockStatement): Promise<readonly Row[]> }
}

/** For what is kept of rows until the answer. */
export class Room {
  readonly #length: number
  #left: number

  constructor(length: number) {
    this.#length = length
    this.#left = length
  }

  take(kept: object | null | undefined): void {
    if (kept) this.#left -= JSON.stringify(kept).length
    if (this.#left < 0)
      throw new AdminError(
        'LIMIT_TOO_LARGE',
        `There are more than ${this.#length} characters to tell of these rows: send fewer changes at once`,
      )
  }
}

/** Rows of one order for everybody: two who change the same ones do not wait for each other. */
export const lockInOrder = async (
  { session, dialect }: Looking,
  statements: RowStatements,
  changes: readonly Change[],
): Promise<void> => {
  if (!dialect.rowChanges?.lock || changes.length < 2) return
  const keys = new Map(changes.map(({ key }) => [JSON.stringify(key.map(({ sent }) => String(sent))), key]))
  for (const [, key] of [...keys].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (key.length > 0) await session.query(statements.lock(key, [], 0))
}

/** @returns why the database refuses it. */
const write = (session: WriteSession, statement: Statement): Promise<AdminError | undefined> =>
  session
    .savepoint(async () => {
      const changed = await session.execute(statement)
      if (changed !== 1)
        throw new AdminError(
          'CONSTRAINT_VIOLATION',
          changed === 0
            ? 'A trigger or a policy of the database leaves the row as it is'
            : `${changed} rows have this key`,
        )
    })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AdminError && REFUSALS.has(error.code)) return error
        throw error
      },
    )

/** Locks a row, and holds it against what was read. */
export const lookAt = async (
  { config, session, dialect }: Looking,
  statements: RowStatements,
  table: ResolvedTable,
  { index, key, was, values }: Change,
): Promise<{ row: JsonObject | null; conflict?: Conflict }> => {
  const columns = table.columns.filter(({ name }) =>
    [...key, ...was, ...values].some(({ column }) => column.name === name),
  )
  // What is longer than any request is not what a request says.
  const [found] = await session.query(statements.lock(key, columns, config.limits.bodyBytes + 1))
  const place = new Map(columns.map((column, position) => [column.name, `c${position}`]))
  const stored = ({ name }: ColumnMetadata) => found?.[place.get(name) ?? ''] ?? null
  const shown = (column: ColumnMetadata): JsonValue => dialect.jsonValue(column, stored(column))
  const sent = (cells: readonly SentCell[], { name }: ColumnMetadata): JsonValue | undefined =>
    cells.find(({ column }) => column.name === name)?.sent as JsonValue | undefined
  const isChanged = (cell: SentCell): boolean => !isAsRead(cell, stored(cell.column), shown(cell.column))
  const row = found ? Object.fromEntries(columns.map((column) => [column.name, shown(column)])) : null
  if (found && !was.some(isChanged)) return { row }
  const compared = columns.filter(({ name }) => [...was, ...values].some(({ column }) => column.name === name))
  const conflict: Conflict = {
    index,
    isGone: !found,
    key: Object.fromEntries(key.map(({ column, sent: value }) => [column.name, value as JsonValue])),
    columns: compared.map((column) => {
      const wanted = sent(values, column)
      return {
        name: column.name,
        was: sent(was, column) ?? null,
        now: found ? shown(column) : null,
        ...(wanted !== undefined && { wanted }),
      }
    }),
  }
  return { row, conflict }
}
