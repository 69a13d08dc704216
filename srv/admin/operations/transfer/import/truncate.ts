import { ask } from '../../../dialects/catalog-query.ts'
import type { WriteSession } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ForeignKeyMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../errors.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

type Context = SessionContext<WriteSession>

/**
 * Deletes all rows of a table. Not by TRUNCATE, which locks out readers and cannot be undone everywhere.
 *
 * @throws AdminError `TRUNCATE_BLOCKED` naming the tables whose rows refer to it: a cascade would delete them, too.
 */
export const truncate = async (context: Context, table: ResolvedTable): Promise<void> => {
  const children: string[] = []
  for (const key of await referencesTo(context, table))
    if (await hasRows(context, key)) children.push(`'${key.schema}.${key.table}'`)
  if (children.length > 0)
    throw new AdminError(
      'TRUNCATE_BLOCKED',
      `Rows of ${[...new Set(children)].join(', ')} refer to table '${table.name}'; delete them first`,
    )
  await context.session.execute({
    sql: `DELETE FROM ${qualified(context.dialect, table.schema, table.name)}`,
    parameters: [],
  })
}

const referencesTo = async (
  { session, dialect: { catalog } }: Context,
  table: ResolvedTable,
): Promise<ForeignKeyMetadata[]> => {
  const keys: ForeignKeyMetadata[] = []
  const all = { pattern: '%', includeSystem: false, limit: 10_000, offset: 0 }
  for (const { name } of await ask(session, catalog.schemas, all))
    keys.push(...(await ask(session, catalog.foreignKeys, { schema: name, table: null })))
  return keys.filter(
    (key) =>
      key.isEnforced &&
      key.referencedSchema === table.schema &&
      key.referencedTable === table.name &&
      !(key.schema === table.schema && key.table === table.name),
  )
}

const hasRows = async ({ session, dialect }: Context, key: ForeignKeyMetadata): Promise<boolean> => {
  const isSet = key.columns.map((column) => `${dialect.quote(column)} IS NOT NULL`).join(' AND ')
  const sql = `SELECT 1 AS "found" FROM ${qualified(dialect, key.schema, key.table)} WHERE ${isSet} LIMIT 1`
  return (await session.query({ sql, parameters: [] })).length > 0
}

const qualified = (dialect: Dialect, schema: string, table: string): string =>
  `${dialect.quote(schema)}.${dialect.quote(table)}`
