import type { TObject } from '@sinclair/typebox'
import { hiddenColumns, sensitiveColumns, UNTRACED } from '../core/find-entity.ts'
import { compileFilter, compileWhere, type FilterTarget } from '../core/filter/compile.ts'
import { foldName } from '../core/identifiers.ts'
import { parseFilter } from '../core/filter/parse.ts'
import type { Predicate } from '../core/filter/syntax.ts'
import type { JsonValue, Statement } from '../core/values.ts'
import { AdminError } from '../core/errors.ts'
import type { OperationContext, ResolvedTable, JsonObject } from './operation.ts'
import * as t from '../core/json-schema.ts'
import type { HiddenRows } from '../dialects/metadata.ts'
import type { Database, WorkOptions } from '../database/session.ts'
import type { Hidden } from '../core/hidden.ts'

/** What stands for a value that a user may not see. */
export const MASK = '***'

/**
 * The one rule for sensitive personal data, and for all that the application hides. Who is no administrator, and nobody of what is hidden, sees that there is a value, how long it is and which
 * rows share it, but neither the value nor which rows meet a condition on it, since a few questions would give it away: a
 * masked value never meets anything that is not masked alike, neither a value of the client's own nor a column that may be read.
 */
interface Masking {
  readonly isMasked: (column: string) => boolean
  /** The model's columns that a masked column is made of; none for others. */
  readonly originsOf: (column: string) => ReadonlySet<string>
  /** The value as the user may see it. */
  readonly show: (column: string, value: JsonValue) => JsonValue
  /** @throws AdminError `FORBIDDEN` for a masked column by which rows would be chosen, ordered or added up. */
  readonly open: <Column extends { readonly name: string }>(column: Column) => Column
}

type Caller = Pick<OperationContext, 'model' | 'user'>
type MaskedTable = Pick<ResolvedTable, 'name' | 'sensitiveOrigins'>
const NONE: ReadonlySet<string> = new Set()

export const maskingOf = ({ model, user }: Caller, { name, sensitiveOrigins }: MaskedTable): Masking => {
  const isAdmin = user.is('admin')
  const own = (isAdmin ? hiddenColumns : sensitiveColumns)(model, name)
  const originsOf = (column: string): ReadonlySet<string> => {
    const found = sensitiveOrigins?.(column) ?? NONE
    const origin = own.get(foldName(column))
    return found.size === 0 && origin !== undefined ? new Set([origin]) : found
  }
  const isMasked = (column: string): boolean => originsOf(column).size > 0
  return {
    isMasked,
    originsOf,
    show: (column, value) => (value !== null && isMasked(column) ? MASK : value),
    open: (column) => {
      if (!isMasked(column.name)) return column
      const who = isAdmin ? 'nobody' : 'only admins'
      throw new AdminError('FORBIDDEN', `Column '${column.name}' is masked: ${who} can choose or order rows by it`)
    },
  }
}

/** Columns of two tables whose values are compared with each other. */
interface Meeting {
  readonly left: { readonly table: ResolvedTable; readonly column: { readonly name: string } }
  readonly right: { readonly table: ResolvedTable; readonly column: { readonly name: string } }
}

/**
 * @throws AdminError `FORBIDDEN` where a masked column would meet one that is not made of the same data, or of which that is not
 *   certain: a table of the client's own would be a dictionary of its values.
 */
export const refuseUnlike = (caller: Caller, meetings: readonly Meeting[]): void => {
  const unlike = meetings.find(({ left, right }) => !isAlike(caller, left, right))
  if (!unlike) return
  const { left, right } = unlike
  throw new AdminError(
    'FORBIDDEN',
    `Column '${left.column.name}' is masked in '${left.table.name}' or '${right.table.name}': only admins can compare it with other data; leave it out`,
  )
}

const isAlike = (caller: Caller, left: Meeting['left'], right: Meeting['right']): boolean => {
  const from = maskingOf(caller, left.table).originsOf(left.column.name)
  const to = maskingOf(caller, right.table).originsOf(right.column.name)
  if (from.size === 0 && to.size === 0) return true
  const isSame = left.table.schema === right.table.schema && left.table.name === right.table.name
  if (isSame && left.column.name === right.column.name) return true
  return from.size === to.size && [...from].every((origin) => to.has(origin)) && !from.has(UNTRACED)
}

/** A filter's columns, as the user may choose rows by them. */
export const filterTarget = (
  context: Pick<OperationContext, 'dialect' | 'model' | 'user'>,
  table: ResolvedTable,
): FilterTarget => {
  const { open } = maskingOf(context, table)
  const target = context.dialect.filterTarget(table.columns)
  return { ...target, column: (sent) => open(target.column(sent)) }
}

/**
 * The condition of a request's filter; null when there is none.
 *
 * @param firstPosition position of its first parameter, from 1.
 * @throws AdminError as `compileWhere`, and `FORBIDDEN` for a masked column.
 */
export const conditionOf = (
  context: Pick<OperationContext, 'dialect' | 'model' | 'user'>,
  table: ResolvedTable,
  where: string | undefined,
  firstPosition = 1,
): Statement | null => (where ? compileWhere(where, filterTarget(context, table), firstPosition) : null)

/**
 * Reads the filter of a request; null when there is none.
 *
 * @throws AdminError `INVALID_FILTER`, also for what the database would refuse only later; `COLUMN_NOT_FOUND`;
 *   `FORBIDDEN` for a masked column.
 */
export const readWhere = (
  context: Pick<OperationContext, 'dialect' | 'model' | 'user'>,
  table: ResolvedTable,
  where: string | undefined,
): Predicate | null => {
  if (where === undefined || where === '') return null
  const predicate = parseFilter(where)
  compileFilter(predicate, filterTarget(context, table))
  return predicate
}

export type { HiddenRows } from '../dialects/metadata.ts'

const HIDDEN_ROWS = t.optional(
  t.arrayOf(
    t.strings('schema', 'table', 'reason'),
    'Tables and views that were read of which the database may hide rows from its user; absent where all were seen',
  ),
)

/** The schema of an answer that rests on rows. */
export const withHiddenRows = (output: TObject | undefined): TObject =>
  t.object({ ...output?.properties, hiddenRows: HIDDEN_ROWS })

/** What an answer that rests on rows says of those that its user may not have seen. */
export const tellHidden = (hidden: readonly HiddenRows[]): JsonObject =>
  hidden.length === 0 ? {} : { hiddenRows: hidden.map(({ schema, table, reason }) => ({ schema, table, reason })) }

/** Asks for a copy of the rows that are seen, where that may not be all. */
export const ALLOW_HIDDEN_ROWS = t.boolean(
  'Copies the rows that the database user sees, where row-level security may hide others from it; refused otherwise',
  { default: false },
)

/** @throws AdminError `INSUFFICIENT_PRIVILEGE` for a copy that could lack rows without anybody noticing. */
export const refuseHidden = ([hidden]: readonly HiddenRows[]): void => {
  if (!hidden) return
  throw new AdminError(
    'INSUFFICIENT_PRIVILEGE',
    `${hidden.reason}; 'allowHiddenRows' copies those of '${hidden.table}' that it sees`,
  )
}

export type { WorkOptions } from '../database/session.ts'

/** Whether values of rows may be in what a user reads of the database's own words. */
export const seesReasons = (user: OperationContext['user'], hides: Hidden | undefined): boolean =>
  user.is('admin') && !hides

/**
 * The database as an operation of a user sees it. Its errors tell what it says itself to those who may know: operators
 * without values of rows, some of which are masked for them, admins in full where the application hides nothing from them: rows
 * in messages have all of their columns. Viewers read what the API says.
 *
 * @param isShort whether the operation should not have to wait for heavy ones.
 */
export const databaseOf = (
  database: Database,
  user: OperationContext['user'],
  isShort: boolean,
  hides: () => Hidden | undefined = () => undefined,
): Database => {
  const tell = (error: unknown): never => {
    if (!(error instanceof AdminError)) throw error
    const told = user.is('operator') ? error.withReason(seesReasons(user, hides())) : error
    if (!hides()?.mentionsTable(told.details)) throw told
    throw new AdminError(error.code, 'It is about what the application hides', { cause: error.cause })
  }
  return {
    get isPersistent() {
      return database.isPersistent
    },
    read: ({ signal, timeoutMs }: WorkOptions, work) => database.read({ signal, timeoutMs, isShort }, work).catch(tell),
    write: (options, work) => database.write(options, work).catch(tell),
    ask: (options, statement) => database.ask(options, statement).catch(tell),
    usage: () => database.usage(),
    close: () => database.close(),
  }
}
