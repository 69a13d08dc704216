import type { ObjectChange, RenameCandidate, TableDifference } from './change.ts'
import type { ColumnStructure, SchemaStructure } from './structure.ts'

export interface Unpaired {
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
  readonly different: readonly { readonly table: string; readonly differences: readonly TableDifference[] }[]
  readonly indexes: readonly ObjectChange[]
}

/** What one schema lacks and the other has more, where only the name tells them apart and there is one way to pair them. */
export const renameCandidates = (
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
