import { nameResolver } from '../../../core/identifiers.ts'
import type { SchemaStructure } from '../../../core/schema-differences/structure.ts'

export interface TableChoice {
  /** Absent means all. With it, what belongs to no table is looked at only where it is listed. */
  readonly tables: readonly string[] | undefined
  readonly excludeTables: readonly string[] | undefined
}

/** Leaves in both schemas what is asked for. @throws AdminError `TABLE_NOT_FOUND`, `AMBIGUOUS_NAME`. */
export const chooseTables = (
  left: SchemaStructure,
  right: SchemaStructure,
  { tables, excludeTables }: TableChoice,
): [SchemaStructure, SchemaStructure] => {
  const known = [left, right].flatMap((each) => [...each.tables, ...each.views].map(({ name }) => name))
  const nameOf = nameResolver(known, 'TABLE_NOT_FOUND', 'In either schema, table')
  const resolved = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(nameOf))
  const wanted = tables && resolved(tables)
  const unwanted = resolved(excludeTables ?? [])
  const isChosen = (name: string): boolean => (wanted?.has(name) ?? true) && !unwanted.has(name)
  const choose = (schema: SchemaStructure): SchemaStructure => ({
    tables: schema.tables.filter(({ name }) => isChosen(name)),
    columns: schema.columns.filter(({ table }) => isChosen(table)),
    constraints: schema.constraints.filter(({ table }) => isChosen(table)),
    indexes: schema.indexes.filter(({ table }) => isChosen(table)),
    triggers: schema.triggers.filter(({ table }) => isChosen(table)),
    views: schema.views.filter(({ name }) => isChosen(name)),
    sequences: schema.sequences.filter(({ name }) => isChosen(name)),
    types: wanted ? [] : schema.types,
    routines: wanted ? [] : schema.routines,
    policies: schema.policies.filter(({ table }) => isChosen(table)),
    statistics: schema.statistics.filter(({ table }) => isChosen(table)),
    privileges: wanted ? [] : schema.privileges,
  })
  return [choose(left), choose(right)]
}
