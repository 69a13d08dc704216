import type { Statement } from '../../../core/values.ts'
import { AdminError } from '../../../errors.ts'
import { textOrNull, number, text } from '../../rows.ts'
import type { Answers } from '../../structure.ts'

/**
 * Which rows have no partner: SQLite keeps such, since each connection decides whether keys are enforced, but copies them
 * nowhere that a key is.
 *
 * @param table of one table only; null for all of the schema.
 */
export const orphansQuestion = (schema: string, table: string | null): Statement => ({
  sql: `WITH t AS MATERIALIZED (SELECT name, has_sound_keys(name, ?1) AS is_sound FROM temp.pragma_table_list
          WHERE schema = ?1 AND type = 'table' AND (?2 IS NULL OR name = ?2))
        SELECT t.name, f.parent, count(*) AS orphans FROM t JOIN temp.pragma_foreign_key_check(t.name, ?1) AS f
         WHERE t.is_sound GROUP BY t.name, f.parent
        UNION ALL SELECT name, NULL, 0 FROM t WHERE NOT is_sound ORDER BY 1, 2`,
  parameters: [schema, table],
})

/**
 * @param isKept whether the copy has the key from one table to another.
 * @throws AdminError `CONSTRAINT_VIOLATION` naming table and rows, `NOT_SUPPORTED` for keys that let no row in.
 */
export const refuseOrphans = (answers: Answers, isKept: (table: string, parent: string) => boolean): void => {
  for (const row of answers['orphans'] ?? []) {
    const [name, parent] = [text(row, 'name'), textOrNull(row, 'parent')]
    if (parent === null)
      throw new AdminError(
        'NOT_SUPPORTED',
        `A foreign key of table '${name}' refers to columns that are no key of their table, so SQLite inserts no row: copy it without data`,
      )
    if (isKept(name, parent))
      throw new AdminError(
        'CONSTRAINT_VIOLATION',
        `Rows of table '${name}' refer to rows of '${parent}' that do not exist (${number(row, 'orphans')}): correct them, or copy without data`,
      )
  }
}
