import { BadRequest } from '../errors/bad-request.ts'
import { constant, type Operand } from '../../cap/csn.ts'
import { kindOf, numberKind, numberType } from '../functions/types.ts'
import { pathsOfSteps } from './mentioned.ts'
import {
  columnAt,
  filtered,
  isTaken,
  type Relation,
  relationOf,
  resolved,
  type ResultColumn,
  selectOf,
  settled,
  sourceOf,
} from './relation.ts'
import { parsedOperand, type ParseOption, translated, typeOfOperand } from './source.ts'
import type { Aggregate, NamedExpression, OrderItem, Transformation } from './transformation.ts'

function computeOn(relation: Relation, items: readonly NamedExpression[]): Relation {
  const computed = new Map(relation.computed)
  for (const { of, name } of items) {
    if (isTaken(name, { ...relation, computed })) throw new BadRequest(`There is a property ${name} already`)
    const expression = resolved(of, { ...relation, computed })
    if (expression.kind === 'literal' || expression.kind === 'list')
      throw new BadRequest(`${name} is not computed of anything`)
    parsedOperand(expression, relation.source)
    computed.set(name, expression)
  }
  return { ...relation, computed }
}

/** Databases differ in whether they order bytes and structures. */
function checkOrder(method: string, operand: Operand, { source }: Relation): void {
  const kind = kindOf(operand, source.entity)
  if (kind === 'boolean') throw new BadRequest(`There is no ${method} of what is true or false`)
  if (!kind) throw new BadRequest(`There is no ${method} of ${typeOfOperand(operand, source)}`)
}

/** Sums are of numbers only; databases would make something of texts as well. */
function aggregateColumn({ method, of, name }: Aggregate, relation: Relation): ResultColumn {
  if (!of) return { path: name, operand: { func: 'count', args: [constant(1)] }, type: 'Int64' }
  const { source } = relation
  const operand = parsedOperand(resolved(of, relation), source)
  if (operand.val !== undefined) throw new BadRequest(`${name} aggregates no property`)
  const type = typeOfOperand(operand, source)
  const isOfNumbers = method === 'sum' || method === 'average'
  const number = numberKind(operand, source.entity)
  if (isOfNumbers && !number) throw new BadRequest(`${method} needs numbers, and ${name} is of none`)
  if (method === 'min' || method === 'max') checkOrder(method, operand, relation)
  const exact = numberType(operand, source.entity) === 'Double' ? 'Double' : 'Decimal'
  const types = new Map([
    ['sum', number === 'integer' && !type.endsWith('64') ? 'Int64' : exact],
    ['average', exact],
    ['countdistinct', 'Int64'],
  ])
  return {
    path: name,
    operand: { func: method, args: [translated(operand, source)] },
    type: types.get(method) ?? type,
  }
}

/** A property itself; what was computed is no part of GROUP BY, whose parameters databases do not compare. */
const isPlain = (path: string, { computed }: Relation): boolean => (computed.get(path)?.kind ?? 'path') === 'path'

function groupOn(
  relation: Relation,
  { by, aggregates }: Transformation & { kind: 'group' },
  wanted: readonly string[],
  parse: ParseOption,
): Relation {
  const isReady = !relation.page && by.every((path) => isPlain(path, relation))
  const rows = isReady ? relation : settled(relation, wanted, parse)
  const keys = by.map((path) => columnAt(path, rows))
  const columns = [...keys, ...aggregates.map((aggregate) => aggregateColumn(aggregate, rows))]
  const names = columns.map(({ path }) => path)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BadRequest(`$apply gives the name ${twice} twice`)
  const select = selectOf(
    { ...rows, order: [] },
    columns,
    keys.map(({ operand }) => operand),
  )
  return relationOf(sourceOf(select, columns, parse))
}

/** `skip` and `top` of what an earlier page has left. */
function pageOn(relation: Relation, skip: number, top: number | undefined): Relation {
  const { skip: before = 0, top: left } = relation.page ?? {}
  const rest = left === undefined ? undefined : Math.max(0, left - skip)
  const rows = top === undefined ? rest : Math.min(top, rest ?? top)
  return { ...relation, page: { skip: before + skip, ...(rows !== undefined && { top: rows }) } }
}

const orderedBy = (relation: Relation, items: readonly OrderItem[]): Relation => ({
  ...relation,
  order: items.map((item) => ({ ...item, of: resolved(item.of, relation) })),
})

/**
 * What steps make of rows: several relations after `concat`, one else.
 *
 * @param wanted - what is asked of records behind the last step
 * @param parse - reads options about rows that are no records any more
 * @throws BadRequest
 */
export function applySteps(
  start: Relation,
  steps: readonly Transformation[],
  wanted: readonly string[],
  parse: ParseOption,
): Relation[] {
  let relation = start
  for (const [index, step] of steps.entries()) {
    const rest = steps.slice(index)
    const asked = (): string[] => [...wanted, ...pathsOfSteps(rest)]
    if (step.kind === 'group') relation = groupOn(relation, step, asked(), parse)
    else if (step.kind === 'page') relation = pageOn(relation, step.skip, step.top)
    else if (step.kind === 'concat') {
      if (rest.length > 1) throw new BadRequest('Nothing is supported behind concat')
      return step.of.flatMap((branch) => applySteps(relation, branch, wanted, parse))
    } else {
      if (relation.page && step.kind !== 'compute') relation = settled(relation, asked(), parse)
      if (step.kind === 'filter') relation = filtered(relation, step.condition)
      else if (step.kind === 'compute') relation = computeOn(relation, step.items)
      else relation = orderedBy(relation, step.items)
    }
  }
  return [relation]
}
