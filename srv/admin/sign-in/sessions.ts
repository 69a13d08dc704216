import type { IncomingMessage } from 'node:http'
import type { Request, Response, RequestHandler } from 'express'
import { idOf, isToken, newToken, seal, unseal, csrfTokenOf, isCsrfTokenOf } from './token.ts'
import type { SessionStore } from './session-store.ts'
import { AdminError } from '../core/errors.ts'

/** How the browser keeps a session: no script can read it, and it goes to these paths of this site only. */
interface SessionCookie {
  readonly name: string
  readonly paths: readonly string[]
}

const FLAGS = 'HttpOnly; SameSite=Strict'

/**
 * Who is signed in by a page. The server keeps the credentials, sealed, and the browser what opens them: neither has any
 * without the other. Each request is let in by the credentials as if it had sent them, so that whoever may no longer come
 * does not come by a session either.
 */
export class Sessions {
  readonly #store: SessionStore
  readonly #cookie: SessionCookie

  constructor(store: SessionStore, cookie: SessionCookie) {
    this.#store = store
    this.#cookie = cookie
  }

  /** What the browser has sent, which may be over. */
  tokenOf({ headers: { cookie = '' } }: IncomingMessage): string | undefined {
    const start = `${this.#cookie.name}=`
    return cookie
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each.startsWith(start))
      .map((each) => each.slice(start.length))
      .find(isToken)
  }

  /** Begins a session, in the place of the one that the browser has. */
  async begin(request: Request, response: Response, owner: string, authorization: string): Promise<string> {
    const before = this.tokenOf(request)
    const token = newToken()
    await this.#store.add({ id: idOf(token), owner, sealed: seal(token, authorization) })
    if (before !== undefined) await this.#store.end(idOf(before))
    this.#send(request, response, token)
    return token
  }

  /** The credentials of a session that lasts, which it does longer by that. */
  async credentialsOf(token: string): Promise<string | undefined> {
    const found = await this.#store.find(idOf(token), true)
    return found && unseal(token, found.sealed)
  }

  /** When a session ends unless it is used, which this is not; undefined when it is over. */
  async endsInMs(token: string): Promise<number | undefined> {
    return (await this.#store.find(idOf(token), false))?.endsInMs
  }

  /** Ends a session everywhere. */
  async end(token: string): Promise<void> {
    await this.#store.end(idOf(token))
  }

  /** Has the browser forget its session. */
  forget(request: Request, response: Response): void {
    this.#send(request, response, '', '; Max-Age=0')
  }

  #send(request: Request, response: Response, value: string, rest = ''): void {
    const { name, paths } = this.#cookie
    // A proxy that ends TLS need not be one that is believed.
    const isSecure = request.secure || request.headers.origin?.startsWith('https://') === true
    const flags = `${FLAGS}${isSecure ? '; Secure' : ''}${rest}`
    for (const path of paths) response.append('Set-Cookie', `${name}=${value}; Path=${path}; ${flags}`)
  }
}

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
