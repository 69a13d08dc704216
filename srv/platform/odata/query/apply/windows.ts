import { constant, type Operand, type Token } from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'
import { isNumber } from '../../meaning/edm.ts'
import { numberOf } from '../../meaning/numbers.ts'
import { comparison, joined, literal, type Typed } from '../../meaning/nodes.ts'
import { resolveValue } from '../../meaning/resolve.ts'
import type { Transformation } from '../../url/nodes.ts'
import { cdsTypeOfTyped, columnAt, operandOf, ordersOf, type Relation, tiesOf, valueAt } from './relation.ts'
import { settled } from './aggregate.ts'

/** No names that a client can write. */
const [NUMBER, BEFORE, TOTAL] = [' number', ' before', ' total']

const listed = (operands: readonly Operand[]): Token[] =>
  operands.flatMap((operand, index): Token[] => [...(index ? [','] : []), operand])

/** A function over the rows of each group. */
const over = (func: Operand, by: readonly Operand[], order: readonly Token[]): Operand => ({
  xpr: [func, 'over', { xpr: [...(by.length ? ['partition by', ...listed(by)] : []), ...order] }],
})

/** The order of the rows, where missing values are the least. */
const orderIn = (relation: Relation): Token[] => {
  const orders = [...ordersOf(relation, true), ...tiesOf(relation)]
  return [
    'order by',
    ...orders.flatMap(({ sort, ...operand }, index): Token[] => [
      ...(index ? [','] : []),
      operand,
      ...(sort === 'desc' ? ['desc'] : []),
    ]),
  ]
}

const groupsOf = (by: readonly string[], relation: Relation): Operand[] =>
  by.map((path) => columnAt(path, relation).operand)

/** The rows of each group from one place in their order up to another one. */
export function pageOfGroups(
  relation: Relation,
  by: readonly string[],
  { skip, top }: { readonly skip: number; readonly top?: number | undefined },
  wanted: readonly string[],
): Relation {
  const operand = over({ func: 'row_number', args: [] }, groupsOf(by, relation), orderIn(relation))
  const rows = settled(relation, wanted, [{ path: NUMBER, operand, type: 'Int64' }])
  const number = valueAt(NUMBER, rows)
  const at = (place: number): Typed => literal('Int64', String(place))
  const filters = [
    comparison('gt', number, at(skip)),
    ...(top === undefined ? [] : [comparison('le', number, at(skip + top))]),
  ]
  return { ...rows, filters: [joined('and', filters)] }
}

const PREVIOUS: readonly Token[] = ['rows between unbounded preceding and 1 preceding']

/** `topsum(9,x)`, `toppercent(50,x)` and the like: as few rows of each group, in the order of x, as have that much of x. */
export function partOfSum(
  relation: Relation,
  { name, measure, by: of }: Transformation & { readonly kind: 'best' },
  by: readonly string[],
  wanted: readonly string[],
): Relation {
  const value = resolveValue(of, relation.names)
  const wantedSum = resolveValue(measure, relation.names)
  if (!isNumber(value.type)) throw new BadRequest(`${name} needs numbers, not ${value.type}`)
  if (wantedSum.kind !== 'literal' || !isNumber(wantedSum.type)) throw new BadRequest(`${name} takes a number first`)
  const isPercent = name.endsWith('percent')
  const least = numberOf(wantedSum.text)
  if (isPercent && !(least >= 0 && least <= 100)) throw new BadRequest(`${name} takes a percentage from 0 to 100`)
  const type = cdsTypeOfTyped(value) === 'Double' ? 'Double' : 'Decimal'
  const sum: Operand = { func: 'sum', args: [operandOf(value, relation)] }
  const groups = groupsOf(by, relation)
  const before: Operand = {
    func: 'coalesce',
    args: [over(sum, groups, [...orderIn(relation), ...PREVIOUS]), constant(0)],
  }
  const rows = settled(relation, wanted, [
    { path: BEFORE, operand: isPercent ? { xpr: [before, '*', constant(100)] } : before, type },
    ...(isPercent ? [{ path: TOTAL, operand: { xpr: [over(sum, groups, []), '*', constant(least)] }, type }] : []),
  ])
  return { ...rows, filters: [comparison('lt', valueAt(BEFORE, rows), isPercent ? valueAt(TOTAL, rows) : wantedSum)] }
}
