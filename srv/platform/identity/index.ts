/** The public interface of this folder. CAP takes the default export as the middleware factory of `cds.requires.auth.impl`. */
export { callerKey, createIdentify as default, recognizedCaller, recognizedUser } from './identify.ts'
export { developmentUsers, serveUser } from './serve-user.ts'
export { requireRole, type Role } from './roles.ts'
export { findStartProblems } from './settings.ts'
export type { AuthConfiguration } from './settings.ts'
