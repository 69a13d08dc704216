import type { RowAction } from '../core/model.ts'
import { primaryKey } from '../core/primary-key.ts'
import { isReservedTable } from '../core/technical-tables.ts'
import { ask } from '../dialects/rows.ts'
import { type ColumnMetadata, isView } from '../dialects/metadata.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'
import { chooseWay, type Way } from './choose-way.ts'

/** A table whose rows may be changed. */
export interface Changeable extends Way {
  readonly table: ResolvedTable
  /** Keys that tell its rows apart, the primary one first. */
  readonly keys: readonly (readonly string[])[]
}

interface ChangesOf {
  readonly schema?: string
  readonly table: string
  readonly via?: string
  /** What is to be done; nothing in particular by default. */
  readonly changes?: readonly { readonly action: RowAction }[]
}

/**
 * @throws AdminError `NOT_SUPPORTED` for engines and views, `SCHEMA_NOT_ALLOWED` for tables of the framework, `KEY_REQUIRED`,
 *   and see `chooseWay`.
 */
export const findChangeable = async (
  context: SessionContext,
  { schema, table: name, via, changes = [] }: ChangesOf,
): Promise<Changeable> => {
  const { dialect, names, session } = context
  if (!dialect.rowChanges)
    throw new AdminError(
      'NOT_SUPPORTED',
      `Rows are not changed one by one on ${dialect.platform}: import a file with mode update`,
    )
  const table = await names.table(session, schema, name, 'write')
  if (isReservedTable(table.name))
    throw new AdminError('SCHEMA_NOT_ALLOWED', `Table '${table.name}' holds internal state and is not open to changes`)
  if (isView(table)) throw new AdminError('NOT_SUPPORTED', `'${table.name}' is a view: change the table behind it`)
  const primary = primaryKey(table).map((column) => column.name)
  const unique = await ask(session, dialect.catalog.uniqueKeys, { schema: table.schema, table: table.name })
  const keys = [primary, ...unique].filter((key) => key.length > 0)
  if (keys.length === 0)
    throw new AdminError(
      'KEY_REQUIRED',
      `Table '${table.name}' has no key by which one of its rows could be told from others`,
    )
  const actions = [...new Set(changes.map(({ action }) => action))]
  return { table, keys, ...chooseWay(context, table.name, via, actions) }
}

/**
 * Why nobody writes values of a column: it is masked, or the database alone makes them.
 *
 * @returns undefined where they can be written.
 */
export const columnRefusal = (
  column: ColumnMetadata,
  isMasked: (column: string) => boolean,
): AdminError | undefined => {
  if (isMasked(column.name)) return new AdminError('FORBIDDEN', `Column '${column.name}' is masked`)
  if (column.isGenerated)
    return new AdminError('INVALID_PARAMETER', `Column '${column.name}' is computed by the database`)
  if (column.identity === 'always')
    return new AdminError('INVALID_PARAMETER', `Column '${column.name}' is always numbered by the database`)
  return undefined
}
