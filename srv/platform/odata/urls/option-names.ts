import { textBefore } from '../url/query.ts'
import { badRequest } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

/** One option of a query string, its value as the client wrote it. */
export interface RawOption {
  readonly name: string
  readonly text: string
}

const decode = (text: string): string => decodeURIComponent(text).trim()

/** The options of the query string of a URL that is known to decode. */
export const rawOptions = (url: string): RawOption[] =>
  (url.split(/\?(.*)/s)[1] ?? '')
    .split('&')
    .filter(Boolean)
    .map((text) => ({ name: decode(textBefore(text, '=')), text }))

/** The decoded value of an option. */
export const valueOf = ({ text }: RawOption): string => decode(text.slice(textBefore(text, '=').length + 1))

export const printOptions = (options: readonly RawOption[]): string => {
  const query = options.map(({ text }) => text).join('&')
  return query && `?${query}`
}

/** The system query options of OData 4.0 and 4.01 that are taken; all others are refused. */
const NAMES: ReadonlySet<string> = new Set([
  ...['$apply', '$compute', '$count', '$expand', '$filter', '$format', '$orderby'],
  ...['$search', '$select', '$skip', '$skiptoken', '$top'],
])

/** What OData 4.01 has besides: without `$` these would be passed over silently, with it they are refused. */
const OTHERS: ReadonlySet<string> = new Set(['$deltatoken', '$id', '$index', '$levels', '$schemaversion'])

/** The name of a system query option as the standard spells it; what is another one's name stays as it is. */
const nameOf = (written: string): string => {
  const name = decodeURIComponent(written).trim()
  const full = `$${name.replace(/^\$/, '').toLowerCase()}`
  return NAMES.has(full) || OTHERS.has(full) ? full : name
}

const isOfSystem = (name: string): boolean => name.startsWith('$')

/**
 * System query options mean the same in any case, and without their `$`: `top=1` and `$TOP=1` are `$top=1`. Each is one
 * that is known, and is given once. Everything behind this sees them in one spelling.
 *
 * @see OData 4.01 URL Conventions, section 5.1: System Query Options
 */
export const optionNames: Concern = () => (req, _res, next) => {
  const path = textBefore(req.url, '?')
  if (path.length === req.url.length) return next()
  const options = req.url.slice(path.length + 1).split('&')
  const names = options.map((option) => nameOf(textBefore(option, '=')))
  const seen = new Set<string>()
  for (const name of names.filter(isOfSystem)) {
    if (!NAMES.has(name)) return next(badRequest('UNKNOWN_QUERY_OPTION', `There is no system query option "${name}".`))
    if (seen.has(name)) return next(badRequest('DUPLICATE_QUERY_OPTION', `The option "${name}" is given twice.`))
    seen.add(name)
  }
  const spelled = options.map((option, index) => {
    const name = names[index] ?? ''
    return isOfSystem(name) ? name + option.slice(textBefore(option, '=').length) : option
  })
  req.url = `${path}?${spelled.join('&')}`
  next()
}
