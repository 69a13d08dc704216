import type { KeyedTable, Reference, SchemaStructure } from '../../api/structure.ts'

/** More would be drawn slowly, and no longer read. */
export const MOST_TABLES = 250

export type Depth = 1 | 2 | 3 | 'all'

export interface Question {
  /** The table in the middle. */
  readonly table: string | undefined
  /** How far its neighbours are; `all` for all of the schemas. */
  readonly depth: Depth
  readonly withTechnical: boolean
}

/** A table of the picture. One of a schema that is not drawn is known by its name alone. */
export interface ChosenTable {
  readonly id: string
  readonly schema: string
  readonly name: string
  readonly columns: KeyedTable['columns']
  /** Names of the columns that refer to something, drawn or not. */
  readonly referring: readonly string[]
  /** Of no schema that is drawn. */
  readonly isElsewhere: boolean
  /** What it is called in the picture: with its schema, unless that is the first one. */
  readonly label: string
}

export interface ChosenReference extends Reference {
  readonly schema: string
  /** Ids of tables. */
  readonly from: string
  readonly to: string
}

export interface ChosenTables {
  readonly tables: readonly ChosenTable[]
  readonly references: readonly ChosenReference[]
  /** Tables of the schemas that are drawn, that the question is about, and that there are. */
  readonly shown: number
  readonly wanted: number
  readonly total: number
}

/** Names may hold dots; no name holds this in practice. */
const SEPARATOR = '\u001f'

/**
 * Which tables of schemas are drawn; the table in the middle is of the first one. Partitions are not: their table is. Of more
 * than can be drawn, those that are nearest to the table in the middle, then those with the most references.
 */
export const chooseTables = (
  structures: readonly SchemaStructure[],
  { table, depth, withTechnical }: Question,
): ChosenTables => {
  const [first] = structures
  const idOf = (schema: string, name: string): string =>
    schema === first?.schema ? name : [schema, name].join(SEPARATOR)
  const labelOf = (schema: string, name: string): string => (schema === first?.schema ? name : `${schema}.${name}`)
  const own = new Map(
    structures.flatMap(({ schema, tables }) =>
      tables
        .filter(
          ({ name, isPartition, isTechnical }) =>
            idOf(schema, name) === table || (!isPartition && (withTechnical || !isTechnical)),
        )
        .map((each) => [idOf(schema, each.name), { schema, ...each }] as const),
    ),
  )
  const drawnSchemas = new Set(structures.map(({ schema }) => schema))
  const references = structures.flatMap(({ schema, references: all }) =>
    all
      .map((each) => ({
        ...each,
        schema,
        from: idOf(schema, each.table),
        to: idOf(each.referencedSchema, each.referencedTable),
      }))
      .filter(({ from }) => own.has(from)),
  )
  const inside = references.filter(({ to }) => own.has(to))
  const wanted = inOrder([...own.keys()], inside, table !== undefined && own.has(table) ? table : undefined, depth)
  const shown = new Set(wanted.slice(0, MOST_TABLES))
  const drawn = references.filter(
    ({ from, to, referencedSchema }) => shown.has(from) && (shown.has(to) || !drawnSchemas.has(referencedSchema)),
  )
  const byTable = Map.groupBy(references, ({ from }) => from)
  const outside = new Map(
    drawn
      .filter(({ to }) => !shown.has(to))
      .map(({ to, referencedSchema: schema, referencedTable: name }) => [to, { schema, name }] as const),
  )
  return {
    tables: [
      ...[...shown].flatMap((id): ChosenTable[] => {
        const found = own.get(id)
        if (!found) return []
        const { schema, name, columns } = found
        const referring = byTable.get(id)?.flatMap((each) => each.columns) ?? []
        return [{ id, schema, name, columns, referring, isElsewhere: false, label: labelOf(schema, name) }]
      }),
      ...[...outside].map(([id, { schema, name }]): ChosenTable => ({
        ...{ id, schema, name, columns: [], referring: [], isElsewhere: true, label: labelOf(schema, name) },
      })),
    ],
    references: drawn,
    ...{ shown: shown.size, wanted: wanted.length, total: own.size },
  }
}

/** Names as they are drawn first: by the distance from the table in the middle, and by their number of references. */
const inOrder = (
  names: readonly string[],
  references: readonly Pick<ChosenReference, 'from' | 'to'>[],
  middle: string | undefined,
  depth: Depth,
): string[] => {
  const neighbours = new Map(names.map((name) => [name, new Set<string>()]))
  for (const { from, to } of references) {
    neighbours.get(from)?.add(to)
    neighbours.get(to)?.add(from)
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
