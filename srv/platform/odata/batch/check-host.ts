import { isOwnName } from '../../guard/index.ts'
import { badRequest } from '../errors/errors.ts'
import type { Request } from '../../cap/odata.ts'
import type { BatchRequest } from './batch-request.ts'

const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i

/** In lower case, without the port that is meant anyway. Whether TLS ends in front of the server is not asked. */
const normal = (host: string): string => host.toLowerCase().replace(/:(?:80|443)?$/, '')

/** The hosts that a request names: that of its URL, and that beside a path. */
const hostsOf = ({ url, headers }: BatchRequest): string[] => {
  const [origin, scheme = '', authority = ''] = ORIGIN.exec(url) ?? []
  if (origin && !/^https?$/i.test(scheme)) throw foreign(origin)
  const { host } = headers
  return [...(origin ? [authority] : []), ...(host === undefined ? [] : [host])]
}

/**
 * Refuses a request of a batch that is meant for another server: nobody is asked in its place. The batch's own host is
 * the one that its client named, to this server or to a proxy that is trusted; other names are in `guard.hosts`.
 *
 * @throws FOREIGN_HOST (400)
 */
export const checkHost = (request: BatchRequest, batch: Request): void => {
  for (const host of hostsOf(request)) {
    const isSame = [batch.host, batch.headers.host].some((own) => own !== undefined && normal(own) === normal(host))
    if (!isSame && !isOwnName(host)) throw foreign(host)
  }
}

const foreign = (host: string): Error =>
  badRequest('FOREIGN_HOST', `A batch leads to this server only, which is not known as "${host.slice(0, 80)}".`)
