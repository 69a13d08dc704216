import { requestError } from '../errors/errors.ts'
import type { Entity } from '../../cap/csn.ts'
import type { CapAdapter, Concern, Request } from '../../cap/odata.ts'

/** Methods that may come with a body. */
export const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

/** Whether a body comes along, which may be empty. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The addresses of properties that are streams, as `Thing/picture`. */
const streamsOf = ({ service }: CapAdapter): ReadonlySet<string> => {
  const entities = Object.entries(service.entities as unknown as Readonly<Record<string, Entity>>)
  return new Set(
    entities.flatMap(([set, { elements }]) =>
      Object.values(elements)
        .filter((element) => element._type === 'cds.LargeBinary' && element['@Core.MediaType'])
        .map(({ name }) => `${set}/${name}`),
    ),
  )
}

/** A key, in parentheses or as a segment, then the name of a property. */
const PROPERTY = /^\/(\w+)(?:\(.*\)|\/[^/]+)\/(\w+)(?:\/\$value)?$/s

/**
 * A record is written from JSON, and a stream from bytes of any type. CAP takes a body of some other types for none, and creates an empty record from that:
 * a form on the page of another site could do so. It also knows the type in lower case only.
 */
export const bodyType: Concern = (adapter) => {
  const streams = streamsOf(adapter)
  const isStream = ({ method, path }: Request): boolean => {
    const [, set = '', name = ''] = (streams.size && method === 'PUT' && PROPERTY.exec(path)) || []
    return streams.has(`${set}/${name}`)
  }
  return (req, _res, next) => {
    const type = req.headers['content-type'] ?? ''
    if (!WITH_BODY.includes(req.method) || !hasBody(req) || isStream(req)) next()
    else if (/^application\/json\s*(;|$)/i.test(type)) {
      req.headers['content-type'] = type.replace(/^[^;]*/, 'application/json')
      next()
    } else next(requestError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must be application/json.'))
  }
}
