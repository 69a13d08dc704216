import cds from '@sap/cds'
import type { CapAdapter, Request } from '../../cap/odata.ts'

/**
 * The absolute URL of a service as the client of this request sees it, with a slash at the end. Behind a proxy that is
 * the proxy's address if the server trusts it. A part of a batch has it from the batch.
 */
export const serviceRoot = ({ service }: CapAdapter): string => {
  const { req } = cds.context?.http as unknown as { req: Request }
  return req.host ? `${req.protocol}://${req.host}${service.path}/` : `${service.path}/`
}
