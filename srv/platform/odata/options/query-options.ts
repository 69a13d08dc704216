import { badRequest } from '../errors/errors.ts'
import { SYSTEM_OPTIONS } from './system-options.ts'
import { textBefore } from '../urls/text-before.ts'
import type { Concern } from '../../cap/odata.ts'

/** Names of the system query options in a query string. */
const systemOptions = (query: string): string[] =>
  query
    .split('&')
    .map((option) => decodeURIComponent(textBefore(option, '=')).trim())
    .filter((name) => name.startsWith('$'))

const firstDuplicate = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/**
 * The options inside the parentheses of $expand, one list per pair of parentheses: `a($top=1;$expand=b($top=2))` has
 * [$top, $expand] and [$top]. Quoted text is passed over.
 */
export const nestedOptions = (expand: string): string[][] => {
  const lists: string[][] = []
  const open: string[][] = []
  for (const [token, name] of expand.matchAll(/'[^']*'|"[^"]*"|\(|\)|(\$\w+)\s*=/g)) {
    if (token === '(') lists.push((open[open.length] = []))
    else if (token === ')') open.pop()
    else if (name) open.at(-1)?.push(name)
  }
  return lists
}

/** Every system query option is one that is known, and is given once, in the URL and inside $expand alike. */
export const queryOptions: Concern = () => (req, _res, next) => {
  const start = req.url.indexOf('?')
  if (start < 0) return next()
  const query = req.url.slice(start + 1)
  const names = systemOptions(query)

  const unknown = names.find((name) => !SYSTEM_OPTIONS.has(name))
  if (unknown) return next(badRequest('UNKNOWN_QUERY_OPTION', `There is no system query option "${unknown}".`))

  const nested = names.includes('$expand') && query.includes('(') ? nestedOptions(decodeURIComponent(query)) : []
  for (const list of [names, ...nested]) {
    const duplicate = firstDuplicate(list)
    if (duplicate) return next(badRequest('DUPLICATE_QUERY_OPTION', `The option "${duplicate}" is given twice.`))
  }
  next()
}
