/**
 * The public interface of the package, for servers that have more than a plain application: others need no import at all.
 *
 * @module cds-dba
 */
export { OPERATIONS, OUTCOMES } from './admin-router.ts'
export type { Meters, SharedState } from './admin-router.ts'
export { extend } from './host/additions.ts'
export type { Additions } from './host/additions.ts'
export type { OwnCheck, OwnOperation } from './host/own-work.ts'
export { bySession, cockpitRouter, errorAnswers, hasSession } from './mount.ts'
