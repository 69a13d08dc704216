import { type Element, elementOf, type Entity } from '../../cap/csn.ts'
import { BadRequest, placed, type Spot } from '../protocol/errors.ts'
import { limitsInForce } from '../protocol/limits.ts'
import type { Item, Options } from '../url/nodes.ts'
import { namesOf, type OptionName } from '../url/query.ts'
import { isReferable, keyNames } from './edm.ts'

/** A navigation property that is expanded, with what is asked of its records. */
export interface Expanded {
  readonly element: Element & { readonly _target: Entity }
  readonly options: Options
  /** What is answered in place of the records. */
  readonly end?: End
}

type End = '$ref' | '$count'

/** The options that choose among records, put them in an order, or count them. */
export const OF_COLLECTIONS: readonly string[] = [
  'apply',
  'count',
  'filter',
  'orderby',
  'search',
  'skip',
  'skiptoken',
  'top',
]

/** What can be asked of references and of counts. */
const OF_ENDS: Readonly<Record<End, readonly OptionName[]>> = {
  $ref: ['filter', 'search', 'orderby', 'skip', 'top', 'count'],
  $count: ['filter', 'search'],
}

const isNavigation = (element: Element | undefined, { _service }: Entity): element is Expanded['element'] =>
  element?._target !== undefined && element._target._service === _service

/** A navigation property that leads to records of the same kind is expanded within itself, as often as it says. */
function withLevels(element: Element, { levels, ...options }: Options, entity: Entity, at: Spot): Options {
  if (levels === undefined) return options
  const most = limitsInForce().expandDepth
  const left = levels === 'max' ? most : levels
  if (left < 1) throw new BadRequest('$levels must be a number from 1, or max.')
  if (left > most) throw new BadRequest(`$levels is at most ${most}.`)
  const isRecursive = element._target === entity
  if (!isRecursive && levels !== 1)
    throw new BadRequest('$levels is for navigation properties that lead to records of the same kind.')
  if (isRecursive && options.expand)
    throw new BadRequest('$levels and $expand of the same navigation property are not supported.')
  if (!isRecursive || left === 1) return options
  const written = options.written?.map((option) =>
    option.name === '$levels' ? { ...option, value: String(left - 1) } : option,
  )
  const below: Options = { ...options, levels: left - 1, ...(written && { written }) }
  return { ...options, expand: [{ path: [element.name], options: below, at }] }
}

/** References need the keys, and counts no record at all. */
function ofEnd(end: End, { name, is2many, _target: target }: Expanded['element'], options: Options, at: Spot): Options {
  if (end === '$count' && !is2many) throw new BadRequest(`${name} is no collection, and has no count.`)
  if (!isReferable(target)) throw new BadRequest(`${name} has no URL of its own to refer to it by.`)
  const other = namesOf(options).find((option) => !OF_ENDS[end].includes(option))
  if (other) throw new BadRequest(`${name}/${end} has no option $${other}.`)
  if (end === '$count') return { ...options, count: true, top: 0 }
  return { ...options, select: keyNames(target).map((key) => ({ path: [key], at })) }
}

function expandedBy({ path, options = {}, at }: Item, entity: Entity): Expanded {
  const [name = '', end, ...rest] = path
  const element = elementOf(entity, name)
  if (!isNavigation(element, entity))
    throw new BadRequest(`navigation property "${name}" does not exist in "${entity.name}"`)
  if (rest.length || (end !== undefined && end !== '$ref' && end !== '$count'))
    throw new BadRequest(`no path leads through ${name}: use $expand=${name}($expand=…)`)
  if (options.apply) throw new BadRequest('$apply is not supported in $expand')
  if (end) return { element, options: ofEnd(end, element, options, at), end }
  const ofMany = element.is2many ? undefined : namesOf(options).find((option) => OF_COLLECTIONS.includes(option))
  if (ofMany) throw new BadRequest(`$${ofMany} is for collections, and ${name} is a single record`, 'NOT_SUPPORTED')
  return { element, options: withLevels(element, options, entity, at) }
}

const CLOSED = '@Capabilities.ExpandRestrictions.NonExpandableProperties'

/** `*` stands for all navigation properties, and `*` with `/$ref` for those whose records have URLs of their own. */
function spread({ path: [, ...end], options, at }: Item, entity: Entity): Item[] {
  if (options && !end.length) throw new BadRequest('$expand=* has no options: name the navigation properties.')
  const closed = (entity[CLOSED] ?? []) as readonly { '=': string }[]
  return Object.values(entity.elements)
    .filter((element) => isNavigation(element, entity) && !closed.some(({ '=': name }) => name === element.name))
    .filter(({ _target: target }) => !end.length || (target && isReferable(target)))
    .map(({ name }) => ({ path: [name, ...end], ...(options && { options }), at }))
}

/**
 * What `$expand` asks for: each navigation property once, named ones before those that `*` stands for.
 *
 * @throws BadRequest
 */
export function expandedOf(items: readonly Item[], entity: Entity): Expanded[] {
  const isAll = ({ path }: Item): boolean => path[0] === '*'
  const named = items.filter((item) => !isAll(item))
  const names = [...named.map(({ path }) => path[0]), ...items.filter(isAll).map(({ path }) => path.join('/'))]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BadRequest(`$expand has ${twice} twice`)
  const others = items
    .filter(isAll)
    .flatMap((item) => placed(item.at, () => spread(item, entity)))
    .filter(({ path }, index, all) => all.findIndex((each) => each.path[0] === path[0]) === index)
    .filter(({ path }) => !names.includes(path[0]))
  return [...named, ...others].map((item) => placed(item.at, () => expandedBy(item, entity)))
}
