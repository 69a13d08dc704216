import {
  byName,
  type ObjectChange,
  type RenameCandidate,
  type TableDifference,
  type SchemaStructure,
  type ColumnStructure,
} from './structure.ts'
import { compareConstraints, compareTable, type TableOptions } from './compare-tables.ts'

interface Unpaired {
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
  readonly different: readonly { readonly table: string; readonly differences: readonly TableDifference[] }[]
  readonly indexes: readonly ObjectChange[]
}

/** What one schema lacks and the other has more, where only the name tells them apart and there is one way to pair them. */
const renameCandidates = (
  left: SchemaStructure,
  right: SchemaStructure,
  { onlyLeft, onlyRight, different, indexes }: Unpaired,
): RenameCandidate[] => {
  const shapeOf = (schema: SchemaStructure) => {
    const tables = Map.groupBy(schema.columns, (column) => column.table)
    return (table: string): string =>
      JSON.stringify((tables.get(table) ?? []).map((column) => [column.name, ...attributesOf(column)]))
  }
  const columnsOf = (schema: SchemaStructure) => {
    const tables = Map.groupBy(schema.columns, (column) => column.table)
    return (table: string) => {
      const columns = new Map((tables.get(table) ?? []).map((column) => [column.name, column]))
      return (name: string): string => JSON.stringify(attributesOf(columns.get(name)))
    }
  }
  const [leftColumnsOf, rightColumnsOf] = [columnsOf(left), columnsOf(right)]
  const indexesOf = Map.groupBy(indexes, ({ table = '' }) => table)
  return [
    ...pairs(onlyLeft, onlyRight, shapeOf(left), shapeOf(right)).map(([name1, name2]): RenameCandidate => ({
      kind: 'table',
      name1,
      name2,
    })),
    ...different.flatMap(({ table, differences }) => {
      const names = (kind: TableDifference['kind']): string[] =>
        differences.flatMap((each) => (each.kind === kind && each.column !== null ? [each.column] : []))
      return pairs(names('columnMissing'), names('columnExtra'), leftColumnsOf(table), rightColumnsOf(table)).map(
        ([name1, name2]): RenameCandidate => ({ kind: 'column', table, name1, name2 }),
      )
    }),
    ...[...indexesOf].flatMap(([table, ofTable]) => {
      const of = (change: ObjectChange['change']): Map<string, string> =>
        new Map(
          ofTable
            .filter((each) => each.change === change)
            .map(({ name, value1, value2 }) => [name ?? '', value1 ?? value2 ?? '']),
        )
      const [missing, extra] = [of('missing'), of('extra')]
      return pairs(
        [...missing.keys()],
        [...extra.keys()],
        (name) => missing.get(name),
        (name) => extra.get(name),
      ).map(([name1, name2]): RenameCandidate => ({ kind: 'index', table, name1, name2 }))
    }),
  ]
}

const attributesOf = (column: ColumnStructure | undefined): unknown[] =>
  column ? [column.type, column.nullable, column.defaultValue, column.generated, column.identity, column.collation] : []

/** Names whose shape only one has on either side. */
const pairs = (
  left: readonly string[],
  right: readonly string[],
  leftShape: (name: string) => string | undefined,
  rightShape: (name: string) => string | undefined,
): (readonly [string, string])[] => {
  const partnersOf = Map.groupBy(right, rightShape)
  return [...Map.groupBy(left, leftShape)].flatMap(([shape, [name, ...others]]) => {
    const [partner, ...more] = partnersOf.get(shape) ?? []
    const isAlone = name !== undefined && partner !== undefined && others.length + more.length === 0
    return isAlone ? [[name, partner] as const] : []
  })
}

interface Definition {
  readonly table?: string
  readonly name: string
  readonly definition: string
}

/** Compares what has a name in its schema: indexes and triggers of tables, views, sequences. */
const compareObjects = (left: readonly Definition[], right: readonly Definition[]): ObjectChange[] => {
  const idOf = ({ table, name }: Definition): string => JSON.stringify([table, name])
  const [first, second] = [
    new Map(left.map((each) => [idOf(each), each])),
    new Map(right.map((each) => [idOf(each), each])),
  ]
  const changes = [...new Set([...first.keys(), ...second.keys()])].flatMap((id): ObjectChange[] => {
    const [a, b] = [first.get(id), second.get(id)]
    const either = a ?? b
    if (!either || a?.definition === b?.definition) return []
    const { table, name } = either
    const change = a ? (b ? 'changed' : 'missing') : 'extra'
    return [
      {
        change,
        ...(table !== undefined && { table }),
        name,
        value1: a?.definition ?? null,
        value2: b?.definition ?? null,
      },
    ]
  })
  return changes.sort((a, b) => byName(a.table ?? '', b.table ?? '') || byName(a.name, b.name))
}

export interface SchemaDifferences {
  readonly tables: {
    /** Tables of both that do not differ. */
    readonly matching: number
    readonly onlyLeft: readonly string[]
    readonly onlyRight: readonly string[]
    readonly different: readonly { readonly table: string; readonly differences: readonly TableDifference[] }[]
  }
  readonly indexes: readonly ObjectChange[]
  readonly triggers: readonly ObjectChange[]
  readonly constraints: readonly ObjectChange[]
  readonly views: readonly ObjectChange[]
  readonly sequences: readonly ObjectChange[]
  readonly types: readonly ObjectChange[]
  readonly routines: readonly ObjectChange[]
  readonly policies: readonly ObjectChange[]
  readonly statistics: readonly ObjectChange[]
  readonly privileges: readonly ObjectChange[]
  readonly renameCandidates: readonly RenameCandidate[]
}

/**
 * Tells how the second schema differs from the first. What belongs to a table counts only where both have the table.
 */
export const compareStructures = (
  left: SchemaStructure,
  right: SchemaStructure,
  options: TableOptions & { readonly ignoreConstraintNames: boolean },
): SchemaDifferences => {
  const [first, second] = [tablesOf(left), tablesOf(right)]
  const [onlyLeft, onlyRight] = [without(first, second), without(second, first)]
  const both = [...first].filter(([name]) => second.has(name)).sort(([a], [b]) => byName(a, b))
  const different = both.flatMap(([table, side]) => {
    const partner = second.get(table)
    const differences = partner ? compareTable(side, partner, options) : []
    return differences.length === 0 ? [] : [{ table, differences }]
  })
  const isOnOne = new Set([...onlyLeft, ...onlyRight])
  const shared = <Item extends { readonly table: string }>(items: readonly Item[]): Item[] =>
    items.filter(({ table }) => !isOnOne.has(table))
  const indexes = compareObjects(shared(left.indexes), shared(right.indexes))
  return {
    tables: { matching: both.length - different.length, onlyLeft, onlyRight, different },
    indexes,
    triggers: compareObjects(shared(left.triggers), shared(right.triggers)),
    constraints: compareConstraints(shared(left.constraints), shared(right.constraints), options.ignoreConstraintNames),
    views: compareObjects(left.views, right.views),
    sequences: compareObjects(left.sequences, right.sequences),
    types: compareObjects(left.types, right.types),
    routines: compareObjects(left.routines, right.routines),
    policies: compareObjects(shared(left.policies), shared(right.policies)),
    statistics: compareObjects(shared(left.statistics), shared(right.statistics)),
    privileges: compareObjects(left.privileges, right.privileges),
    renameCandidates: renameCandidates(left, right, { onlyLeft, onlyRight, different, indexes }),
  }
}

const tablesOf = ({ tables, columns }: SchemaStructure) => {
  const byTable = Map.groupBy(columns, (column) => column.table)
  return new Map(
    tables.map((table) => {
      const own = [...(byTable.get(table.name) ?? [])].sort((a, b) => a.position - b.position)
      return [table.name, { table, columns: own }] as const
    }),
  )
}

const without = (some: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>): string[] =>
  [...some.keys()].filter((name) => !others.has(name)).sort(byName)
