import type { Element } from '../../cap/csn.ts'
import type { DatabaseService } from '../../cap/database-service.ts'
import { isOfClient } from '../../cap/handled-request.ts'
import { queriesOf, type Request as HttpRequest } from '../../cap/odata.ts'
import type { Interceptor, Row } from '../../cap/request.ts'

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

interface Update {
  data?: Row
  with?: Row
}

/** What is written to a map is one, also where CAP itself makes a change from parts of others and takes it for an expression. */
export const plainMaps = (database: unknown): void => {
  const service = database as DatabaseService
  const { cqn2sql } = service
  Object.assign(service, {
    cqn2sql(query, values) {
      const { elements = {} } = (query._target ?? {}) as { elements?: Readonly<Record<string, Element | undefined>> }
      const update = query.UPDATE as Update | undefined
      for (const [name, value] of Object.entries(update?.with ?? {})) {
        if (!update || elements[name]?._type !== 'cds.Map') continue
        ;(update.data ??= {})[name] = value
        Reflect.deleteProperty(update.with ?? {}, name)
      }
      return cqn2sql.call(this, query, values)
    },
  } satisfies Partial<DatabaseService> as Partial<DatabaseService>)
}
