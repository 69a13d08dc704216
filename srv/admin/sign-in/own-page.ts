import type { Request } from 'express'

const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** Whether a browser sends a request for a page of this very origin, or for nobody's; the same name at another port is another. */
export const isOwnPage = (request: Request): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return OWN_SITES.has(site)
  return origin === undefined || hostOf(origin) === request.host
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
