/** Ways to log in that the API's description and its challenges name. */
export const LOGIN_SCHEMES = ['basic', 'bearer'] as const
export type LoginScheme = (typeof LOGIN_SCHEMES)[number]

/** Values of `WWW-Authenticate`. @param realm told to whoever is asked for a password. */
export const challengesOf = (schemes: readonly LoginScheme[], realm: string): string[] =>
  schemes.map((scheme) =>
    scheme === 'basic' ? `Basic realm="${quotable(realm)}", charset="UTF-8"` : `Bearer realm="${quotable(realm)}"`,
  )

const quotable = (realm: string): string => realm.replace(/[^\w @/.-]/g, '')
