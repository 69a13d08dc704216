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
