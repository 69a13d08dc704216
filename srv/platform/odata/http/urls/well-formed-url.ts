import type { Concern, RequestHandler } from '../../../cap/odata.ts'
import { checkQuery, checkUrl } from '../../../guard/index.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { isOne, printPath, resourceAt } from '../../meaning/resource.ts'
import { textBefore } from '../../url/query.ts'

/** Names that every JavaScript object answers to: CAP looks path segments up in plain objects. */
const isInherited = (segment: string): boolean => textBefore(segment, '(') in Object.prototype

/** Refuses URLs that cannot be decoded or that name inherited properties, and drops a trailing slash. */
export const wellFormedUrl: Concern = () => (req, _res, next) => {
  let path
  try {
    path = decodeURIComponent(req.path)
    decodeURIComponent(req.url)
    // Half of a character that needs two comes in the text of a batch.
    encodeURI(req.url)
  } catch {
    return next(
      badRequest(
        'INVALID_URL',
        'The URL holds a percent sign that is not part of a percent-encoded character, or half a character.',
      ),
    )
  }
  if (path.split('/').some(isInherited))
    return next(requestError(404, 'NOT_FOUND', 'There is nothing at this address.'))
  if (path.length > 1 && path.endsWith('/')) req.url = req.url.replace(/\/(?=$|\?)/, '')
  next()
}

/** What any segment is that is no key: a name, or an operation with parameters. */
const NAMED = /^[^()?#/%;=\s]+(?:\([^]*\))?$/

/**
 * Paths have one spelling for all that follows: keys in parentheses, and no more of them encoded than has to be.
 *
 * @see OData 4.01 URL Conventions, section 2: URL Components
 */
export const plainPath: Concern =
  ({ service }) =>
  (req, _res, next) => {
    const [sent = '', query] = req.url.split(/\?(.*)/s)
    if (sent !== '/') {
      const { records, rest } = resourceAt(sent, service)
      if (rest.includes('')) throw badRequest('INVALID_URL', 'The path has an empty segment.')
      if (!rest.every((segment) => NAMED.test(decodeURIComponent(segment))))
        throw requestError(404, 'NOT_FOUND', 'There is nothing at this address.')
      const last = records.at(-1)
      if (last && !isOne(last) && rest[0] === '$value')
        throw badRequest('NOT_SUPPORTED', 'A collection has no raw value.')
      req.url = printPath(records, rest) + (query === undefined ? '' : `?${query}`)
    }
    next()
  }

/** Refuses URLs that ask for too much before anything parses them. A request in a batch, and one whose options are its body, may have a longer one. */
export const urlLimits: Concern = () => {
  const limits = limitsInForce()
  return (req, _res, next) => {
    const { _subrequest: isPart, isQuery } = req as { _subrequest?: boolean; isQuery?: boolean }
    checkUrl(req.url, isPart || isQuery ? limits.batchUrlLength : limits.urlLength)
    checkQuery(req.url, limits)
    next()
  }
}

/** A service that accepts URLs beyond OData's rewrites them: its `rewriteUrls` runs before they are parsed. */
export const serviceUrls: Concern = ({ service }) =>
  (service as { rewriteUrls?: RequestHandler }).rewriteUrls ?? ((_req, _res, next) => next())

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
  ...['$schemaversion', '$search', '$select', '$skip', '$skiptoken', '$top'],
])

/** What OData 4.01 has besides: without `$` these would be passed over silently, with it they are refused. */
const OTHERS: ReadonlySet<string> = new Set(['$deltatoken', '$id', '$index', '$levels'])

/** The name of a system query option as the standard spells it; what is another one's name stays as it is. */
const nameOf = (written: string): string => {
  const name = decodeURIComponent(written).trim()
  const full = `$${name.replace(/^\$/, '').toLowerCase()}`
  return NAMES.has(full) || OTHERS.has(full) ? full : name
}

/** There is one version of a schema, which clients may ask for by name. @see OData 4.01 Protocol, 11.2.12 */
const VERSION = '$schemaversion='

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
  const version = spelled.find((option) => option.startsWith(VERSION))
  if (version !== undefined && decode(version.slice(VERSION.length)) !== '*')
    return next(requestError(404, 'NOT_FOUND', 'The schema has no such version: $schemaversion=* is the current one.'))
  const rest = spelled.filter((option) => option !== version)
  req.url = rest.length ? `${path}?${rest.join('&')}` : path
  next()
}
