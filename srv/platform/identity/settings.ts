import { isLoopback } from '../guard/index.ts'
import { ROLES, ANONYMOUS_ROLES, rolesOf } from './roles.ts'
import { type ConfiguredUser, parseHash, verifyPassword } from './password-login.ts'
import type { TokenServiceCredentials } from './token-service.ts'

/** What decides whether a server may start. */
interface StartFacts {
  readonly isProduction: boolean
  /** Where the server will listen; undefined for the default, which is loopback. */
  readonly host: string | undefined
  /** `cds.requires.auth` */
  readonly auth: AuthConfiguration | false | undefined
}

const TOY_KINDS = /^(mocked|basic|dummy)(-auth)?$/

const hasNameAsPassword = async ([id, { hash: text }]: [string, UserEntry]): Promise<boolean> => {
  const hash = parseHash(text)
  return hash !== undefined && verifyPassword(id, hash)
}

const developmentUsers = async (entries: [string, UserEntry][]): Promise<string[]> => {
  const flags = await Promise.all(
    entries.map(async (entry) => entry[1].development || (await hasNameAsPassword(entry))),
  )
  return entries.filter((_, index) => flags[index]).map(([id]) => id)
}

const roleProblems = ([id, { roles = [], development }]: [string, UserEntry]): string[] => {
  const isKnown = Array.isArray(roles) && roles.every((role) => ROLES.some((known) => known === role))
  return [
    ...(isKnown ? [] : [`the roles of user '${id}' must be a list of ${ROLES.join(', ')}`]),
    ...(development === undefined || typeof development === 'boolean'
      ? []
      : [`'development' of user '${id}' must be true or false`]),
  ]
}

/** Names what makes a start unsafe; empty for a safe one. */
export const findStartProblems = async ({ isProduction, host, auth }: StartFacts): Promise<string[]> => {
  if (!auth) return ['authentication is switched off']
  const entries = userEntries(auth)
  const problems = entries
    .filter(([, { hash }]) => !parseHash(hash))
    .map(([id]) => `user '${id}' has no valid password hash`)
  problems.push(...entries.flatMap(roleProblems))
  if (!isProduction && (host === undefined || isLoopback(host))) return problems

  const development = await developmentUsers(entries)
  const hasLogins = auth.credentials !== undefined || entries.length > development.length
  if (!isProduction) {
    if (!hasLogins) problems.push(`host '${String(host)}' is open to the network, and there are only development users`)
    return problems
  }
  if (auth.kind && TOY_KINDS.test(auth.kind)) problems.push(`authentication of kind '${auth.kind}' protects nothing`)
  if (auth.anonymous?.length) problems.push('anonymous callers have roles')
  if (!auth.credentials && !entries.length) problems.push('there is no token service bound, and no user configured')
  return [...problems, ...development.map((id) => `'${id}' is a development user, or has its name as password`)]
}

/** A user in the configuration, by name; null removes one that another profile brings. */
interface UserEntry {
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
      return [id.normalize('NFC'), { id, roles: rolesOf(roles), hash, isLocal: development }]
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
