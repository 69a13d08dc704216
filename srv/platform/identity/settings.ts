import { parseHash } from './password.ts'
import { ANONYMOUS_ROLES } from './roles.ts'
import type { ConfiguredUser } from './password-login.ts'
import type { TokenServiceCredentials } from './token-service.ts'

/** A user in the configuration, by name; null removes one that another profile brings. */
export interface UserEntry {
  /** See {@link hashPassword}. */
  readonly hash?: string
  readonly roles?: readonly string[]
  /** Marks a development user: it can log in over a loopback connection only, and never in production. */
  readonly development?: boolean
}

/** `cds.requires.auth` */
export interface AuthConfiguration {
  readonly kind?: string
  readonly users?: Readonly<Record<string, UserEntry | null>>
  /** Credentials of XSUAA, XSA or IAS, as a rule from a binding. */
  readonly credentials?: TokenServiceCredentials
  /** The only token issuers to accept, where those of the binding do not fit. */
  readonly issuers?: readonly string[]
  /** Roles of callers without credentials: `reader`, `editor`, or none. */
  readonly anonymous?: readonly string[]
}

/** The entries of users that are there. */
export const userEntries = ({ users = {} }: AuthConfiguration): [string, UserEntry][] =>
  Object.entries(users).flatMap(([id, entry]) => (entry ? [[id, entry]] : []))

/** Whether callers can prove who they are by a name and a password. */
export const takesPasswords = (configuration: AuthConfiguration): boolean =>
  userEntries(configuration).length > 0 || !configuration.credentials

/**
 * The users that can log in with a password.
 *
 * @throws Error for a user without a valid hash
 */
export const readUsers = (configuration: AuthConfiguration): ReadonlyMap<string, ConfiguredUser> =>
  new Map(
    userEntries(configuration).map(([id, { hash: text, roles = [], development = false }]) => {
      const hash = parseHash(text)
      if (!hash) throw new Error(`cds.requires.auth.users: '${id}' has no valid password hash`)
      return [id.normalize('NFC'), { id, roles, hash, isLocal: development }]
    }),
  )

/**
 * The roles of callers without credentials.
 *
 * @throws Error for a role that would open the administration API
 */
export const readAnonymousRoles = ({ anonymous = [] }: AuthConfiguration): readonly string[] => {
  const refused = anonymous.filter((role) => !ANONYMOUS_ROLES.has(role))
  if (refused.length)
    throw new Error(`cds.requires.auth.anonymous: ${refused.join(', ')} cannot be given to anonymous callers`)
  return anonymous
}
