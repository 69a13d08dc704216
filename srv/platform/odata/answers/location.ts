import { beforeSend } from './before-send.ts'
import { canonicalPath } from '../urls/canonical-path.ts'
import { handledRequest } from '../../cap/handled-request.ts'
import { serviceRoot } from '../urls/service-root.ts'
import type { CapAdapter, Concern, Request } from '../../cap/odata.ts'

/** CAP's own Location of an action's result is relative to the action, or to the service. */
const fromCap = (location: string, root: string): string => root + location.replace(/^(\.\.\/)+/, '')

const absolute = (location: string, adapter: CapAdapter, req: Request): string => {
  const root = serviceRoot(adapter)
  if (/^https?:/.test(location)) return location
  const { target, data } = handledRequest(req) ?? {}
  const isCreated = !location.startsWith('../') && target && typeof data === 'object'
  const path = isCreated && canonicalPath(target, data as Record<string, unknown>, adapter.service.definition.name)
  return path ? root + path : fromCap(location, root)
}

/**
 * The Location of a new record is an absolute URL that can be read, for drafts too; where nothing but the
 * header is sent, OData-EntityId holds it as well.
 */
export const location: Concern = (adapter) => (req, res, next) => {
  if (req.method === 'GET' || req.method === 'DELETE') return next()
  beforeSend(res, (body) => {
    const given = res.get('Location')
    if (given && res.statusCode < 300) {
      const url = absolute(given, adapter, req)
      res.set('Location', url)
      if (res.statusCode === 204) res.set('OData-EntityId', url)
    }
    return body
  })
  next()
}
