import cds from '@sap/cds'
import { rolesOf } from './roles.ts'

/**
 * The user of all requests without credentials. It stays anonymous whatever its roles are: it is no `authenticated-user`,
 * and CAP offers it a login where a role is missing.
 */
export const createAnonymousUser = (roleNames: readonly string[]): cds.User => {
  const roles = rolesOf(roleNames)
  const user = Object.create(cds.User.anonymous) as cds.User
  const is = (role: string): boolean => role === 'any' || role in roles
  return Object.freeze(Object.assign(user, { roles, is }))
}
