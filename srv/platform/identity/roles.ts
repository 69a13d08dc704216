import cds from '@sap/cds'
import type { RequestHandler } from 'express'
import { sendError } from '../guard/index.ts'

/** Lets through callers with a role, for routers behind `cds.middlewares.before`: 401 for anonymous callers, 403 for others. */
export const requireRole =
  (role: Role): RequestHandler =>
  (req, res, next) => {
    const user = cds.context?.user
    if (!user?.is('authenticated-user')) (req as typeof req & { _login: () => true })._login()
    else if (user.is(role)) next()
    else sendError(req, res, 403, { code: 'FORBIDDEN', message: `This needs the role ${role}.` })
  }

/**
 * The roles of both APIs, by one set of names: `cds.context.user.is('operator')` means the same everywhere.
 *
 * | role       | grants                                                              |
 * | ---------- | ------------------------------------------------------------------- |
 * | `viewer`   | `/api/v1`: metadata                                                 |
 * | `operator` | `/api/v1`: reads of row values; OData: live rows through `-data`    |
 * | `admin`    | `/api/v1`: changes of data and structure                            |
 * | `editor`   | OData: writes                                                       |
 * | `reader`   | OData: reads without a login; meant for anonymous callers only      |
 */
export const ROLES = ['viewer', 'operator', 'admin', 'editor', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** What anonymous callers can be given at most: the administration API always needs a login. */
export const ANONYMOUS_ROLES: ReadonlySet<string> = new Set<Role>(['reader', 'editor'])

const INCLUDED_ROLES: ReadonlyMap<string, Role> = new Map([
  ['admin', 'operator'],
  ['operator', 'viewer'],
])

// CAP gives these a meaning of its own; nobody gets them from a token or a configuration.
const SYSTEM_ROLES: ReadonlySet<string> = new Set(['internal-user', 'system-user'])

/**
 * Completes role names with the roles they include.
 *
 * @returns the roles as keys, the shape that `cds.User` looks up by `in`; without a prototype, so that nobody has the role `constructor`. They are
 *   frozen, since all requests of a user share them.
 */
export const rolesOf = (names: Iterable<string>): Readonly<Record<string, string>> => {
  const roles = Object.create(null) as Record<string, string>
  for (const name of names) {
    if (SYSTEM_ROLES.has(name)) continue
    for (let role: string | undefined = name; role !== undefined; role = INCLUDED_ROLES.get(role)) roles[role] = role
  }
  return Object.freeze(roles)
}

/** Who a caller is, whichever way they proved it. */
export interface Principal {
  readonly id: string
  /** With the roles that they include, as `rolesOf` has them. */
  readonly roles: Readonly<Record<string, string>>
  /** Whether they can be believed over a loopback connection only. */
  readonly isLocal?: boolean
  /** When the proof ends, in milliseconds of `Date.now()`; undefined where it does not. */
  readonly expiresMs?: number | undefined
}
