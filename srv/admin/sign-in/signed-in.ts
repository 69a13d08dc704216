import type { Request, RequestHandler, Response } from 'express'
import { AdminError } from '../core/errors.ts'
import type { Sessions } from './sessions.ts'
import { csrfTokenOf, isCsrfTokenOf } from './token.ts'

const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** Whether a browser sends a request for a page of this very origin, or for nobody's; the same name at another port is another. */
export const isOwnPage = (request: Request): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return OWN_SITES.has(site)
  return origin === undefined || hostOf(origin) === request.host
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Asked for and told as approuters do it. */
const HEADER = 'X-CSRF-Token'

/** Whether the credentials of a request are those of a session. */
export const isBySession = ({ res }: Request): boolean => res?.locals['session'] === true

/** Whether a page has sent a request, and shows by itself that somebody has to sign in. */
export const isOfPage = (request: Request): boolean => request.get(HEADER) !== undefined

export const tellCsrfToken = (response: Response, token: string): void => {
  response.set(HEADER, csrfTokenOf(token))
}

/**
 * Lets requests of a browser in as who is signed in there: what follows sees the credentials of the session as if they had
 * been sent. Credentials that are sent go first.
 *
 * Passes on an AdminError: `UNAUTHORIZED` when the session is over, `FORBIDDEN` for what another page may have made the
 * browser send.
 */
export const signedIn =
  (sessions: Sessions): RequestHandler =>
  async (request, response, next) => {
    const token = sessions.tokenOf(request)
    if (token === undefined || request.headers.authorization !== undefined) return next()
    const isRead = SAFE_METHODS.has(request.method)
    if (isRead && !isOwnPage(request)) return next()
    try {
      if (!isRead) demandCsrfToken(request, response, token)
      request.headers.authorization = await credentialsOf(token, sessions, request, response)
    } catch (error) {
      return next(error)
    }
    response.locals['session'] = true
    if (request.get(HEADER)?.toLowerCase() === 'fetch') tellCsrfToken(response, token)
    // Credentials that do not hold any more are not tried again: that would count as guessing.
    response.once('finish', () => {
      if (response.statusCode === 401) sessions.end(token).catch(() => undefined) // it ends by itself, later
    })
    next()
  }

const credentialsOf = async (token: string, sessions: Sessions, ...[request, response]: [Request, Response]) => {
  const credentials = await sessions.credentialsOf(token)
  if (credentials !== undefined) return credentials
  sessions.forget(request, response)
  throw new AdminError('UNAUTHORIZED', 'The session is over; sign in again')
}

/** @throws AdminError `FORBIDDEN`. */
export const demandCsrfToken = (request: Request, response: Response, token: string): void => {
  demandOwnPage(request)
  if (isCsrfTokenOf(token, request.get(HEADER))) return
  response.set(HEADER, 'Required')
  throw new AdminError(
    'FORBIDDEN',
    `A session changes nothing without the ${HEADER} that a GET with '${HEADER}: Fetch' tells`,
  )
}

/** @throws AdminError `FORBIDDEN`. */
export const demandOwnPage = (request: Request): void => {
  if (!isOwnPage(request)) throw new AdminError('FORBIDDEN', 'Writes from pages of other origins are refused')
}
