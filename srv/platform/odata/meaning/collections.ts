import { BadRequest, placed } from '../protocol/errors.ts'
import type { Expression, Lambda, Path, Segment } from '../url/nodes.ts'
import { namesOf } from '../url/query.ts'
import { typedComparison } from './comparison.ts'
import { joined, type Row, truth, type Typed, type Way } from './nodes.ts'
import { findCollection, type Names } from './rows.ts'
import { searched } from './search.ts'
import { type EdmType, hasOrder, isNumber, rangeOf } from './edm.ts'

/** How an expression is resolved: as a value, or as a condition. */
interface Resolve {
  readonly value: (expression: Expression, names: Names) => Typed
  readonly condition: (expression: Expression, names: Names) => Typed
}

/** A collection, what each of it is called, and the conditions of `$filter(…)` behind it. */
interface Filtered {
  readonly over: Way
  readonly each: Row
  readonly conditions: readonly Typed[]
}

/**
 * What a path that ends behind a collection means: `any`, `all`, `$count` and `aggregate`.
 *
 * @returns undefined for a path that ends otherwise
 * @throws BadRequest
 */
export function resolveCollection(path: Path, names: Names, resolve: Resolve): Typed | undefined {
  const last = path.segments.at(-1)
  if (last?.kind === 'lambda')
    return resolveLambda(findFiltered(path, names, resolve, last.variable), last, names, resolve)
  if (last?.kind === 'count') return resolveCount(findFiltered(path, names, resolve), last, names, resolve)
  if (last?.kind === 'aggregate') return resolveAggregate(findFiltered(path, names, resolve), last, names, resolve)
  return undefined
}

/** Names are those of each thing of a collection; variables around are not known there. */
const within = (each: Row, names: Names): Names => ({ ...names, here: each, variables: [], columns: new Map() })

function findFiltered(path: Path, names: Names, resolve: Resolve, name = ''): Filtered {
  const ahead = path.segments.slice(0, -1)
  const end = ahead.findLastIndex(({ kind }) => kind !== 'filter') + 1
  const { row, path: way, each: found } = findCollection(path, ahead.slice(0, end), names)
  const each: Row = { name, ...found }
  const conditions = ahead
    .slice(end)
    .flatMap((segment) => (segment.kind === 'filter' ? [resolve.condition(segment.of, within(each, names))] : []))
  return { over: { row, path: way }, each, conditions }
}

function resolveLambda(
  { over, each, conditions }: Filtered,
  { name, variable, of }: Lambda,
  names: Names,
  { condition }: Resolve,
): Typed {
  if (names.variables.some((known) => known.name === each.name && variable !== undefined))
    throw new BadRequest(`The variable ${each.name} is taken by the any or all around`)
  const asked = of && condition(of, { ...names, variables: [...names.variables, each] })
  if (!asked && name === 'all') throw new BadRequest('all needs a condition, as in all(x:x/price gt 1)')
  // Of all, those that are left out count as if the condition held for them.
  const parts = name === 'all' ? conditions.map((each) => typedComparison('ne', each, truth(true))) : [...conditions]
  const all = [...parts, ...(asked ? [asked] : [])]
  const wanted = all.length ? joined(name === 'all' ? 'or' : 'and', all) : undefined
  return { kind: name, over, each, of: wanted, type: 'Boolean', isNullable: false }
}

function resolveCount(
  { over, each, conditions }: Filtered,
  { options = {} }: Segment & { kind: 'count' },
  names: Names,
  { condition }: Resolve,
): Typed {
  const { filter, search } = options
  const other = namesOf(options).find((name) => name !== 'filter' && name !== 'search')
  if (other) throw new BadRequest(`$count takes $filter and $search, and no $${other}`)
  if (search && each.value) throw new BadRequest('$search is for collections of records')
  const all = [
    ...conditions,
    ...(filter ? [condition(filter, within(each, names))] : []),
    ...(search ? [searched(search, each)] : []),
  ]
  const of = all.length ? joined('and', all) : undefined
  return { kind: 'count', over, each, of, type: 'Int64', isNullable: false }
}

/** @see OData Extension for Data Aggregation 4.0, aggregate as a set transformation in expressions */
function resolveAggregate(
  { over, each, conditions }: Filtered,
  { of, method, at }: Segment & { kind: 'aggregate' },
  names: Names,
  { value }: Resolve,
): Typed {
  if (each.value) throw new BadRequest('aggregate is for collections of records')
  const typed = value(of, within(each, names))
  if (typed.kind === 'literal' || typed.kind === 'record') throw new BadRequest('aggregate needs a property')
  const type = placed(at, () => aggregateType(method, typed.type))
  const where = conditions.length ? joined('and', conditions) : undefined
  const isNullable = method !== 'countdistinct'
  return { kind: 'count', over, each, of: where, result: { method, of: typed }, type, isNullable }
}

const METHODS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'average', 'countdistinct'])

/** Databases differ in whether they order bytes, and what is true. */
const isOrdered = (type: EdmType | 'Null'): boolean => hasOrder(type) && type !== 'Boolean' && type !== 'Binary'

/**
 * The type of what a method makes of values of a type.
 *
 * @throws BadRequest for a method that there is not, or not for such values: databases would make something of texts as well
 */
export function aggregateType(method: string, type: EdmType | 'Null'): EdmType {
  if (!METHODS.has(method)) throw new BadRequest(`The method ${method} of aggregate is not supported`)
  if ((method === 'sum' || method === 'average') && !isNumber(type))
    throw new BadRequest(`${method} needs numbers, and not values of the type ${type}`)
  if ((method === 'min' || method === 'max') && !isOrdered(type))
    throw new BadRequest(`There is no ${method} of Edm.${type}`)
  if (method === 'countdistinct') return 'Int64'
  if (method === 'min' || method === 'max') return type as EdmType
  if (method === 'sum' && rangeOf(type) && type !== 'Int64') return 'Int64'
  return type === 'Double' ? 'Double' : 'Decimal'
}
