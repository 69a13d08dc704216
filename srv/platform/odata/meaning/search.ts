import { elementOf, type Element, type Entity } from '../../cap/csn.ts'
import type { Search } from '../url/nodes.ts'
import { call, comparison, joined, literal, type Row, truth, type Typed } from './nodes.ts'

/** `contains` compares characters, so %, _ and \ mean themselves. It is null for null, which has no text to find. */
const found = (text: string, path: string, row: Row): Typed => {
  let entity = row.entity
  const elements = path.split('/').flatMap((name) => {
    const element = elementOf(entity, name)
    entity = element?._target
    return element ?? []
  })
  const property: Typed = { kind: 'property', row, path: elements, type: 'String', isNullable: true }
  const lower = [property, literal('String', text)].map((part) => call('tolower', [part], 'String'))
  return call('contains', lower, 'Boolean')
}

/**
 * A search as a condition on rows, so that whatever is true of filters (navigation, `$expand`, counts, drafts, every
 * database) is true of searches.
 */
export function searched(search: Search, row: Row, isNegated = false): Typed {
  switch (search.kind) {
    case 'term': {
      const each = (row.entity ? searchablePaths(row.entity) : []).map((path) => found(search.text, path, row))
      if (isNegated)
        return joined(
          'and',
          each.map((part) => comparison('ne', part, truth(true))),
        )
      return joined('or', each)
    }
    case 'not':
      return searched(search.of, row, !isNegated)
    default: {
      const kind = (search.kind === 'and') === isNegated ? 'or' : 'and'
      return joined(
        kind,
        search.of.map((part) => searched(part, row, isNegated)),
      )
    }
  }
}

const ANNOTATION = '@cds.search.'
const TEXT_TYPES: ReadonlySet<string> = new Set(['cds.String', 'cds.LargeString'])

const isText = (element: Element | undefined): boolean =>
  !!element && !element.virtual && TEXT_TYPES.has(element._type ?? element.type)

/** Texts the server writes by itself, such as `createdBy`, are found only where annotated. */
const isWrittenByServer = (element: Element): boolean =>
  !!element['@cds.on.insert'] || !!element['@cds.on.update'] || !!element['@Core.Computed']

const cache = new WeakMap<Entity, readonly string[]>()

/**
 * The paths that `$search` looks into, as OData writes them (`name`, `people/name`): the elements annotated with
 * `@cds.search`, an annotated to-one association standing for the searchable elements of its target; all texts of
 * the entity where nothing is annotated. Elements that a projection leaves out are not searched.
 */
function searchablePaths(entity: Entity): readonly string[] {
  const known = cache.get(entity)
  if (known) return known
  const paths = compute(entity)
  cache.set(entity, paths)
  return paths
}

function compute(entity: Entity): string[] {
  const annotated = Object.keys(entity).filter((key) => key.startsWith(ANNOTATION))
  const chosen = annotated.filter((key) => entity[key as `@${string}`]).map((key) => key.slice(ANNOTATION.length))
  if (chosen.length) return chosen.flatMap((path) => resolve(entity, path.split('.')))
  const excluded = new Set(annotated.map((key) => key.slice(ANNOTATION.length)))
  return Object.values(entity.elements)
    .filter((element) => isText(element) && !isWrittenByServer(element) && !excluded.has(element.name))
    .map((element) => element.name)
}

function resolve(entity: Entity, [name = '', ...rest]: string[]): string[] {
  const element = elementOf(entity, name)
  if (element?.is2one && element._target) {
    const target = element._target
    return (rest.length ? resolve(target, rest) : searchablePaths(target)).map((path) => `${name}/${path}`)
  }
  return !rest.length && (isText(element) || element?.items) ? [name] : []
}
