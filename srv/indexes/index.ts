/**
 * The public interface of the package, for deployments of an own kind: others need no import at all.
 *
 * @module cds-indexes
 */
export { createIndexes, type Database, dropStatements, missingStatements } from './create-indexes.ts'
