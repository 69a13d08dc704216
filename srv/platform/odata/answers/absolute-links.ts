import { type Applied, appliedTo } from '../apply/applied.ts'
import { beforeSend } from './before-send.ts'
import { type CapAdapter, type Concern, queriesOf, type Request } from '../../cap/odata.ts'
import { propertyContext } from './property-context.ts'
import { listOfPaths, selectList } from './select-list.ts'
import { versionOf } from '../urls/protocol-version.ts'
import { serviceRoot } from '../urls/service-root.ts'
import { textBefore } from '../urls/text-before.ts'

type Row = Record<string, unknown>

const CONTEXT = '@odata.context'
const NEXT_LINK = '@odata.nextLink'

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

/** The context of a record ends with `/$entity`, in front of which stands what was selected. */
const withList = (context: string, list: string): string =>
  list ? context.replace(/(\/\$entity)?$/, (end) => list + end) : context

/** What `$apply` makes of records has properties of its own; what `concat` puts together has no common ones. */
const aggregatedList = ([list = [], ...more]: NonNullable<Applied['lists']>): string =>
  more.length || !list.length ? '' : `(${listOfPaths(list.map(({ path }) => path))})`

const listOf = (req: Request, query: string): string => {
  const queries = queriesOf(req)
  const applied = appliedTo(queries[0])
  return applied?.isResult ? aggregatedList(applied.lists ?? []) : selectList(query, versionOf(req))
}

const contextOf = (adapter: CapAdapter, req: Request, given: string, query: string): string => {
  const context = given.replace(/^(\.\.\/)*/, '')
  const [first] = queriesOf(req)
  return first?._propertyAccess === undefined
    ? withList(context, listOf(req, query))
    : propertyContext(context, first, adapter.service)
}

/** CAP sends the service document as text. */
const SERVICE_CONTEXT = `{"${CONTEXT}":"`

/**
 * Context URLs and links to further pages are absolute, from the address that the client used: many clients resolve
 * neither. A context names the properties that were selected.
 */
export const absoluteLinks: Concern = (adapter) => (req, res, next) => {
  const [path = '', query = ''] = req.url.split('?', 2)
  beforeSend(res, (body) => {
    const root = serviceRoot(adapter)
    if (typeof body === 'string' && body.startsWith(`${SERVICE_CONTEXT}$metadata`))
      return SERVICE_CONTEXT + root + body.slice(SERVICE_CONTEXT.length)
    if (!isObject(body)) return body
    const { [CONTEXT]: context, [NEXT_LINK]: link } = body
    if (typeof context === 'string') body[CONTEXT] = root + contextOf(adapter, req, context, query)
    // CAP encodes the path of the request once more.
    if (typeof link === 'string' && !/^https?:/.test(link))
      body[NEXT_LINK] = root + path.slice(1) + link.slice(textBefore(link, '?').length)
    return body
  })
  next()
}
