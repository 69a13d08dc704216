import cds from '@sap/cds'
import { sendError } from '../guard/index.ts'
import type { RequestHandler } from 'express'
import type { Role } from './roles.ts'

/** Lets through callers with a role, for routers behind `cds.middlewares.before`: 401 for anonymous callers, 403 for others. */
export const requireRole =
  (role: Role): RequestHandler =>
  (req, res, next) => {
    const user = cds.context?.user
    if (!user?.is('authenticated-user')) (req as typeof req & { _login: () => true })._login()
    else if (user.is(role)) next()
    else sendError(req, res, 403, { code: 'FORBIDDEN', message: `This needs the role ${role}.` })
  }
