import type { KeyedTable, Reference, SchemaStructure } from '../../api/structure.ts'

/** More would be drawn slowly, and no longer read. */
export const MOST_TABLES = 250

export type Depth = 1 | 2 | 3 | 'all'

export interface Question {
  /** The table in the middle. */
  readonly table: string | undefined
  /** How far its neighbours are; `all` for the whole schema. */
  readonly depth: Depth
  readonly withTechnical: boolean
}

/** A table of the picture. One of another schema is known by its name alone. */
export interface ChosenTable {
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly columns: KeyedTable['columns']
  /** Names of the columns that refer to something, drawn or not. */
  readonly referring: readonly string[]
  readonly isElsewhere: boolean
}

/** What a table is called in the picture. */
export const labelOf = ({ schema, name, isElsewhere }: ChosenTable): string =>
  isElsewhere ? `${schema}.${name}` : name

export interface ChosenReference extends Reference {
  /** Ids of tables. */
  readonly from: string
  readonly to: string
}

export interface ChosenTables {
  readonly tables: readonly ChosenTable[]
  readonly references: readonly ChosenReference[]
  /** Tables of the schema that are drawn, that the question is about, and that there are. */
  readonly shown: number
  readonly wanted: number
  readonly total: number
}

/**
 * Which tables of a schema are drawn. Partitions are not: their table is. Of more than can be drawn, those that are
 * nearest to the table in the middle, then those with the most references.
 */
export const chooseTables = (structure: SchemaStructure, { table, depth, withTechnical }: Question): ChosenTables => {
  const isOwn = ({ name, isPartition, isTechnical }: KeyedTable): boolean =>
    name === table || (!isPartition && (withTechnical || !isTechnical))
  const own = new Map(structure.tables.filter(isOwn).map((each) => [each.name, each]))
  const references = structure.references.filter(({ table: from }) => own.has(from))
  const isHere = ({ referencedSchema }: Reference): boolean => referencedSchema === structure.schema
  const inside = references.filter((each) => isHere(each) && own.has(each.referencedTable))
  const wanted = inOrder([...own.keys()], inside, table !== undefined && own.has(table) ? table : undefined, depth)
  const shown = new Set(wanted.slice(0, MOST_TABLES))
  const drawn = references.flatMap((each): ChosenReference[] => {
    const isDrawn = shown.has(each.table) && (!isHere(each) || shown.has(each.referencedTable))
    const to = isHere(each) ? each.referencedTable : elsewhere(each)
    return isDrawn ? [{ ...each, from: each.table, to }] : []
  })
  const byTable = Map.groupBy(references, ({ table: from }) => from)
  const outside = new Map(
    drawn.filter((each) => !isHere(each)).map((each) => [each.to, tableElsewhere(each.to, each)] as const),
  )
  return {
    tables: [
      ...[...shown].flatMap((name): ChosenTable[] => {
        const columns = own.get(name)?.columns ?? []
        const referring = byTable.get(name)?.flatMap((each) => each.columns) ?? []
        return [{ id: name, schema: structure.schema, name, columns, referring, isElsewhere: false }]
      }),
      ...outside.values(),
    ],
    references: drawn,
    ...{ shown: shown.size, wanted: wanted.length, total: own.size },
  }
}

/** Names may hold dots; no name holds this in practice. */
const SEPARATOR = '\u001f'

const elsewhere = ({ referencedSchema, referencedTable }: Reference): string =>
  [referencedSchema, referencedTable].join(SEPARATOR)

const tableElsewhere = (id: string, { referencedSchema, referencedTable }: Reference): ChosenTable => ({
  ...{ id, schema: referencedSchema, name: referencedTable, columns: [], referring: [], isElsewhere: true },
})

/** Names as they are drawn first: by the distance from the table in the middle, and by their number of references. */
const inOrder = (
  names: readonly string[],
  references: readonly Reference[],
  middle: string | undefined,
  depth: Depth,
): string[] => {
  const neighbours = new Map(names.map((name) => [name, new Set<string>()]))
  for (const { table, referencedTable } of references) {
    neighbours.get(table)?.add(referencedTable)
    neighbours.get(referencedTable)?.add(table)
  }
  const near = new Set(middle === undefined ? [] : [middle])
  let edge = [...near]
  for (let step = 0; edge.length > 0 && (depth === 'all' || step < depth); step++) {
    edge = [...new Set(edge.flatMap((name) => [...(neighbours.get(name) ?? [])]))].filter((name) => !near.has(name))
    for (const name of edge) near.add(name)
  }
  if (middle !== undefined && depth !== 'all') return [...near]
  const degree = (name: string): number => neighbours.get(name)?.size ?? 0
  const others = names.filter((name) => !near.has(name)).toSorted((a, b) => degree(b) - degree(a))
  return [...near, ...others]
}
