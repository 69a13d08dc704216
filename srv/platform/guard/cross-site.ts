import type { Request } from 'express'
import { Refusal } from './refusal.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/**
 * Refuses writes that a browser sends on behalf of another site: browsers repeat Basic credentials by themselves.
 * Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`; other clients send neither.
 *
 * @param mayWrite tells whether pages of an origin are allowed to all the same.
 * @throws Refusal 403.
 */
export const refuseCrossSite = (req: Request, mayWrite: (origin: string) => boolean): void => {
  if (SAFE_METHODS.has(req.method)) return
  const site = req.get('sec-fetch-site')
  const origin = req.get('origin')
  const isOwn = site !== undefined ? OWN_SITES.has(site) : origin === undefined || hostOf(origin) === req.host
  if (!isOwn && !(origin !== undefined && mayWrite(origin)))
    throw new Refusal(403, 'CROSS_SITE_REQUEST', 'Writes from pages of other sites are refused.')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
