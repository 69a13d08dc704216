import { badRequest } from '../errors/errors.ts'
import { beforeSend } from '../answers/before-send.ts'
import { serviceRoot } from '../urls/service-root.ts'
import { keyNames } from '../urls/key-names.ts'
import { printOptions, rawOptions } from './raw-options.ts'
import { referenceTo } from '../urls/reference-to.ts'
import { isOne, type PathStep, printPath } from './resource-path.ts'
import type { CapAdapter, Request, Response } from '../../cap/odata.ts'

/** What can be asked of references; the properties of the records are not among it. */
const SHAPING: readonly string[] = ['$select', '$expand', '$compute', '$apply']

const CONTEXT = '@odata.context'
const NEXT_LINK = '@odata.nextLink'

type Body = Record<string, unknown> & { value?: unknown }

const asReferences = (body: Body, target: PathStep, adapter: CapAdapter): object => {
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
export function readReferences(req: Request, res: Response, steps: readonly PathStep[], adapter: CapAdapter): void {
  const target = steps.at(-1) as PathStep
  const { query } = req
  const options = rawOptions(req.url)
  const shaping = options.find(({ name }) => SHAPING.includes(name))
  if (shaping) throw badRequest('NOT_SUPPORTED', `References have no "${shaping.name}".`)
  const select = { name: '$select', text: `$select=${keyNames(target.entity).join(',')}` }
  req.url = printPath({ steps, rest: [] }) + printOptions([...options, select])
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
