/**
 * The public interface of the package, for servers that keep answers in a way of their own: others need no import at all.
 *
 * @module cds-read-cache
 */
export { TableVersions } from './table-versions.ts'
export type { ExternalChanges } from './external-changes/external-changes.ts'
export { type Trust, watchExternalChanges } from './external-changes/watch-external-changes.ts'
export { notifyChanges } from './host/notify-changes.ts'
export type { Model } from './model-tables.ts'
export { Recording } from './recording.ts'
export { watchDatabase } from './watch-database.ts'
