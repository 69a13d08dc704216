import {
  type TableDifference,
  byName,
  type ObjectChange,
  type ColumnStructure,
  type TableStructure,
  type ConstraintStructure,
} from './structure.ts'

type Constraints = readonly ConstraintStructure[]

/**
 * Compares constraints of tables. Those of one table that say the same are the same, whatever their names; of what is
 * left, those with the same name have changed, and so has a primary key.
 *
 * @param ignoreNames otherwise the name counts, too.
 */
export const compareConstraints = (left: Constraints, right: Constraints, ignoreNames: boolean): ObjectChange[] => {
  const textOf = (each: ConstraintStructure): string =>
    JSON.stringify([each.table, each.kind, each.definition, ignoreNames ? null : each.name])
  const unmatched = without(left, right, textOf)
  const unmatchedRight = without(right, left, textOf)
  const taken = new Set<ConstraintStructure>()
  const sameAs = Map.groupBy(unmatchedRight, objectOf)
  const pairs = unmatched.flatMap((a): (readonly [ConstraintStructure, ConstraintStructure])[] => {
    const object = objectOf(a)
    const b = object === null ? undefined : sameAs.get(object)?.shift()
    if (b) taken.add(b)
    return b ? [[a, b]] : []
  })
  const paired = new Set(pairs.map(([a]) => a))
  const changes = [
    ...pairs.map(([a, b]) => change('changed', a, b)),
    ...unmatched.filter((each) => !paired.has(each)).map((each) => change('missing', each, null)),
    ...unmatchedRight.filter((each) => !taken.has(each)).map((each) => change('extra', null, each)),
  ]
  return changes.sort((a, b) => byName(a.table ?? '', b.table ?? '') || byName(a.name, b.name))
}

/** Those that have no equal on the other side; several that are equal need as many there. */
const without = (
  list: Constraints,
  others: Constraints,
  textOf: (each: ConstraintStructure) => string,
): ConstraintStructure[] => {
  const left = new Map<string, number>()
  for (const other of others) left.set(textOf(other), (left.get(textOf(other)) ?? 0) + 1)
  return list.filter((each) => {
    const count = left.get(textOf(each)) ?? 0
    left.set(textOf(each), count - 1)
    return count <= 0
  })
}

/** What a constraint is known by, whatever it says; null for one without a name. */
const objectOf = ({ table, kind, name }: ConstraintStructure): string | null =>
  kind !== 'primaryKey' && name === null ? null : JSON.stringify([table, kind, kind === 'primaryKey' ? null : name])

const change = (
  type: ObjectChange['change'],
  a: ConstraintStructure | null,
  b: ConstraintStructure | null,
): ObjectChange => {
  const { table = '', kind = '', name = null } = a ?? b ?? {}
  return { change: type, table, kind, name, value1: shown(a, b), value2: shown(b, a) }
}

/** The name, too, where nothing else differs. */
const shown = (one: ConstraintStructure | null, other: ConstraintStructure | null): string | null =>
  one && one.definition === other?.definition ? `${one.name ?? ''} ${one.definition}` : (one?.definition ?? null)

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
