import { parseExpand, readUntil } from '../options/expand.ts'
import { parseQueryString, type QueryOption, valueOf } from '../url/query-string.ts'
import { endOfItem } from '../options/expand-items.ts'
import type { Version } from '../urls/protocol-version.ts'

const splitItems = (text: string): string[] => {
  const items: string[] = []
  for (let at = 0; at < text.length; at = readUntil(text, at, ',') + 1)
    items.push(text.slice(at, readUntil(text, at, ',')).trim())
  return items
}

const isRecursive = (options: readonly QueryOption[]): boolean => valueOf(options, '$levels') !== undefined

function listOf(options: readonly QueryOption[], version: Version): string {
  const select = valueOf(options, '$select')
  const expand = valueOf(options, '$expand')
  const expanded = expand
    ? parseExpand(expand)
        // References and counts are no part of a record.
        .filter(({ path }) => !endOfItem(path).end)
        .map(({ path, options: nested = [] }) => [path, listOf(nested, version), isRecursive(nested)] as const)
    : []
  const selected = select ? splitItems(select) : []
  const names = new Set(expanded.map(([path]) => path))
  const isNew = version === '4.01'
  // An expanded navigation makes a list in 4.01; in 4.0 where there is one, or where only a part of it is read.
  const navigations = expanded
    .filter(([path, list]) => (isNew && path !== '*') || select !== undefined || list)
    .map(([path, list, isTree]) => `${path}${isNew && isTree ? '+' : ''}${list || '()'}`)
  const properties = selected.filter((name) => isNew || !names.has(name))
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
  if (!(version === '4.01' ? /select|expand/ : /select/).test(query)) return ''
  try {
    return listOf(parseQueryString(query), version)
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
