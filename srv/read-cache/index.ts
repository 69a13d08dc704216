/**
 * The public interface of the package, for servers that keep answers in a way of their own: others need no import at all.
 *
 * @module cds-read-cache
 */
export { AnswerCache, type Statistics } from './answer-cache.ts'
export type { Trust } from './external-changes/watch-external-changes.ts'
export { notifyChanges } from './external-changes/triggers.ts'
export type { Recording } from './table-versions.ts'
