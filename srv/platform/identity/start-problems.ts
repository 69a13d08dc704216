import { isLoopback } from '../guard/index.ts'
import { parseHash, verifyPassword } from './password.ts'
import { ROLES } from './roles.ts'
import { type AuthConfiguration, userEntries, type UserEntry } from './settings.ts'

/** What decides whether a server may start. */
export interface StartFacts {
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
