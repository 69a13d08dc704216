import type { CapAdapter, Concern } from '../../../cap/odata.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { printOptions, rawOptions, valueOf } from '../urls/well-formed-url.ts'
import { isOne, printPath, type RecordStep } from '../../meaning/resource.ts'
import { pathOfId } from '../urls/canonical-path.ts'

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
