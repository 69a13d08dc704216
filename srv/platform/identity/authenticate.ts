import { errors } from '@sap/xssec'
import type { Request } from 'express'
import { isLoopback, networkOf } from '../guard/index.ts'
import { type ConfiguredUser, PasswordLogin, type BasicCredentials } from './password-login.ts'
import { type AuthConfiguration, readUsers, takesPasswords } from './settings.ts'
import { createTokenService, type TokenService } from './token-service.ts'
import type { LoginLimiter } from './login-limiter.ts'
import type { Principal } from './roles.ts'

/** What came of the credentials of a request. */
export type Outcome =
  | { readonly principal: Principal }
  | { readonly refusal: 'credentials' | 'token' | 'scheme' }
  | { readonly retryAfterSeconds: number }
  | { readonly unavailable: unknown }

/** Checks the `Authorization` header of a request, which must have one. Never rejects. */
export interface Authenticator {
  readonly check: (req: Request) => Promise<Outcome>
  /** Values of `WWW-Authenticate`: one for each scheme that can succeed. */
  readonly challenges: readonly string[]
}

const BASIC = /^Basic /i
// xssec takes whatever follows the first blank, of any scheme, and fails at a token of two parts.
const BEARER = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i

// SyntaxError: the keys came, but not as JSON. Anything else that goes wrong over a token is the fault of the token.
const isUnavailable = (error: unknown): boolean =>
  [errors.NetworkError, errors.ConfigurationError, SyntaxError].some((type) => error instanceof type)

/** A development user logs in over loopback only. */
const isElsewhere = ({ isLocal }: ConfiguredUser, req: Request): boolean =>
  isLocal && !isLoopback(req.socket.localAddress)

/**
 * @param limiter - where failed logins are counted, if not in this process
 * @throws Error for a configuration that cannot work
 */
export const createAuthenticator = (configuration: AuthConfiguration, limiter?: LoginLimiter): Authenticator => {
  const { credentials, issuers } = configuration
  const users = readUsers(configuration)
  const tokens = credentials && createTokenService(credentials, issuers)
  const login = new PasswordLogin(users, undefined, limiter)

  const checkBasic = async (req: Request, header: string): Promise<Outcome> => {
    const sent = parseBasicCredentials(header)
    if (!sent) return { refusal: 'credentials' }
    try {
      const result = await login.check(sent, networkOf(req.ip))
      if ('retryAfterSeconds' in result) return result
      const { user } = result
      return user && !isElsewhere(user, req) ? { principal: user } : { refusal: 'credentials' }
    } catch (error) {
      return { unavailable: error }
    }
  }

  const checkBearer = async ({ userOf }: TokenService, req: Request): Promise<Outcome> => {
    try {
      const principal = await userOf(req)
      return principal ? { principal } : { refusal: 'token' }
    } catch (error) {
      return isUnavailable(error) ? { unavailable: error } : { refusal: 'token' }
    }
  }

  return {
    challenges: [
      ...(takesPasswords(configuration) ? ['Basic realm="saga", charset="UTF-8"'] : []),
      ...(tokens ? ['Bearer realm="saga"'] : []),
    ],
    check: async (req) => {
      const header = req.headers.authorization ?? ''
      if (tokens && BEARER.test(header)) return checkBearer(tokens, req)
      if (!BASIC.test(header)) return { refusal: 'scheme' }
      return checkBasic(req, header)
    },
  }
}

const HEADER = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i
// eslint-disable-next-line no-control-regex -- RFC 7617 section 2 forbids exactly these
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (token: string): string | undefined => {
  try {
    return utf8.decode(Buffer.from(token, 'base64'))
  } catch {
    return undefined
  }
}

/**
 * Reads an `Authorization` header of the scheme Basic, as RFC 7617 has it: UTF-8, split at the first colon.
 *
 * @returns undefined for another scheme, bad UTF-8, a missing colon, an empty user name, or control characters.
 */
export const parseBasicCredentials = (header: string): BasicCredentials | undefined => {
  const text = decode(HEADER.exec(header)?.[1] ?? '')?.normalize('NFC')
  if (!text || CONTROL_CHARACTERS.test(text)) return undefined
  const colon = text.indexOf(':')
  return colon > 0 ? { user: text.slice(0, colon), password: text.slice(colon + 1) } : undefined
}
