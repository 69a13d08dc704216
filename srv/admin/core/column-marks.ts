import type { Model } from './model.ts'

/** What the model says of the columns of a table or view. */
export interface ColumnMarks {
  readonly isKey: (column: string) => boolean
  /** Filled by the application when a row is written: who and when. */
  readonly isManaged: (column: string) => boolean
  readonly isSensitive: (column: string) => boolean
}

/** Reads the marks of all entities that were deployed to a table. Engines fold the case of names, so it does not count. */
export const columnMarks = (model: Model, table: string): ColumnMarks => {
  const folded = table.toLowerCase()
  const entities = model.entities.filter((entity) => entity.table?.toLowerCase() === folded)
  const has = (mark: 'keys' | 'managedColumns' | 'sensitiveColumns'): ((column: string) => boolean) => {
    const names = new Set(entities.flatMap((entity) => entity[mark].map((column) => column.toLowerCase())))
    return (column) => names.has(column.toLowerCase())
  }
  return { isKey: has('keys'), isManaged: has('managedColumns'), isSensitive: has('sensitiveColumns') }
}
