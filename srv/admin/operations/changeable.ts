import { findEntity } from '../core/find-entity.ts'
import type { Model } from '../core/model.ts'
import { isReservedTable } from '../core/reserved-tables.ts'
import { ask } from '../dialects/catalog-query.ts'
import { type ColumnMetadata, isView } from '../dialects/metadata.ts'
import { AdminError } from '../errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'

/** A table whose rows may be changed. */
export interface Changeable {
  readonly table: ResolvedTable
  /** Keys that tell its rows apart, the primary one first. */
  readonly keys: readonly (readonly string[])[]
  /** The entity of a service that serves it; null where there is none. */
  readonly service: string | null
}

/**
 * @throws AdminError `NOT_SUPPORTED` for engines and views, `SCHEMA_NOT_ALLOWED` for tables of the framework, `KEY_REQUIRED`,
 *   `SERVED_BY_APPLICATION` where that has to be passed by.
 */
export const findChangeable = async (
  context: SessionContext,
  { schema, table: name, via }: { schema?: string; table: string; via?: 'database' },
): Promise<Changeable> => {
  const { dialect, model, names, session } = context
  if (!dialect.rowChanges)
    throw new AdminError(
      'NOT_SUPPORTED',
      `Rows are not changed one by one on ${dialect.platform}: import a file with mode update`,
    )
  const table = await names.table(session, schema, name, 'write')
  if (isReservedTable(table.name))
    throw new AdminError('SCHEMA_NOT_ALLOWED', `Table '${table.name}' holds internal state and is not open to changes`)
  if (isView(table)) throw new AdminError('NOT_SUPPORTED', `'${table.name}' is a view: change the table behind it`)
  const primary = table.columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => Number(a.keyPosition) - Number(b.keyPosition))
    .map((column) => column.name)
  const unique = await ask(session, dialect.catalog.uniqueKeys, { schema: table.schema, table: table.name })
  const keys = [primary, ...unique].filter((key) => key.length > 0)
  if (keys.length === 0)
    throw new AdminError(
      'KEY_REQUIRED',
      `Table '${table.name}' has no key by which one of its rows could be told from others`,
    )
  const service = servedBy(model, table.name)
  if (service !== null && via !== 'database')
    throw new AdminError(
      'SERVED_BY_APPLICATION',
      `Table '${table.name}' is served as ${service}: change its rows there, so that handlers and checks of the application run, or send via 'database' to pass them by`,
    )
  return { table, keys, service }
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

/** The nearest entity of a service that shows the rows of a table, through as many others as there are. */
const servedBy = (model: Model, table: string): string | null => {
  const entity = findEntity(model, table)
  if (!entity) return null
  const near = new Set([entity])
  for (const { name, service } of near) {
    if (service !== null) return name
    for (const each of model.entities) if (each.sources.includes(name)) near.add(each)
  }
  return null
}
