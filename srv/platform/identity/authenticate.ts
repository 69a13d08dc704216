import passport from 'passport'
import { errors } from '@sap/xssec'
import { basicStrategy } from './basic-strategy.ts'
import { type AuthConfiguration, readUsers, takesPasswords } from './settings.ts'
import { createTokenService, type VerifiedToken } from './token-service.ts'
import type { Request, RequestHandler, Response } from 'express'
import type { LoginLimiter } from './login-limiter.ts'
import type { Principal } from './principal.ts'

/** What came of the credentials of a request. */
export type Outcome =
  | { readonly principal: Principal }
  | { readonly refusal: 'credentials' | 'token' | 'scheme' }
  | { readonly retryAfterSeconds: number }
  | { readonly unavailable: unknown }

/** Checks the `Authorization` header of a request, which must have one. Never rejects. */
export interface Authenticator {
  readonly check: (req: Request, res: Response) => Promise<Outcome>
  /** Values of `WWW-Authenticate`: one for each scheme that can succeed. */
  readonly challenges: readonly string[]
}

/** What passport reports of a strategy. */
interface Verdict {
  readonly error: unknown
  readonly user: unknown
  readonly info: unknown
  readonly status: unknown
}

const BASIC = /^Basic /i
// xssec takes whatever follows the first blank, of any scheme, and fails at a token of two parts.
const BEARER = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i

// SyntaxError: the keys came, but not as JSON. Anything else that goes wrong over a token is the fault of the token.
const isUnavailable = (error: unknown): boolean =>
  [errors.NetworkError, errors.ConfigurationError, SyntaxError].some((type) => error instanceof type)

/** A token without a time of its own is looked at every time. */
const expiryOf = ({ payload: { exp } }: VerifiedToken): number => (typeof exp === 'number' ? exp * 1_000 : 0)

/**
 * @param limiter - where failed logins are counted, if not in this process
 * @throws Error for a configuration that cannot work
 */
export const createAuthenticator = (configuration: AuthConfiguration, limiter?: LoginLimiter): Authenticator => {
  const { credentials, issuers } = configuration
  const users = readUsers(configuration)
  const tokens = credentials && createTokenService(credentials, issuers)
  const strategies = new passport.Passport()
  strategies.use('basic', basicStrategy(users, limiter))
  if (tokens) strategies.use('bearer', tokens.strategy)

  const run = (strategy: string, req: Request, res: Response): Promise<Verdict> =>
    new Promise((resolve) => {
      const report = (error: unknown, user?: unknown, info?: unknown, status?: unknown): void =>
        resolve({ error, user, info, status })
      const handle = strategies.authenticate(strategy, { session: false }, report) as RequestHandler
      void handle(req, res, report)
    })

  const checkBasic = async (req: Request, res: Response): Promise<Outcome> => {
    const { error, user, info, status } = await run('basic', req, res)
    if (error) return { unavailable: error }
    if (status === 429) return { retryAfterSeconds: Number(info) }
    return user ? { principal: user as Principal } : { refusal: 'credentials' }
  }

  const checkBearer = async (req: Request, res: Response): Promise<Outcome> => {
    const { error, user, info } = await run('bearer', req, res)
    if (isUnavailable(error)) return { unavailable: error }
    if (!user) return { refusal: 'token' }
    const { token } = info as { token: VerifiedToken }
    const principal = tokens?.userOf(token)
    return principal ? { principal: { ...principal, expiresMs: expiryOf(token) } } : { refusal: 'token' }
  }

  return {
    challenges: [
      ...(takesPasswords(configuration) ? ['Basic realm="saga", charset="UTF-8"'] : []),
      ...(tokens ? ['Bearer realm="saga"'] : []),
    ],
    check: async (req, res) => {
      const header = req.headers.authorization ?? ''
      if (tokens && BEARER.test(header)) return checkBearer(req, res)
      if (!BASIC.test(header)) return { refusal: 'scheme' }
      return checkBasic(req, res)
    },
  }
}
