import type { Model } from './model.ts'

/** What stands for a value that a user may not see. */
export const MASK = '***'

/**
 * Tells which columns of a table or view hold sensitive data, by what the model says of any entity that was deployed
 * to it. Engines fold the letter case of names, so that does not count.
 */
export const sensitiveColumns = (model: Model, table: string): ((column: string) => boolean) => {
  const folded = table.toLowerCase()
  const names = model.entities
    .filter((entity) => entity.table?.toLowerCase() === folded)
    .flatMap((entity) => entity.sensitiveColumns.map((column) => column.toLowerCase()))
  const known = new Set(names)
  return (column) => known.has(column.toLowerCase())
}
