import type { Request } from 'express'

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
