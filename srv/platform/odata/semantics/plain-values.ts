import { isOfClient, type Interceptor, type Row } from '../../cap/request.ts'
import { queriesOf, type Request as HttpRequest } from '../../cap/odata.ts'

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Values of a change are values. CAP takes an object among them for an expression, which would read what its author may
 * not, or run any SQL; as a value it meets the check of its type.
 */
export const plainValues: Interceptor = (request, next) => {
  const update = request.query?.UPDATE
  const req = request.req as HttpRequest | undefined
  if (update && req && isOfClient(request)) {
    const property = queriesOf(req)[0]?._propertyAccess
    const body = req.body as Row
    const sent = property === undefined ? body : { [property]: body['value'] }
    const data = (update.data ??= {})
    for (const [name, value] of Object.entries(sent)) if (isObject(value)) data[name] = value
    Reflect.deleteProperty(update, 'with')
  }
  return next()
}
