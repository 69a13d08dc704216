import { badRequest, requestError } from '../errors/errors.ts'
import type { Concern, Request } from '../../cap/odata.ts'

export type Version = '4.0' | '4.01'

const versions = new WeakMap<Request, Version>()

/** The version that a request is answered in. */
export const versionOf = (req: Request): Version => versions.get(req) ?? '4.0'

const isVersion = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)

/**
 * Answers are of OData 4.01 for those who say that they understand it, and of 4.0 for all others, as they always were.
 * None are older.
 *
 * @see OData 4.01 Protocol, sections 8.1.5, 8.2.4 and 8.2.7: Headers OData-Version, Isolation and OData-MaxVersion
 */
export const protocolVersion: Concern = () => (req, res, next) => {
  const { 'odata-version': version, 'odata-maxversion': most = version } = req.headers
  const isNew = isVersion(String(most)) && Number(most) >= 4.01
  if (isNew) versions.set(req, '4.01')
  res.set('OData-Version', versionOf(req))
  res.vary('OData-Version, OData-MaxVersion')
  if (version !== undefined && version !== '4.0' && version !== '4.01')
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-Version must be 4.0 or 4.01.'))
  if (most !== undefined && !(isVersion(String(most)) && Number(most) >= 4))
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-MaxVersion must be 4.0 or higher.'))
  // No isolation is defined but that of snapshots, which OData demands to refuse where it is not offered.
  if (req.headers['odata-isolation'] !== undefined || req.headers['isolation'] !== undefined)
    return next(requestError(412, 'ISOLATION_NOT_OFFERED', 'No isolation is offered beyond that of a single request.'))
  next()
}
