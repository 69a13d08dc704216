import { AdminError } from '../errors.ts'
import type { Principal } from '../jobs/job.ts'
import type { Role } from '../operations/operation.ts'

/** @throws AdminError `UNAUTHORIZED` for callers without a login. */
export const requireLogin = (user: Principal | undefined): Principal => {
  if (user?.is('authenticated-user')) return user
  throw new AdminError('UNAUTHORIZED', 'Log in with a user name and password (Basic) or an access token (Bearer)')
}

/** @throws AdminError `FORBIDDEN`. */
export const requireRole = (user: Principal, role: Role): void => {
  if (!user.is(role)) throw new AdminError('FORBIDDEN', `This needs the role '${role}'`)
}
