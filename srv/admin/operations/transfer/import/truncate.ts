import { ask } from '../../../dialects/rows.ts'
import type { WriteSession } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ForeignKeyMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

type Context = SessionContext<WriteSession>

/**
 * Deletes all rows of a table. Not by TRUNCATE, which locks out readers and cannot be undone everywhere.
 *
 * @returns to be called when the new rows are there: rows of others that have lost theirs make it throw.
 * @throws AdminError `TRUNCATE_BLOCKED` naming the tables whose rows refer to it, by a key that passes deletions on, or is
 *   checked at once. Where the database waits for the end of the transaction, new rows may have the keys of the old ones.
 */
export const truncate = async (context: Context, table: ResolvedTable): Promise<() => Promise<void>> => {
  const { session, dialect } = context
  const referring: ForeignKeyMetadata[] = []
  for (const key of await referencesTo(context, table)) if (await hasRows(context, key)) referring.push(key)
  const blocking = referring.filter(({ isDeferrable }) => !isDeferrable)
  if (blocking.length > 0) throw blocked(dialect, blocking, `refer to table '${table.name}'; delete them first`)
  const orphans: number[] = []
  for (const key of referring) orphans.push(await countOrphans(context, key))
  if (referring.length > 0 && dialect.deferKeys) await session.execute({ sql: dialect.deferKeys, parameters: [] })
  await session.execute({ sql: `DELETE FROM ${qualified(dialect, table.schema, table.name)}`, parameters: [] })
  return async () => {
    const lost: ForeignKeyMetadata[] = []
    for (const [index, key] of referring.entries())
      if ((await countOrphans(context, key)) > (orphans[index] ?? 0)) lost.push(key)
    if (lost.length > 0)
      throw blocked(
        dialect,
        lost,
        `refer to rows of table '${table.name}' that the file does not have; delete them first`,
      )
  }
}

const blocked = ({ hides }: Dialect, keys: readonly ForeignKeyMetadata[], how: string): AdminError => {
  const names = keys.map(({ schema, table }) =>
    hides?.isTable(table) ? 'a table that the application hides' : `'${schema}.${table}'`,
  )
  return new AdminError('TRUNCATE_BLOCKED', `Rows of ${[...new Set(names)].join(', ')} ${how}`)
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
  const sql = `SELECT 1 AS "found" FROM ${qualified(dialect, key.schema, key.table)} WHERE ${isSet(dialect, key)} LIMIT 1`
  return (await session.query({ sql, parameters: [] })).length > 0
}

/** How many rows refer to what is not there: some may have done so before. */
const countOrphans = async ({ session, dialect }: Context, key: ForeignKeyMetadata): Promise<number> => {
  const { quote } = dialect
  const isSame = key.columns.map(
    (column, index) => `p.${quote(key.referencedColumns[index] ?? '')} = c.${quote(column)}`,
  )
  const sql = `SELECT count(*) AS "orphans" FROM ${qualified(dialect, key.schema, key.table)} AS c WHERE ${isSet(dialect, key)}
    AND NOT EXISTS (SELECT 1 FROM ${qualified(dialect, key.referencedSchema, key.referencedTable)} AS p WHERE ${isSame.join(' AND ')})`
  const [row] = await session.query({ sql, parameters: [] })
  return Number(row?.['orphans'])
}

const isSet = (dialect: Dialect, { columns }: ForeignKeyMetadata): string =>
  columns.map((column) => `${dialect.quote(column)} IS NOT NULL`).join(' AND ')

const qualified = (dialect: Dialect, schema: string, table: string): string =>
  `${dialect.quote(schema)}.${dialect.quote(table)}`
