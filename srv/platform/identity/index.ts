/** The public interface of this folder. CAP takes the default export as the middleware factory of `cds.requires.auth.impl`. */
export { createIdentify as default } from './identify.ts'
export { callerKey, recognizedCaller, recognizedUser } from './identify.ts'
export { developmentUsers } from './development-users.ts'
export { requireRole } from './require-role.ts'
export { serveUser } from './serve-user.ts'
export { findStartProblems } from './start-problems.ts'
export type { Role } from './roles.ts'
export type { AuthConfiguration } from './settings.ts'
