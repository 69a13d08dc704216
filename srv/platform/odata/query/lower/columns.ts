import { type Column, type Element, elementOf, type Entity } from '../../../cap/csn.ts'
import { BadRequest, type Spot } from '../../protocol/errors.ts'
import type { Item } from '../../url/nodes.ts'
import { namesOf } from '../../url/query.ts'

/** The path of a property that is selected, or `*`, and where it stands. */
interface Property {
  readonly path: readonly string[]
  readonly at: Spot
}

/** The paths that `$select` names; parts of a structure may stand in parentheses behind it. */
export const propertiesOf = (items: readonly Item[]): Property[] =>
  items.flatMap(({ path, options, at }) => {
    const other = namesOf(options ?? {}).find((name) => name !== 'select')
    if (other) throw new BadRequest(`$select has no option $${other}`, undefined, at)
    return options?.select
      ? propertiesOf(options.select).map((inner) => ({ path: [...path, ...inner.path], at: inner.at }))
      : [{ path, at }]
  })

const IGNORED = '@cds.api.ignore'

/** @throws BadRequest where a path leads to no property of the entity itself */
function checkProperty({ path: [first = '', ...rest], at: spot }: Property, entity: Entity): void {
  const wrong = (what: string): BadRequest => new BadRequest(what, undefined, spot)
  const element = elementOf(entity, first)
  if (!element || (element[IGNORED] && !element._target))
    throw wrong(`property "${first}" does not exist in "${entity.name}"`)
  if (rest.length && element._target) throw wrong(`no path leads through ${first}: use $expand=${first}($select=…)`)
  let at: Element | undefined = element
  for (const name of rest) {
    at = at.elements?.[name]
    if (!at) throw wrong(`property "${name}" does not exist in "${entity.name}/${first}"`)
  }
}

/** Operations, which `$select` may name as well: by their names, or by that of the service and a star. They have no columns. */
const isOperation = (
  { path: [name = '', ...rest] }: Property,
  { actions = {}, _service: service }: Entity,
): boolean => {
  if (rest.length) return false
  const namespace = `${service?.name ?? ''}.`
  const local = name.startsWith(namespace) ? name.slice(namespace.length) : name
  return Object.hasOwn(actions, local) || (local === '*' && local !== name)
}

/** The keys that an answer tells, but for the one of what a record is part of. */
const keysIn = (keys: Readonly<Record<string, Element>>): string[] =>
  Object.values(keys).flatMap((key) => {
    if (key.isAssociation || key._foreignKey4 === 'up_' || key[IGNORED]) return []
    return key.elements ? keysIn(key.elements) : [key.name]
  })

/**
 * The columns of what is selected, and of the keys besides, since they tell what an answer is about.
 *
 * @param properties - what `$select` names; all without it
 * @param expanded - the navigation properties that have columns of their own
 * @throws BadRequest
 */
export function columnsOf(
  properties: readonly Property[] | undefined,
  expanded: readonly string[],
  entity: Entity,
): Column[] {
  const named = properties?.filter((property) => !isOperation(property, entity)) ?? []
  if (!properties || named.some(({ path: [first] }) => first === '*')) return ['*']
  for (const property of named) checkProperty(property, entity)
  const paths = named
    .map(({ path }) => path)
    .filter(([first = '', ...rest]) => rest.length || !expanded.includes(first))
  const keys = keysIn(entity.keys ?? {}).filter((key) => !paths.some(([first]) => first === key))
  const texts = paths.map((path) => path.join('/'))
  const once = paths.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
  return [...once, ...keys.map((key) => [key])].map((path): Column => ({ ref: [...path] }))
}
