import type { TextFormat } from '../../core/transfer/text-format.ts'

/**
 * Tells of a column of a statement whether all of its texts are UTF-8. SQLite takes any bytes as text, and the driver makes
 * U+FFFD of those that are none, as if that had been there. Each column is looked through once at most, when it has one.
 *
 * @param find the first row of a statement.
 */
export const utf8Check = (
  find: (sql: string) => unknown,
  sql: string,
  { columns }: TextFormat,
): ((column: number) => boolean) => {
  const known = new Map<number, boolean>()
  const names = columns.map((_, index) => `c${index}`)
  return (column) => {
    const name = names[column] ?? ''
    const check = `WITH r (${names.join(', ')}) AS (${sql})
      SELECT 1 FROM r WHERE typeof(${name}) = 'text' AND NOT is_utf8(cast(${name} AS blob)) LIMIT 1`
    const found = known.get(column) ?? find(check) === undefined
    known.set(column, found)
    return found
  }
}
