import { plain, type Statement } from '../../core/values.ts'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { AdminError } from '../../errors.ts'
import type { Row, Session } from '../session.ts'

/**
 * Prepares to check the foreign keys from and to a table that are checked at the end of a transaction only, which HANA
 * cannot be asked to do before.
 *
 * @returns what checks them; it throws `CONSTRAINT_VIOLATION`.
 */
export const deferredKeys = async (
  session: Session,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<() => Promise<void>> => {
  const rows = await session.query({ sql: KEYS, parameters: [schema, name, schema, name] })
  const keys = [...Map.groupBy(rows, (row) => JSON.stringify([row['schema'], row['table'], row['name']])).values()]
  return async () => {
    for (const key of keys)
      if ((await session.query(orphanOf(key))).length > 0)
        throw new AdminError('CONSTRAINT_VIOLATION', 'A foreign key constraint was violated')
  }
}

const KEYS = `SELECT SCHEMA_NAME AS "schema", TABLE_NAME AS "table", CONSTRAINT_NAME AS "name", COLUMN_NAME AS "column",
       REFERENCED_SCHEMA_NAME AS "parent_schema", REFERENCED_TABLE_NAME AS "parent", REFERENCED_COLUMN_NAME AS "parent_column"
  FROM SYS.REFERENTIAL_CONSTRAINTS
 WHERE IS_ENFORCED = 'TRUE' AND CHECK_TIME LIKE '%DEFERRED%'
   AND (SCHEMA_NAME = ? AND TABLE_NAME = ? OR REFERENCED_SCHEMA_NAME = ? AND REFERENCED_TABLE_NAME = ?)
 ORDER BY 1, 2, 3, POSITION`

/** @param key its columns, a row for each. */
const orphanOf = (key: readonly Row[]): Statement => {
  const name = (row: Row | undefined, column: string): string => quote(String(row?.[column]))
  const [first] = key
  const [child, parent] = [
    `${name(first, 'schema')}.${name(first, 'table')}`,
    `${name(first, 'parent_schema')}.${name(first, 'parent')}`,
  ]
  const pairs = key.map((row) => `p.${name(row, 'parent_column')} = c.${name(row, 'column')}`)
  const isSet = key.map((row) => `c.${name(row, 'column')} IS NOT NULL`)
  return plain(`SELECT 1 AS "found" FROM ${child} AS c LEFT JOIN ${parent} AS p ON ${pairs.join(' AND ')}
           WHERE p.${name(first, 'parent_column')} IS NULL AND ${isSet.join(' AND ')} LIMIT 1`)
}
