import type { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from '../../core/identifiers.ts'

/**
 * Tells the tables in which virtual ones keep their rows: named after them, with an underscore and a word behind.
 *
 * @see https://www.sqlite.org/vtab.html#the_xshadowname_method
 */
export const shadowTables = (database: DatabaseSync): ((name: string) => boolean) => {
  const all = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  const prefixes = all('SELECT name FROM temp.pragma_database_list').flatMap((schema) =>
    all(
      `SELECT name FROM ${quoteIdentifier(schema)}.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'`,
    ).map((name) => `${name}_`),
  )
  return (table) => prefixes.some((prefix) => table.startsWith(prefix))
}
