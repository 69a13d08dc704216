import type { TableDifference } from './change.ts'
import type { ColumnStructure, TableStructure } from './structure.ts'

export interface TableOptions {
  readonly ignoreColumnOrder: boolean
  readonly compareComments: boolean
}

interface Side {
  readonly table: TableStructure
  readonly columns: readonly ColumnStructure[]
}

const ATTRIBUTES = ['type', 'nullable', 'defaultValue', 'generated', 'identity', 'collation'] as const

/** Compares one table of both schemas with its columns, in the order of the first. */
export const compareTable = (left: Side, right: Side, options: TableOptions): TableDifference[] => {
  const partners = new Map(right.columns.map((column) => [column.name, column]))
  const names = new Set(left.columns.map(({ name }) => name))
  return [
    ...of('tableType', null, 'type', left.table.type, right.table.type),
    ...(options.compareComments ? of('tableComment', null, 'comment', left.table.comment, right.table.comment) : []),
    ...left.columns.flatMap((column) => compareColumn(column, partners.get(column.name), options)),
    ...right.columns
      .filter(({ name }) => !names.has(name))
      .flatMap((column) => of('columnExtra', column.name, null, null, column.type)),
    ...(options.ignoreColumnOrder ? [] : compareOrder(left.columns, right.columns)),
  ]
}

const of = (
  kind: TableDifference['kind'],
  column: string | null,
  attribute: string | null,
  value1: string | null,
  value2: string | null,
): TableDifference[] => (value1 === value2 ? [] : [{ kind, column, attribute, value1, value2 }])

const compareColumn = (
  left: ColumnStructure,
  right: ColumnStructure | undefined,
  { compareComments }: TableOptions,
): TableDifference[] => {
  if (!right) return of('columnMissing', left.name, null, left.type, null)
  const attributes = compareComments ? ([...ATTRIBUTES, 'comment'] as const) : ATTRIBUTES
  return attributes.flatMap((attribute) =>
    of('columnChanged', left.name, attribute, textOf(left[attribute]), textOf(right[attribute])),
  )
}

const textOf = (value: string | boolean | null): string | null => (value === null ? null : String(value))

/** Only columns that both tables have are in order or not. */
const compareOrder = (left: readonly ColumnStructure[], right: readonly ColumnStructure[]): TableDifference[] => {
  const common = (list: readonly ColumnStructure[], others: readonly ColumnStructure[]): string =>
    list
      .filter(({ name }) => others.some((other) => other.name === name))
      .map(({ name }) => name)
      .join(', ')
  return of('columnOrder', null, 'order', common(left, right), common(right, left))
}
