import { foldName } from './identifiers.ts'
import type { Model, ModelEntity } from './model.ts'

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
