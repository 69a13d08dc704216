import type { Options } from '../url/nodes.ts'
import { readQuery } from '../url/query.ts'
import type { Version } from '../urls/protocol-version.ts'

function listOf({ select, expand = [] }: Options, version: Version): string {
  const isNew = version === '4.01'
  const expanded = expand
    // References and counts are no part of a record.
    .filter(({ path }) => path.length === 1)
    .map(({ path: [name = ''], options = {} }) => ({
      ...{ name, list: listOf(options, version), isTree: options.levels !== undefined },
    }))
  const names = new Set(expanded.map(({ name }) => name))
  // An expanded navigation makes a list in 4.01; in 4.0 where there is one, or where only a part of it is read.
  const navigations = expanded
    .filter(({ name, list }) => (isNew && name !== '*') || select !== undefined || list)
    .map(({ name, list, isTree }) => `${name}${isNew && isTree ? '+' : ''}${list || '()'}`)
  const properties = (select ?? [])
    .map(({ path, options }) => path.join('/') + (options ? listOf(options, version) : ''))
    .filter((name) => isNew || !names.has(name))
  const items = [...properties, ...navigations]
  return items.length ? `(${items.join(',')})` : ''
}

/**
 * The select list of a context URL, such as `(title,characters(ID))`: which part of each record an answer has. Empty
 * for whole records, and for options that cannot be read.
 *
 * @param query - the query string as the client wrote it
 * @see OData JSON Format, "Context URL", projected and expanded entities
 */
export function selectList(query: string, version: Version = '4.0'): string {
  if (!(version === '4.01' ? /select|expand/i : /select/i).test(query)) return ''
  try {
    return listOf(readQuery(query).options, version)
  } catch {
    // What cannot be read was refused already, or is no list.
    return ''
  }
}

/** Paths as items of a select list: `n`, `show/title` and `show/ID` are `n,show(title,ID)`. */
export function listOfPaths(paths: readonly string[]): string {
  const items = new Map<string, string[]>()
  for (const path of paths) {
    const [first = '', ...rest] = path.split('/')
    items.set(first, [...(items.get(first) ?? []), ...(rest.length ? [rest.join('/')] : [])])
  }
  return [...items].map(([name, inner]) => (inner.length ? `${name}(${listOfPaths(inner)})` : name)).join(',')
}
