import { badRequest } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

const isVersion = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)

/** This is OData 4.0. It reads 4.0 and 4.01, and cannot answer a client that understands less than 4.0. */
export const protocolVersion: Concern = () => (req, res, next) => {
  res.set('OData-Version', '4.0')
  const { 'odata-version': version, 'odata-maxversion': maxVersion } = req.headers
  if (version !== undefined && version !== '4.0' && version !== '4.01')
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-Version must be 4.0 or 4.01.'))
  if (maxVersion !== undefined && !(isVersion(String(maxVersion)) && Number(maxVersion) >= 4))
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-MaxVersion must be 4.0 or higher.'))
  next()
}
