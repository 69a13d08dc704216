import type { CapAdapter, Concern } from '../../cap/odata.ts'
import { badRequest, requestError } from '../errors/errors.ts'
import { printOptions, rawOptions, valueOf } from '../urls/well-formed-url.ts'
import { isOne, printPath, type RecordStep, type Resource, resourceAt } from '../meaning/resource.ts'
import { serviceRoot } from '../urls/canonical-path.ts'

const isForeign = (url: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(url)

/** What stands below the service root in the URL of a record; undefined for a URL that is not of this service. */
const belowRoot = (url: string, adapter: CapAdapter): string | undefined => {
  const root = serviceRoot(adapter)
  for (const start of [root, `${adapter.service.path}/`]) if (url.startsWith(start)) return url.slice(start.length)
  return isForeign(url) ? undefined : url.replace(/^(?:\.\.\/)+/, '')
}

/** A URL may come with characters that belong encoded, as it was decoded with the text that it stands in. */
const encoded = (url: string): string =>
  encodeURI(url)
    .replaceAll('%25', '%')
    .replace(/[?#]/g, (char) => encodeURIComponent(char))

/**
 * The path of the record that an entity-id names: absolute, from the root of the host, or relative to the service root
 * or to a resource below it. Undefined where it is no record of this service.
 */
export const pathOfId = (id: unknown, adapter: CapAdapter): Resource | undefined => {
  const below = typeof id === 'string' && id.isWellFormed() ? belowRoot(id, adapter) : undefined
  try {
    const path = resourceAt(encoded(below ?? ''), adapter.service)
    return path.records.length > 0 && path.rest.length === 0 ? path : undefined
  } catch {
    // What cannot be decoded, or has no key, names nothing.
    return undefined
  }
}

/**
 * The URL of the one record of an entity that an id names, relative to the service and written as everywhere.
 *
 * @param what has the id, for the message
 * @throws INVALID_REFERENCE (400)
 */
export const urlOfId = (id: unknown, { entity }: RecordStep, adapter: CapAdapter, what: string): string => {
  const path = pathOfId(id, adapter)
  const last = path?.records.at(-1)
  if (!path || !last || !isOne(last) || last.entity !== entity)
    throw badRequest(
      'INVALID_REFERENCE',
      `${what} must be the URL of one record of ${entity.name.replace(/^.*\./, '')}.`,
    )
  return printPath(path.records).slice(1)
}

const PATH = /^\/\$entity(?:\/([\w.]+))?(?:\?|$)/

/** The URL of the record that `$entity?$id=…` means, with the other options. */
const urlOfRecord = (url: string, adapter: CapAdapter): string => {
  const options = rawOptions(url)
  const [id, ...more] = options.filter(({ name }) => name === '$id')
  const path = id && !more.length ? pathOfId(valueOf(id), adapter) : undefined
  const last = path?.records.at(-1)
  const [, type = last?.entity.name] = PATH.exec(url) ?? []
  if (!path || !last || !isOne(last) || last.entity.name !== type)
    throw badRequest('INVALID_ID', '"$id" must be the URL of one record of this service, given once.')
  return printPath(path.records) + printOptions(options.filter(({ name }) => name !== '$id'))
}

/** `$entity?$id=…` reads a record by its URL, which may be absolute. */
export const entityById: Concern = (adapter) => (req, res, next) => {
  if (!PATH.test(req.url)) return next()
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.set('Allow', 'GET, HEAD')
    return next(requestError(405, 'METHOD_NOT_ALLOWED', 'A record is changed at its own URL.'))
  }
  req.url = urlOfRecord(req.url, adapter)
  next()
}
