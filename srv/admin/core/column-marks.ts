import { foldName } from './identifiers.ts'
import type { Model, ModelEntity } from './model.ts'

/** What the model says of the columns of a table or view. */
export interface ColumnMarks {
  readonly isKey: (column: string) => boolean
  /** Filled by the application when a row is written: who and when. */
  readonly isManaged: (column: string) => boolean
}

/** What CAP adds to the name of a table for that of its drafts, which hold the same columns, half-finished. */
const DRAFTS = '_drafts'

/**
 * Reads the marks of all entities that were deployed to a table, or have their drafts in it. Engines fold the case of
 * names, so it does not count.
 */
export const columnMarks = (model: Model, table: string): ColumnMarks => {
  const entities = entitiesOf(model, table)
  const has = (mark: 'keys' | 'managedColumns'): ((column: string) => boolean) => {
    const names = new Set(entities.flatMap((entity) => entity[mark].map((column) => foldName(column))))
    return (column) => names.has(foldName(column))
  }
  return { isKey: has('keys'), isManaged: has('managedColumns') }
}

/** Stands for data of which it is not known what it is made of. */
export const UNTRACED = ''

/** Columns of a table with sensitive data, folded, each with what all tables call it that hold the same data. */
export const sensitiveColumns = (model: Model, table: string): ReadonlyMap<string, string> =>
  new Map(
    entitiesOf(model, table).flatMap((entity) =>
      entity.sensitiveColumns.map((column): [string, string] => {
        const folded = foldName(column)
        return [folded, `${foldName(entity.table ?? '')}.${folded}`]
      }),
    ),
  )

const entitiesOf = (model: Model, table: string): ModelEntity[] => {
  const folded = foldName(table)
  const isTable = (name: string): boolean => name === folded || `${name}${foldName(DRAFTS)}` === folded
  return model.entities.filter((entity) => entity.table !== null && isTable(foldName(entity.table)))
}
