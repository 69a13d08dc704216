import { AdminError } from '../errors.ts'
import type { Principal } from '../jobs/job.ts'
import type { Role } from '../operations/operation.ts'
import type { LoginScheme } from './login-scheme.ts'

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
