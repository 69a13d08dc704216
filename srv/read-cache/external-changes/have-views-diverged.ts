import type { Model } from '../model-tables.ts'

/** A view as SQLite stores it. */
export interface StoredView {
  readonly name: string
  readonly sql: string
}

const HEAD = /^CREATE\s+VIEW\s+(?:"[^"]*"|\S+)\s+AS\s+/i

/** Whether a view of the model takes its rows from other tables than the model says, as far as its text tells. */
export const haveViewsDiverged = (views: readonly StoredView[], { sources, namesIn }: Model): boolean => {
  const queries = new Map(views.map(({ name, sql }) => [name.toLowerCase(), sql.replace(HEAD, '')]))
  const basesOf = (name: string): readonly string[] => {
    const query = queries.get(name)
    return query === undefined ? [name] : namesIn(query).flatMap(basesOf)
  }
  const hasDiverged = (name: string): boolean => {
    const expected = sources.get(name)
    if (!expected) return false
    try {
      return new Set(basesOf(name)).symmetricDifference(new Set(expected)).size > 0
    } catch {
      return true
    }
  }
  return [...queries.keys()].some(hasDiverged)
}
