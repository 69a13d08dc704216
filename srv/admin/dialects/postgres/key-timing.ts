import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { taking } from '../catalog-query.ts'
import type { KeyTiming } from '../dialect.ts'
import { flag } from '../rows.ts'

/** @see https://www.postgresql.org/docs/current/sql-altertable.html, ALTER CONSTRAINT, which belongs to the transaction. */
export const keyTiming: KeyTiming = {
  mayWait: {
    statement: taking('schema', 'table', 'name')`
      SELECT k.condeferrable AS waits FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relname = $2 AND k.conname = $3`,
    item: (row) => flag(row, 'waits'),
  },
  wait: ({ schema, table, name }, mayWait) =>
    mayWait
      ? [`SET CONSTRAINTS ${quote(schema)}.${quote(name)} DEFERRED`]
      : [`ALTER TABLE ${quote(schema)}.${quote(table)} ALTER CONSTRAINT ${quote(name)} DEFERRABLE INITIALLY DEFERRED`],
  check: 'SET CONSTRAINTS ALL IMMEDIATE',
  restore: ({ schema, table, name }, mayWait) =>
    mayWait ? [] : [`ALTER TABLE ${quote(schema)}.${quote(table)} ALTER CONSTRAINT ${quote(name)} NOT DEFERRABLE`],
}
