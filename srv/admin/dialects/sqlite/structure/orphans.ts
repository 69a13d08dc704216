import type { Statement } from '../../../core/values.ts'
import { textOrNull, number, text } from '../../rows.ts'
import type { Answers, MadeObject } from '../../structure.ts'
import { isSameName } from './same-name.ts'

/**
 * Which rows have no partner: SQLite keeps such, since each connection decides whether keys are enforced. A copy has them as
 * they are, and tells.
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
 * The foreign keys of a copy, with what its rows do not keep.
 *
 * @param table the original.
 */
export const copiedKeys = (
  answers: Answers,
  table: string,
  copy: string,
  parents: readonly string[],
): Pick<MadeObject, 'name' | 'note'>[] => {
  const found = (answers['orphans'] ?? []).filter((row) => text(row, 'name') === table)
  const isUnsound = found.some((row) => textOrNull(row, 'parent') === null)
  return parents.map((parent) => {
    const orphans = found.find((row) => isSameName(textOrNull(row, 'parent') ?? '', parent))
    const note = orphans
      ? `Rows of '${table}' refer to rows of '${parent}' that do not exist (${number(orphans, 'orphans')}): they are copied as they are`
      : isUnsound
        ? `A foreign key of '${table}' refers to columns that are no key of their table: its rows are copied, and SQLite inserts no other`
        : undefined
    return { name: `${copy} → ${parent}`, ...(note !== undefined && { note }) }
  })
}
