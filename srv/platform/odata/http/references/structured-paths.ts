import { badRequest, requestError } from '../../protocol/errors.ts'
import { beforeSend } from '../answers/representation.ts'
import { type CapAdapter, type Concern, type Request, type Response } from '../../../cap/odata.ts'
import { jsonBody, replaceBody } from '../bodies/body-type.ts'
import { canonicalPath, serviceRoot } from '../urls/canonical-path.ts'
import { columnsOf, type Elements, isStructure } from '../../protocol/structures.ts'
import { onlyExisting } from './change-references.ts'
import { parseQueryString, printQueryString, textBefore } from '../../url/query.ts'
import { resourceAt, type Step } from '../../meaning/resource.ts'

type Row = Readonly<Record<string, unknown>>

/** A structure of a record, or what is in one. */
interface Part {
  /** The path of the record. */
  readonly record: string
  /** The names from the record to the part. */
  readonly names: readonly string[]
  readonly place: Step
  readonly isRaw: boolean
}

const partIn = (path: string, { service }: CapAdapter): Part | undefined => {
  const { steps, isKnown } = resourceAt(path, service)
  const at = steps.findIndex(({ kind, element }) => kind === 'property' && isStructure(element))
  if (at < 0) return undefined
  const isRaw = steps.at(-1)?.name === '$value'
  const names = steps.slice(at, isRaw ? -1 : undefined).map(({ name }) => name)
  const place = steps.at(isRaw ? -2 : -1)
  if (!isKnown || place?.kind !== 'property') throw requestError(404, 'NOT_FOUND', 'There is nothing at this address.')
  const record = steps.slice(0, at).map(({ text }) => text)
  return { record: record.join('/'), names, place, isRaw }
}

const within = (body: unknown, names: readonly string[]): unknown =>
  names.reduce((value, name) => (value as Row | null | undefined)?.[name], body)

const around = (names: readonly string[], value: unknown): object =>
  names.reduceRight((inner, name) => ({ [name]: inner }), value) as object

const readPart = (req: Request, res: Response, part: Part, adapter: CapAdapter): void => {
  const { record, names, place, isRaw } = part
  const { element, entity } = place
  const path = names.join('/')
  const options = parseQueryString(req.url.slice(textBefore(req.url, '?').length + 1))
  const selected = options.find(({ name }) => name === '$select')?.value.split(',')
  const value = selected?.map((name) => `${path}/${name.trim()}`).join(',') ?? path
  req.url = `/${record}?${printQueryString([...options.filter(({ name }) => name !== '$select'), { name: '$select', value }])}`
  beforeSend(res, (body) => {
    if (res.statusCode !== 200 || typeof body !== 'object' || body === null) return body
    const found = within(body, names)
    if (found === null || found === undefined) {
      res.status(204)
      return undefined
    }
    if (isRaw) {
      res.type('text/plain')
      return typeof found === 'string' ? found : JSON.stringify(found)
    }
    const address = entity && canonicalPath(entity, body as Row, adapter.service.definition.name)
    const tag = (body as Row)['@odata.etag']
    return {
      '@odata.context': `${serviceRoot(adapter)}$metadata#${address}/${path}`,
      ...(tag !== undefined && { '@odata.etag': tag }),
      ...(isStructure(element) ? found : { value: found }),
    }
  })
}

/** All properties of a structure as null, which is what PUT makes of those that it is not given. */
const empty = ({ elements = {} }: { elements?: Elements }): object => {
  const all: Record<string, unknown> = {}
  for (const [, path] of columnsOf(elements)) {
    const [name = '', ...rest] = path
    all[name] = rest.length ? { ...(all[name] as object | undefined), ...around(rest, null) } : null
  }
  return all
}

const changed = ({ method, body }: Request, { place }: Part): unknown => {
  const element = place.element as unknown as { elements?: Elements }
  const isWhole = isStructure(place.element)
  if (method === 'DELETE') return null
  if (isWhole) return method === 'PUT' ? { ...empty(element), ...(body as object) } : body
  if (method === 'PATCH') throw requestError(405, 'METHOD_NOT_ALLOWED', 'A single value is replaced by PUT.')
  if (!Object.hasOwn((body ?? {}) as object, 'value')) throw badRequest('INVALID_BODY', 'The body needs a "value".')
  return (body as Row)['value']
}

/** Makes a change of a part one of its record, by which all that holds for records holds here. */
const changePart = (req: Request, part: Part): void => {
  const body = around(part.names, changed(req, part))
  onlyExisting(req)
  Object.assign(req, { method: 'PATCH', url: `/${part.record}` })
  replaceBody(req, body)
  delete req.headers['prefer']
}

/** The properties of records that are structures, and what is in these: read and changed by way of their records. */
export const structuredPaths: Concern = (adapter) => {
  const readBody = jsonBody(adapter)
  return (req, res, next) => {
    const part = partIn(textBefore(req.url, '?'), adapter)
    if (!part) return next()
    if (req.method === 'GET' || req.method === 'HEAD') readPart(req, res, part, adapter)
    else if (req.method === 'DELETE') changePart(req, part)
    else if (req.method === 'POST')
      throw requestError(405, 'METHOD_NOT_ALLOWED', 'A structure is changed by PUT or PATCH.')
    else {
      void readBody(req, res, (failure?: unknown) => {
        if (failure) return next(failure)
        try {
          changePart(req, part)
          next()
        } catch (error) {
          next(error)
        }
      })
      return
    }
    next()
  }
}
