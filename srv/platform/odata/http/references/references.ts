import { type Row, toRows } from '../../../cap/request.ts'
import { beforeSend } from '../answers/representation.ts'
import { type CapAdapter, type Concern, type Request, type Response } from '../../../cap/odata.ts'
import type { Entity } from '../../../cap/csn.ts'
import { expandedOf } from '../../meaning/expanded.ts'
import type { Item } from '../../url/nodes.ts'
import { readQuery } from '../../url/query.ts'
import { referenceTo, serviceRoot } from '../urls/canonical-path.ts'
import { resourceAt, isOne, printPath, type RecordStep } from '../../meaning/resource.ts'
import { isReferable, keyNames } from '../../meaning/edm.ts'
import { jsonBody } from '../bodies/body-type.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { changeReferences } from './change-references.ts'
import { printOptions, rawOptions } from '../urls/well-formed-url.ts'

/** Which navigation properties of the rows of an answer become references or counts, and the same below the others. */
interface Shape {
  readonly references: readonly (readonly [name: string, target: Entity])[]
  readonly counts: readonly string[]
  readonly below: readonly (readonly [name: string, shape: Shape])[]
}

const shapeOf = (items: readonly Item[], entity: Entity): Shape => {
  const expanded = expandedOf(items, entity)
  return {
    references: expanded.flatMap(({ element, end }) =>
      end === '$ref' ? [[element.name, element._target] as const] : [],
    ),
    counts: expanded.flatMap(({ element, end }) => (end === '$count' ? [element.name] : [])),
    below: expanded.flatMap(({ element, end, options }) =>
      !end && options.expand ? [[element.name, shapeOf(options.expand, element._target)] as const] : [],
    ),
  }
}

const reshape = (row: Row, shape: Shape, adapter: CapAdapter): void => {
  for (const [name, target] of shape.references) {
    const value = row[name]
    if (Array.isArray(value)) row[name] = (value as Row[]).map((each) => referenceTo(each, target, adapter))
    else if (value) row[name] = referenceTo(value, target, adapter)
  }
  for (const name of shape.counts) Reflect.deleteProperty(row, name)
  for (const [name, below] of shape.below) for (const each of toRows(row[name])) reshape(each, below, adapter)
}

const shapeOfUrl = (url: string, { service }: CapAdapter): Shape | undefined => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  try {
    const { expand } = readQuery(query).options
    const entity = resourceAt(path, service).records.at(-1)?.entity
    return expand && entity ? shapeOf(expand, entity) : undefined
  } catch {
    // What cannot be read is refused by those who parse it.
    return undefined
  }
}

const mayExpand = (url: string): boolean => url.includes('expand') && /(?:\$|%24)(?:ref|count)/i.test(url)

/** `$expand=nav/$ref` and `$expand=nav/$count` are read as records, see meaning/expanded.ts, and sent as what was asked for. */
export const expandedReferences: Concern = (adapter) => {
  return (req, res, next) => {
    const shape = mayExpand(req.url) ? shapeOfUrl(req.url, adapter) : undefined
    if (shape)
      beforeSend(res, (body) => {
        if (res.statusCode >= 300 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
        const rows = Array.isArray((body as Row)['value']) ? ((body as Row)['value'] as Row[]) : [body as Row]
        for (const row of rows) reshape(row, shape, adapter)
        return body
      })
    next()
  }
}

const PATH = /^[^?]*\/\$ref(?:\?|$)/

/** The steps to what the references are of. */
const stepsOf = (url: string, { service }: CapAdapter): readonly RecordStep[] => {
  const { records, rest } = resourceAt(url.split(/\/\$ref(?:\?|$)/, 1)[0] ?? '', service)
  const target = records.at(-1)
  if (!target) throw requestError(404, 'NOT_FOUND', 'There is nothing at this address.')
  if (rest.length || !isReferable(target.entity))
    throw badRequest('NOT_SUPPORTED', '"$ref" is for records and collections of them.')
  return records
}

/** References to records, `…/$ref`: read and changed by way of the records that they are about. */
export const references: Concern = (adapter) => {
  const readBody = jsonBody(adapter)
  return (req, res, next) => {
    if (!PATH.test(req.url)) return next()
    const steps = stepsOf(req.url, adapter)
    if (req.method === 'GET' || req.method === 'HEAD') {
      readReferences(req, res, steps, adapter)
      return next()
    }
    const change = (): void => {
      changeReferences(req, res, steps, adapter)
      next()
    }
    if (req.method !== 'PUT' && req.method !== 'POST') return change()
    void readBody(req, res, (failure?: unknown) => {
      if (failure) return next(failure)
      try {
        change()
      } catch (error) {
        next(error)
      }
    })
  }
}

/** What can be asked of references; the properties of the records are not among it. */
const SHAPING: readonly string[] = ['$select', '$expand', '$compute', '$apply']

const CONTEXT = '@odata.context'
const NEXT_LINK = '@odata.nextLink'

type Body = Record<string, unknown> & { value?: unknown }

const asReferences = (body: Body, target: RecordStep, adapter: CapAdapter): object => {
  const single = isOne(target)
  const { [CONTEXT]: context, [NEXT_LINK]: link, value, ...rest } = body
  const url = `${serviceRoot(adapter)}$metadata#${single ? '$ref' : 'Collection($ref)'}`
  const head = context === undefined ? {} : { [CONTEXT]: url }
  if (single) return { ...head, ...referenceTo(body, target.entity, adapter) }
  const references = (value as object[]).map((row) => referenceTo(row, target.entity, adapter))
  return {
    ...head,
    ...rest,
    value: references,
    ...(typeof link === 'string' && { [NEXT_LINK]: link.replace(/(?=\?|$)/, '/$ref') }),
  }
}

const isObject = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('error' in body)

/**
 * Makes a read of references one of the keys of the records, and references of what it brings.
 *
 * @throws 400 for an option that is about more than which records there are
 */
function readReferences(req: Request, res: Response, steps: readonly RecordStep[], adapter: CapAdapter): void {
  const target = steps.at(-1) as RecordStep
  const { query } = req
  const options = rawOptions(req.url)
  const shaping = options.find(({ name }) => SHAPING.includes(name))
  if (shaping) throw badRequest('NOT_SUPPORTED', `References have no "${shaping.name}".`)
  const select = { name: '$select', text: `$select=${keyNames(target.entity).join(',')}` }
  req.url = printPath(steps) + printOptions([...options, select])
  // The link to the next page repeats the options as the client sent them.
  Object.defineProperty(req, 'query', { value: query, configurable: true, writable: true })
  // A record may stay as it is while another one takes its place.
  delete req.headers['if-none-match']
  beforeSend(res, (body) => {
    if (res.statusCode !== 200 || !isObject(body)) return body
    res.removeHeader('ETag')
    return asReferences(body, target, adapter)
  })
}
