import type { RequestHandler, Request } from 'express'
import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import type { Role } from '../operations/operation.ts'

/** What a way of authentication throws or passes on, such as `401`, as an error of the API. */
const toLoginError = (thrown: unknown): AdminError => {
  if (thrown instanceof AdminError) return thrown
  const status = Number(typeof thrown === 'object' && thrown !== null ? statusOf(thrown) : thrown)
  if (status === 401) return new AdminError('UNAUTHORIZED', 'The credentials are not valid')
  if (status === 403) return new AdminError('FORBIDDEN', 'The login is not allowed here')
  return new AdminError('IDENTITY_UNAVAILABLE', 'The credentials cannot be checked at the moment', { cause: thrown })
}

const statusOf = (error: object): unknown => {
  const { status, statusCode, code } = error as Record<string, unknown>
  return status ?? statusCode ?? code
}

/** Runs a way of authentication so that its failures are answered in the API's own form. */
export const tellingFailures =
  (authenticate: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    const proceed = (thrown?: unknown): void => {
      if (thrown === undefined || thrown === null) next()
      else next(toLoginError(thrown))
    }
    try {
      await authenticate(request, response, proceed)
    } catch (error) {
      proceed(error)
    }
  }

const LOGINS: Readonly<Record<LoginScheme, string>> = {
  basic: 'a user name and password (Basic)',
  bearer: 'an access token (Bearer)',
}

/** @param schemes that can succeed here. @throws AdminError `UNAUTHORIZED` for callers without a login. */
export const requireLogin = (user: Principal | undefined, schemes: readonly LoginScheme[]): Principal => {
  if (user?.is('authenticated-user')) return user
  throw new AdminError('UNAUTHORIZED', `Log in with ${schemes.map((scheme) => LOGINS[scheme]).join(' or ')}`)
}

/** @param roles of the application that grant each. @throws AdminError `FORBIDDEN` naming those of the application. */
export const requireRole = (user: Principal, role: Role, roles: Readonly<Record<Role, readonly string[]>>): void => {
  if (user.is(role)) return
  throw new AdminError('FORBIDDEN', `This needs the role ${roles[role].map((name) => `'${name}'`).join(' or ')}`)
}

/** Ways to log in that the API's description and its challenges name. */
export const LOGIN_SCHEMES = ['basic', 'bearer'] as const
export type LoginScheme = (typeof LOGIN_SCHEMES)[number]

/**
 * Values of `WWW-Authenticate`.
 *
 * @param realm told to whoever is asked for a password.
 * @param metadataUrl where it is told who gives tokens, as RFC 9728 has it; absent where that is not known.
 */
export const challengesOf = (schemes: readonly LoginScheme[], realm: string, metadataUrl?: string): string[] =>
  schemes.map((scheme) => {
    if (scheme === 'basic') return `Basic realm="${quotable(realm)}", charset="UTF-8"`
    return `Bearer realm="${quotable(realm)}"${metadataUrl === undefined ? '' : `, resource_metadata="${metadataUrl}"`}`
  })

const quotable = (realm: string): string => realm.replace(/[^\w @/.-]/g, '')

/** Below that of the API. */
export const MCP_PATH = '/mcp'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Where it is told who gives tokens for what is at a path. @see https://www.rfc-editor.org/rfc/rfc9728 section 3.1 */
export const metadataPath = (path: string): string => `${WELL_KNOWN}${path}`

const originOf = ({ protocol, host }: Request): string => `${protocol}://${host}`

export const metadataUrlOf = (request: Request, path: string): string | undefined => {
  const url = `${originOf(request)}${metadataPath(path)}`
  // It stands between quotes of a header.
  return URL.canParse(url) && !/["\\]/.test(url) ? url : undefined
}

/** @param issuer of the tokens that the application takes. */
export const metadataOf = (request: Request, path: string, issuer: string, name: string) => ({
  resource: `${originOf(request)}${path}`,
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  resource_name: name,
})
