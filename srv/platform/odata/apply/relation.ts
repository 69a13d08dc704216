import { BadRequest } from '../errors/bad-request.ts'
import { constant, type Element, elementOf, type Entity, type Operand, type Select, type Token } from '../../cap/csn.ts'
import type { Expression } from '../options/expression.ts'
import { expanded } from '../options/read-expression.ts'
import {
  columnElement,
  conditionOn,
  isProperty,
  parsedOperand,
  type ParseOption,
  type Source,
  translated,
  typeOfOperand,
} from './source.ts'
import type { OrderItem } from './transformation.ts'

/** Rows as steps of `$apply` have left them so far: what one SELECT says. Expressions are in the terms of the source. */
export interface Relation {
  readonly source: Source
  readonly computed: ReadonlyMap<string, Expression>
  readonly filters: readonly Token[][]
  readonly order: readonly OrderItem[]
  readonly page?: { readonly skip: number; readonly top?: number }
}

export const relationOf = (source: Source): Relation => ({ source, computed: new Map(), filters: [], order: [] })

/** An expression with the names that were computed written out. */
export const resolved = (expression: Expression, { computed }: Relation): Expression => expanded(expression, computed)

/** A column of a result: its name in paths, what it holds, and the type of that. */
export interface ResultColumn {
  readonly path: string
  readonly operand: Operand
  readonly type: string
}

/** A column that holds what a path or a computed name means. */
export function columnAt(path: string, relation: Relation): ResultColumn {
  const { source, computed } = relation
  const isComputed = computed.has(path)
  if (!isComputed && !source.columns && !isProperty(path, source.entity))
    throw new BadRequest(`There is no property ${path} to group by`)
  const operand = parsedOperand(resolved({ kind: 'path', text: path }, relation), source)
  return { path, operand: translated(operand, source), type: typeOfOperand(operand, source) }
}

const whereOf = (filters: readonly Token[][]): Token[] =>
  filters.flatMap((tokens, index) => (index ? ['and', { xpr: tokens }] : [{ xpr: tokens }]))

const orderOf = ({ order, source }: Relation): Operand[] =>
  order.flatMap(({ of, isDescending, nullsLast }) => {
    const operand = translated(parsedOperand(of, source), source)
    const missing: Token[] = ['case', 'when', operand, 'is', 'null', 'then', constant(1), 'else', constant(0), 'end']
    return [...(nullsLast ? [{ xpr: missing }] : []), { ...operand, sort: isDescending ? 'desc' : 'asc' }]
  })

/** The properties of a record that make up its key in the database. */
export const keysOf = ({ keys = {} }: Entity): string[] =>
  Object.values(keys)
    .filter(({ isAssociation, virtual, name }) => !isAssociation && !virtual && name !== 'IsActiveEntity')
    .map(({ name }) => name)

/** What decides between rows that are alike, so that pages do not overlap. */
const tiesOf = ({ source: { entity, columns } }: Relation): Operand[] =>
  (columns ? [...columns.values()] : keysOf(entity)).map((name) => ({ ref: [name] }))

/** The SELECT of a relation with the columns given; as c0, c1 and so on, so that no name means two things. */
export function selectOf(
  relation: Relation,
  columns: readonly ResultColumn[],
  groupBy: readonly Operand[] = [],
): Select {
  const { source, filters, page } = relation
  const list = columns.map(({ operand }, index) => ({ ...operand, as: `c${index}` }))
  return {
    from: source.from,
    columns: list.length ? list : [{ ...constant(1), as: 'c0' }],
    ...(filters.length && { where: whereOf(filters) }),
    ...(groupBy.length && { groupBy: [...groupBy] }),
    ...(page && {
      orderBy: [...orderOf(relation), ...tiesOf(relation)],
      limit: {
        rows: { val: page.top ?? Number.MAX_SAFE_INTEGER },
        ...(page.skip && { offset: { val: page.skip } }),
      },
    }),
  }
}

/** The rows of a SELECT as the source of further ones. */
export function sourceOf(select: Select, columns: readonly ResultColumn[], parse: ParseOption): Source {
  const elements: Record<string, Element> = {}
  for (const [index, { type }] of columns.entries()) elements[`c${index}`] = columnElement(`c${index}`, type)
  return {
    from: { SELECT: select },
    entity: { name: 'a result', kind: 'entity', elements } satisfies Entity,
    columns: new Map(columns.map(({ path }, index) => [path, `c${index}`])),
    parse,
  }
}

/** No name that a client can write. */
const orderName = (index: number): string => ` order ${index}`

export const isOwnName = (path: string): boolean => path.startsWith(' ')

/** The names that rows are known by, in their order; of records those of their own properties. */
export function namesOf({ source, computed }: Relation): string[] {
  const { columns, entity } = source
  const own = columns ? [...columns.keys()] : Object.keys(entity.elements).filter((name) => isProperty(name, entity))
  return [...own.filter((name) => !isOwnName(name)), ...computed.keys()]
}

/**
 * The same rows as the source of another SELECT, in their order.
 *
 * @param wanted - what will be asked of records; of other rows everything stays
 */
export function settled(relation: Relation, wanted: readonly string[], parse: ParseOption): Relation {
  const { source, order, computed } = relation
  const known = source.columns
    ? namesOf(relation)
    : [...new Set(wanted)].filter((path) => computed.has(path) || isProperty(path, source.entity))
  const orders = order.map(({ of }, index): ResultColumn => {
    const operand = parsedOperand(of, source)
    return { path: orderName(index), operand: translated(operand, source), type: typeOfOperand(operand, source) }
  })
  const columns = [...known.map((path) => columnAt(path, relation)), ...orders]
  return {
    ...relationOf(sourceOf(selectOf(relation, columns), columns, parse)),
    order: order.map((item, index) => ({ ...item, of: { kind: 'path', text: orderName(index) } })),
  }
}

/** Whether a name is taken by what rows have already. */
export const isTaken = (name: string, { source, computed }: Relation): boolean =>
  computed.has(name) || (source.columns?.has(name) ?? elementOf(source.entity, name) !== undefined)

export const filtered = (relation: Relation, condition: Expression): Relation => ({
  ...relation,
  filters: [...relation.filters, conditionOn(resolved(condition, relation), relation.source)],
})
