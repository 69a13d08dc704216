import type { Request } from 'express'
import { Refusal } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES = new Set(['same-origin', 'none'])

/**
 * Refuses writes that a browser sends on behalf of another site: browsers repeat Basic credentials by themselves.
 * Clients other than browsers send neither header.
 *
 * @throws Refusal 403.
 */
export const refuseCrossSite = (request: Request): void => {
  if (SAFE_METHODS.has(request.method)) return
  const site = request.get('sec-fetch-site')
  const origin = request.get('origin')
  if (site !== undefined ? OWN_SITES.has(site) : origin === undefined || isOwnOrigin(origin, request.get('host')))
    return
  throw new Refusal(403, 'CROSS_SITE_REQUEST', 'Writes from other sites are refused')
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host
