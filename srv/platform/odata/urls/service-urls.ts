import type { Concern, RequestHandler } from '../../cap/odata.ts'

/** A service that accepts URLs beyond OData's rewrites them: its `rewriteUrls` runs before they are parsed. */
export const serviceUrls: Concern = ({ service }) =>
  (service as { rewriteUrls?: RequestHandler }).rewriteUrls ?? ((_req, _res, next) => next())
