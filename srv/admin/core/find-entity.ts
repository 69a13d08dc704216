import { foldName } from './identifiers.ts'
import type { Model, ModelEntity } from './model.ts'

/** What the model says of the columns of a table or view. */
interface ColumnMarks {
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
  columnsNamed(model, table, (entity) => entity.sensitiveColumns)

/** The same of those that the application hides from everybody. */
export const hiddenColumns = (model: Model, table: string): ReadonlyMap<string, string> =>
  columnsNamed(model, table, (entity) => entity.hiddenColumns ?? [])

const columnsNamed = (
  model: Model,
  table: string,
  columnsOf: (entity: ModelEntity) => readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    entitiesOf(model, table).flatMap((entity) =>
      columnsOf(entity).map((column): [string, string] => {
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

/**
 * The entity that a table or view was deployed for. Engines fold the letter case of names, each in its way; of several
 * entities with one table the database's own is meant, not the one that a service shows.
 */
export const findEntity = (model: Model, table: string): ModelEntity | undefined => {
  const folded = foldName(table)
  const found = model.entities.filter((entity) => entity.table !== null && foldName(entity.table) === folded)
  return found.find((entity) => entity.service === null) ?? found[0]
}

/** Finds a name of the catalog by its spelling in the model; undefined when there is none, or no single one. */
export const findName = (name: string, known: readonly string[]): string | undefined =>
  known.includes(name) ? name : nameFinder(known)(name)

/** `findName` for many names among the same. */
export const nameFinder = (known: readonly string[]): ((name: string) => string | undefined) => {
  const exact = new Set(known)
  const alike = Map.groupBy(known, foldName)
  return (name) => {
    if (exact.has(name)) return name
    const [match, ...others] = alike.get(foldName(name)) ?? []
    return others.length > 0 ? undefined : match
  }
}

/** Whether CAP stores the rows of a table, in its own way: those of an entity, or of its drafts. */
export const isOfModel = (model: Model, table: string): boolean =>
  findEntity(model, table.replace(/_drafts$/i, '')) !== undefined
