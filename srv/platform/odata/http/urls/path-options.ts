/** What a path says of options: `/$filter(…)` in the path, and `/$query`, whose body has the options. */
import type { Concern, Request } from '../../../cap/odata.ts'
import express from 'express'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { readPath, type Segment } from '../../url/path.ts'
import { textBefore } from '../../url/query.ts'

/** Segments that OData has and that are not offered; CAP would take them for keys. */
const NOT_OFFERED = /\/(?:\$|%24)(crossjoin|delta|each|filter)(?=[/(]|$)/

/** A segment that OData knows and that is not offered there; keys in quotes are passed over. */
export const missingSegment = (path: string): string | undefined => {
  const [, name] = NOT_OFFERED.exec(path.replace(/'[^']*'/g, "''")) ?? []
  return name && `$${name}`
}

/**
 * Cross joins, changes since a time, and what stands for all members of a collection are refused by name.
 *
 * @see OData URL Conventions 4.01, section 4
 */
export const systemSegments: Concern = () => (req, _res, next) => {
  const path = textBefore(req.url, '?')
  const segment = /\$|%24/.test(path) ? missingSegment(path) : undefined
  next(segment && badRequest('NOT_SUPPORTED', `The path segment "${segment}" is not offered.`))
}

const isFilter = ({ name, given }: Segment): boolean => name === '$filter' && given !== undefined

/** What may stand behind those of a collection that fulfil a condition. */
const ENDS: readonly string[] = ['$count', '$ref']

/**
 * `Films/$filter(…)` means what `Films?$filter=…` does, and holds before the options of the URL. What else could stand behind it
 * is refused by name.
 *
 * @see OData URL Conventions 4.01, section 4.12: Addressing a Subset of a Collection
 */
export const filterSegments: Concern = () => (req, _res, next) => {
  const [path = '', query] = req.url.split(/\?(.*)/s)
  if ((req.method !== 'GET' && req.method !== 'HEAD') || !/\/(?:\$|%24)filter\(/.test(path)) return next()
  const segments = readPath(path)
  const start = segments.findIndex(isFilter)
  const end = segments.findLastIndex(isFilter) + 1
  const isWhole = start > 0 && segments.slice(start, end).every(isFilter)
  const behind = segments.slice(end)
  if (!isWhole || behind.length > 1 || !behind.every(({ text }) => ENDS.includes(text))) return next()
  const conditions = segments.slice(start, end).map(({ given = '' }) => given)
  const options = query?.split('&') ?? []
  const of = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1)
  const [filter, apply] = [of('$filter'), of('$apply')]
  const isOnly = conditions.length === 1 && !filter
  const ahead = encodeURIComponent(isOnly ? (conditions[0] ?? '') : conditions.map((each) => `(${each})`).join(' and '))
  const merged =
    apply === undefined ? `$filter=${ahead}${filter ? `%20and%20(${filter})` : ''}` : `$apply=filter(${ahead})/${apply}`
  const replaced = apply === undefined ? '$filter=' : '$apply='
  const rest = options.filter((option) => !option.startsWith(replaced))
  const kept = [...segments.slice(0, start), ...behind].map(({ raw }) => raw)
  req.url = `/${kept.join('/')}?${[merged, ...rest].join('&')}`
  next()
}

const QUERY = /\/(?:\$|%24)query(?=\?|$)/

/** Whether the options of a request are its body. */
export const isQueryInBody = ({ url }: Request): boolean => QUERY.test(url)

/**
 * `POST …/$query` is `GET …`, whose options are the text of the body, so that they may be longer than a URL.
 *
 * @see OData URL Conventions 4.01, section 4.17: Passing Query Options in the Request Body
 */
export const queryInBody: Concern = () => {
  const read = express.text({ type: 'text/plain', limit: limitsInForce().batchUrlLength })
  return (req, res, next) => {
    if (req.method !== 'POST') {
      res.set('Allow', 'POST')
      return next(requestError(405, 'METHOD_NOT_ALLOWED', 'The options of $query are the body of a POST.'))
    }
    if (!/^text\/plain\s*(?:;|$)/i.test(req.headers['content-type'] ?? ''))
      return next(requestError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The options of $query are the body, as text/plain.'))
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- express types its own request so
    read(req, res, (error?: unknown) => {
      if (error) return next(error)
      const { body } = req as { body?: unknown }
      const text = typeof body === 'string' ? body.trim().replace(/^\?/, '') : ''
      const url = req.url.replace(QUERY, '')
      req.method = 'GET'
      req.url = text ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url
      Object.assign(req, { body: undefined, isQuery: true })
      delete req.headers['content-type']
      delete req.headers['content-length']
      delete req.headers['transfer-encoding']
      next()
    })
  }
}
