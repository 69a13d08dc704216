import { BatchRun } from './batch/run.ts'
import { canonicalPath, serviceRoot } from './urls/canonical-path.ts'
import { edmTypeOf } from '../meaning/edm.ts'
import { printPath, resourceAt } from '../meaning/resource.ts'
import { badRequest, requestError } from '../protocol/errors.ts'
import { textBefore } from '../url/query.ts'
import {
  type CapAdapter,
  type Concern,
  type Element,
  type Entity,
  type Operation,
  partsOf,
  type Request,
  type Response,
} from '../../cap/odata.ts'

type Row = Readonly<Record<string, unknown>>

/** A call of a function within a path, and what stands behind it. */
interface Call {
  readonly operation: Operation
  readonly path: string
  readonly rest: readonly string[]
}

const encoded = (segments: readonly string[]): string[] =>
  segments.map((segment) => encodeURIComponent(segment).replaceAll('%24', '$'))

const callIn = (path: string, { service }: CapAdapter): Call | undefined => {
  const { records, rest, steps } = resourceAt(path, service)
  const [name, ...behind] = rest
  const { operation } = steps[records.length] ?? {}
  if (operation?.kind !== 'function' || name === undefined || !behind.length) return undefined
  return { operation, path: printPath(records, [name]), rest: behind.map(decodeURIComponent) }
}

/** What a function returns, as any client of the same request gets it. */
const resultOf = async (
  url: string,
  accept: string,
  adapter: CapAdapter,
  req: Request,
  res: Response,
): Promise<Row> => {
  const request = { id: '1', method: 'GET', url, headers: { accept }, dependsOn: [] }
  const [exchange] = await new BatchRun(adapter, req, res).runStep({ requests: [request] })
  const { status = 500, body = '' } = exchange?.answer ?? {}
  if (status === 204) throw requestError(404, 'NOT_FOUND', 'The function returns nothing.')
  const parsed = JSON.parse(String(body)) as Row
  if (status < 300) return parsed
  const { code, message } = parsed['error'] as { code: string; message: string }
  throw requestError(status, code, message)
}

const notFound = (): Error => requestError(404, 'NOT_FOUND', 'There is nothing at this address.')

const edmName = ({ _type = '' }: Element): string => `Edm.${edmTypeOf({ name: '', type: _type }) ?? _type}`

/** Follows properties through what a function returned. @returns the answer, which is text for raw values and counts */
const follow = (body: Row, { operation, rest }: Call, root: string): unknown => {
  let element = operation.returns
  let value: unknown = element && partsOf(element) && !element.items ? body : body['value']
  for (const segment of rest) {
    if (segment === '$count' && Array.isArray(value)) return String(value.length)
    if (segment === '$value' && element && !partsOf(element) && !Array.isArray(value)) return String(value)
    element = Array.isArray(value) ? undefined : (element?.elements?.[segment] as Operation['returns'])
    if (!element) throw notFound()
    value = (value as Row)[segment]
    if (value === undefined || value === null) return undefined
  }
  if (!element) throw notFound()
  const shown: Row = partsOf(element) ? (value as Row) : { value }
  return { '@odata.context': `${root}$metadata#${edmName(element)}`, ...shown }
}

/** How a record that a function returned is addressed. */
const addressOf = (row: Row, { operation, rest }: Call, adapter: CapAdapter): string => {
  const entity = operation.returns as unknown as Entity
  const path = canonicalPath(entity, row, adapter.service.definition.name)
  if (path === undefined) throw badRequest('NOT_SUPPORTED', 'What is returned has no key by which it could be read.')
  return `/${[path, ...encoded(rest)].join('/')}`
}

/**
 * What stands behind a call of a function in a path is about its result: a record is read at its own address, and the
 * rest is found in what the function returned.
 *
 * @see OData URL Conventions 4.01, section 4.5.2: Function Composition
 */
export const composedFunctions: Concern = (adapter) => (req, res, next) => {
  const path = textBefore(req.url, '?')
  const call = req.method === 'GET' && path.split('/').length > 2 ? callIn(path, adapter) : undefined
  if (!call) return next()
  const query = req.url.slice(path.length)
  const isRecord = call.operation.returns?.kind === 'entity'
  const answer = async (): Promise<void> => {
    const aliases = query
      .slice(1)
      .split('&')
      .filter((option) => !/^(\$|%24)/.test(option))
    // A raw value has the digits that a number of JSON would lose.
    const accept = `application/json;IEEE754Compatible=${call.rest.at(-1) === '$value'}`
    const body = await resultOf(call.path + (isRecord ? `?${aliases.join('&')}` : query), accept, adapter, req, res)
    if (isRecord) {
      req.url = addressOf(body, call, adapter) + query
      return next()
    }
    const found = follow(body, call, serviceRoot(adapter))
    if (typeof found === 'string') res.type('text/plain')
    if (found === undefined) res.sendStatus(204)
    else res.send(found)
  }
  answer().catch(next)
}
