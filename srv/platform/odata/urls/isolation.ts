import { requestError } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

/**
 * Snapshot isolation across requests is not offered, and OData demands that it is then refused rather than passed over;
 * no other isolation is defined.
 *
 * @see OData 4.01 Protocol, section 8.2.4: Header Isolation (OData-Isolation)
 */
export const isolation: Concern = () => (req, _res, next) => {
  const { 'odata-isolation': prefixed, isolation: plain } = req.headers
  if (prefixed === undefined && plain === undefined) next()
  else next(requestError(412, 'ISOLATION_NOT_OFFERED', 'No isolation is offered beyond that of a single request.'))
}
