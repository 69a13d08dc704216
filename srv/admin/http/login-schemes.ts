import type { Request } from 'express'

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
