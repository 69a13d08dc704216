import type { Request as ExpressRequest } from 'express'
import type { Request } from '@sap/cds'

/** Runs the handlers behind an `on` handler: CAP's own reading and writing. */
export type Next = () => Promise<unknown>

/** What CAP keeps on the express request, and does not type: the body with links as keys, before CAP put those of the path into it. */
type RawRequest = ExpressRequest & { _raw?: string }

/**
 * The HTTP request behind a service request: in a `$batch` the part, where `req.http` is the whole batch.
 * Undefined for requests from inside, such as CAP's read after a write.
 */
export const httpRequest = (req: Request): ExpressRequest | undefined =>
  (req as unknown as { req?: ExpressRequest }).req

/** The body that the client sent; empty for requests without one. */
export const sentBody = (req: Request): Record<string, unknown> => {
  const raw = (httpRequest(req) as RawRequest | undefined)?._raw
  const body: unknown = raw ? JSON.parse(raw) : undefined
  return body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
}
