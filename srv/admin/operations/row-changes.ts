import * as t from '../core/json-schema.ts'
import { AdminError } from '../core/errors.ts'
import { maskingOf } from './masking.ts'
import type { JsonObject, ResolvedTable, SessionContext } from './operation.ts'
import { chooseWay, DATABASE, type Way } from './choose-way.ts'
import type { RowAction } from '../core/model.ts'
import { primaryKey } from '../core/primary-key.ts'
import { isReservedTable } from '../core/technical-tables.ts'
import { ask } from '../dialects/rows.ts'
import { type ColumnMetadata, isView } from '../dialects/metadata.ts'

const WHY = {
  code: t.string('As `POST /rows` would answer'),
  message: t.string('Why not'),
}

/** Whether `POST /rows` would take changes of a table, so that a page can say so before anyone types. */
export const ROW_CHANGES = t.object(
  {
    isPossible: t.boolean('Who asks may change its rows, one by one'),
    problem: t.optional(t.object(WHY, { description: 'Why not' })),
    keyColumns: t.stringArray('Columns that tell rows apart; empty where nothing can be changed'),
    service: t.nullable(t.string(), 'The entity of a service that shows its rows'),
    via: t.nullable(
      t.string(),
      'By what they are changed unless it is said: an entity of a service, or `database`. Null where `via` `database` has to be said',
    ),
    fixedColumns: t.arrayOf({ name: t.string(), ...WHY }, 'Columns whose values nobody can write'),
  },
  { description: 'Whether `POST /rows` takes changes of it' },
)

/** Asks what `POST /rows` asks: there is one truth of what can be changed. */
export const rowChangesOf = async (
  context: SessionContext,
  { schema, name, columns }: ResolvedTable,
): Promise<JsonObject> => {
  const refused = (code: string, message: string): JsonObject => ({
    ...{ isPossible: false, problem: { code, message }, keyColumns: [], service: null, via: null, fixedColumns: [] },
  })
  if (!context.user.is('admin')) return refused('FORBIDDEN', 'Changing rows needs the role admin')
  try {
    const { table, keys, service } = await findChangeable(context, { schema, table: name, via: DATABASE })
    const { isMasked } = maskingOf(context, table)
    const key = keys.find((each) => !each.some(isMasked))
    if (!key) return refused('FORBIDDEN', `The key of table '${name}' is masked`)
    return {
      ...{ isPossible: true, keyColumns: key, service, via: wayOf(context, table.name) },
      fixedColumns: columns.flatMap((column) => {
        const refusal = columnRefusal(column, isMasked)
        return refusal ? [{ name: column.name, code: refusal.code, message: refusal.details }] : []
      }),
    }
  } catch (error) {
    if (error instanceof AdminError && REFUSALS.has(error.code)) return refused(error.code, error.details)
    throw error
  }
}

/** By what rows are changed where nothing is said. */
const wayOf = (context: SessionContext, table: string): string | null => {
  try {
    return chooseWay(context, table, undefined, ['update']).entity?.name ?? DATABASE
  } catch (error) {
    if (error instanceof AdminError) return null
    throw error
  }
}

/** What a table is refused for, whatever is to be done with its rows. */
const REFUSALS: ReadonlySet<string> = new Set(['NOT_SUPPORTED', 'SCHEMA_NOT_ALLOWED', 'KEY_REQUIRED', 'FORBIDDEN'])

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
