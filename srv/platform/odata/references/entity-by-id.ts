import { badRequest, requestError } from '../errors/errors.ts'
import { pathOfId } from './entity-id.ts'
import { printOptions, rawOptions, valueOf } from './raw-options.ts'
import { isOne, printPath } from './resource-path.ts'
import type { CapAdapter, Concern } from '../../cap/odata.ts'

const PATH = /^\/\$entity(?:\/([\w.]+))?(?:\?|$)/

/** The URL of the record that `$entity?$id=…` means, with the other options. */
const urlOfRecord = (url: string, adapter: CapAdapter): string => {
  const options = rawOptions(url)
  const [id, ...more] = options.filter(({ name }) => name === '$id')
  const path = id && !more.length ? pathOfId(valueOf(id), adapter) : undefined
  const last = path?.steps.at(-1)
  const [, type = last?.entity.name] = PATH.exec(url) ?? []
  if (!path || !last || !isOne(last) || last.entity.name !== type)
    throw badRequest('INVALID_ID', '"$id" must be the URL of one record of this service, given once.')
  return printPath(path) + printOptions(options.filter(({ name }) => name !== '$id'))
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
