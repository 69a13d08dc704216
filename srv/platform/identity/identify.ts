import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cds from '@sap/cds'
import type { NextFunction, Request, Response } from 'express'
import { ExpiringMap, isLoopback, sendError } from '../guard/index.ts'
import { sharedState } from '../shared/index.ts'
import { createAuthenticator } from './authenticate.ts'
import { rolesOf, type Principal } from './roles.ts'
import { type AuthConfiguration, readAnonymousRoles } from './settings.ts'
import { SharedLoginLimiter } from './shared-login-limiter.ts'

/**
 * The user of all requests without credentials. It stays anonymous whatever its roles are: it is no `authenticated-user`,
 * and CAP offers it a login where a role is missing.
 */
export const createAnonymousUser = (roleNames: readonly string[]): cds.User => {
  const roles = rolesOf(roleNames)
  const user = Object.create(cds.User.anonymous) as cds.User
  const is = (role: string): boolean => role === 'any' || role in roles
  return Object.freeze(Object.assign(user, { roles, is }))
}

/** A request as CAP passes it on: whoever finds a role missing lets `_login` answer. An API may have one of its own, which stays. */
interface CapRequest extends Request {
  _login?: (reason?: string) => true
}

const DETAILS = {
  anonymous: 'This needs a login.',
  credentials: 'The user name or the password is wrong.',
  token: 'The token is not valid here.',
  scheme: 'The Authorization header has no scheme that is accepted here, or is malformed.',
} as const
const TOO_MANY_LOGINS = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Too many logins have failed, or are waiting. Wait before the next one.',
}
const UNAVAILABLE = {
  code: 'IDENTITY_UNAVAILABLE',
  message: 'The credentials cannot be checked at the moment.',
}

/**
 * Creates the one middleware that finds out who is calling, for OData and for every router behind `cds.middlewares.before`.
 *
 * It sets `cds.context.user`, or answers by itself: 401 for credentials that do not hold, 429 after too many failed logins or with too many waiting,
 * 503 when credentials cannot be checked, since the keys of the token service cannot be fetched or failed logins cannot
 * be counted (500 in the administration API, which has no 503). It never calls
 * `next` with an error. Without an `Authorization` header the caller is anonymous.
 *
 * @throws Error for a configuration that cannot work
 */
export const createIdentify = (configuration: AuthConfiguration) => {
  const log = cds.log('auth')
  const anonymous = createAnonymousUser(readAnonymousRoles(configuration))
  const counters = sharedState()?.counters
  const limiter = counters && new SharedLoginLimiter(counters)
  const { check, challenges } = createAuthenticator(configuration, limiter)

  const demandLogin = (req: Request, res: Response, message: string): void => {
    // A page that takes part in sessions asks for a password itself; the browser is not to do it.
    const isOfPage = req.get('X-CSRF-Token') !== undefined
    if (!res.headersSent) res.set('WWW-Authenticate', isOfPage ? 'Session' : [...challenges])
    sendError(req, res, 401, { code: 'UNAUTHORIZED', message })
  }

  return async function identify(req: CapRequest, res: Response, next: NextFunction): Promise<void> {
    const login = (reason: string = DETAILS.anonymous): true => {
      demandLogin(req, res, reason)
      return true
    }
    req._login = login
    if (req.headers.authorization === undefined) {
      setUser(res, anonymous)
      next()
      return
    }
    const outcome = await check(req)
    if ('principal' in outcome) {
      const { id, roles } = outcome.principal
      rememberCaller(req.headers.authorization, outcome.principal)
      setUser(res, new cds.User({ id, roles, attr: {} }))
      next()
    } else if ('refusal' in outcome) {
      const { _login: answer = login } = req
      answer(DETAILS[outcome.refusal])
    } else if ('retryAfterSeconds' in outcome) {
      res.set('Retry-After', String(outcome.retryAfterSeconds))
      sendError(req, res, 429, TOO_MANY_LOGINS)
    } else {
      const { unavailable: error } = outcome
      res.set('Retry-After', '1')
      log.error('credentials could not be checked:', error instanceof Error ? error.message : error)
      sendError(req, res, 503, UNAVAILABLE)
    }
  }
}

const setUser = (res: Response, user: cds.User): void => {
  const { context } = cds
  // For the log, which is written when the context may be gone.
  res.locals['user'] = user.id
  if (context) context.user = user
}

/** How long credentials that have held are taken for good without another look: as long as passwords are. */
const REMEMBERED_MS = 60_000
const REMEMBERED_CREDENTIALS = 1_000

interface Caller {
  readonly key: string
  readonly principal: Principal
}

const ANONYMOUS = ''
const secret = randomBytes(32).toString('base64')
const remembered = new ExpiringMap<Caller>(REMEMBERED_MS, REMEMBERED_CREDENTIALS)

/** The same text for all requests of the same user with the same roles, and for no others. */
export const callerKey = (user: {
  readonly id: string
  readonly roles?: unknown
  is(role: string): boolean
}): string => (user.is('authenticated-user') ? keyOf(user.id, user.roles as object | undefined) : ANONYMOUS)

/** Keeps the credentials of a request in mind, which have just been found to hold. */
export const rememberCaller = (credentials: string, principal: Principal): void =>
  remembered.set(digest(credentials), { key: keyOf(principal.id, principal.roles), principal })

/**
 * The `callerKey` of whoever sends a request, if that can be told at once: for requests without credentials, and for
 * credentials that have held a moment ago.
 */
export const recognizedCaller = (req: IncomingMessage): string | undefined => {
  const { authorization } = req.headers
  if (authorization === undefined) return ANONYMOUS
  const caller = remembered.get(digest(authorization))
  if (!caller) return undefined
  const { isLocal, expiresMs } = caller.principal
  // eslint-disable-next-line no-restricted-properties -- tokens tell their end by this clock
  if (expiresMs !== undefined && expiresMs <= Date.now()) return undefined
  return isLocal && !isLoopback(req.socket.localAddress) ? undefined : caller.key
}

/** The name of whoever sends a request whose `recognizedCaller` is told; `anonymous` without credentials. */
export const recognizedUser = ({ headers: { authorization } }: IncomingMessage): string | undefined =>
  authorization === undefined ? 'anonymous' : remembered.get(digest(authorization))?.principal.id

const keyOf = (id: string, roles: object = {}): string => JSON.stringify([id, ...Object.keys(roles).sort()])

/** So that no credentials lie in memory. */
const digest = (credentials: string): string => hash('sha256', secret + credentials, 'base64')
