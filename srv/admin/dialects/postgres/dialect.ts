import { quoteIdentifier, quoteIdentifier as quote } from '../../core/identifiers.ts'
import type { Dialect, KeyTiming, Sequences } from '../dialect.ts'
import { analysis } from './analysis.ts'
import { catalog } from './catalog.ts'
import { comparison, baseType } from './comparison.ts'
import { filterTarget, pageStatement } from './page.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { schemaStructure } from './schema-structure.ts'
import { bindValue, cutExpression, jsonValue, placeholder, rowChanges, selectExpression } from './values.ts'
import type { Structure } from '../structure.ts'
import { clone, script } from './structure/clone.ts'
import { copies } from './structure/copies.ts'
import { copy, MAX_NAME_BYTES } from './structure/copy.ts'
import { rebuild } from './structure/rebuild.ts'
import type { TimeSeries } from '../analysis.ts'
import { taking, flag, text } from '../rows.ts'

/**
 * Sequences that number a column by itself, of identity columns and those in defaults. COPY and INSERT with values of their own
 * leave them where they are: https://www.postgresql.org/docs/current/functions-sequence.html
 */
const sequences: Sequences = {
  ofTable: {
    statement: taking('schema', 'table')`
      SELECT DISTINCT a.attname AS column, format('%I.%I', sn.nspname, s.relname) AS name, q.seqincrement > 0 AS rises, q.seqcache AS cache,
             pg_has_role(s.relowner, 'USAGE') AS owned,
             has_sequence_privilege(s.oid, 'SELECT') AND has_sequence_privilege(s.oid, 'UPDATE') AS movable
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
        JOIN pg_type t ON t.oid = a.atttypid JOIN pg_type b ON b.oid = ${baseType('t')}
        LEFT JOIN pg_attrdef e ON e.adrelid = c.oid AND e.adnum = a.attnum
        JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
                            AND d.refobjid = c.oid AND d.refobjsubid = a.attnum
          OR d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_attrdef'::regclass AND d.objid = e.oid
        JOIN pg_class s ON s.relkind = 'S' AND s.oid = CASE d.deptype WHEN 'i' THEN d.objid ELSE d.refobjid END
        JOIN pg_namespace sn ON sn.oid = s.relnamespace JOIN pg_sequence q ON q.seqrelid = s.oid
       WHERE n.nspname = $1 AND c.relname = $2 AND b.typname IN ('int2', 'int4', 'int8', 'numeric')
       ORDER BY 1, 2`,
    item: (row) => ({
      column: text(row, 'column'),
      name: text(row, 'name'),
      rises: flag(row, 'rises'),
      cache: text(row, 'cache'),
      isOwned: flag(row, 'owned'),
      isMovable: flag(row, 'movable'),
    }),
  },
  hold: ({ name, cache, isOwned }) =>
    isOwned ? { sql: `ALTER SEQUENCE ${name} CACHE ${cache}`, parameters: [] } : null,
  moveOn: ({ schema, table }, { column, name, rises }) => {
    const [last, beyond] = rises ? ['max', '>='] : ['min', '<=']
    const value = quoteIdentifier(column)
    return {
      sql: `SELECT setval($1::text::regclass, t.value::bigint)
        FROM (SELECT ${last}(${value}) AS value FROM ${quoteIdentifier(schema)}.${quoteIdentifier(table)}) AS t, ${name} AS s, pg_sequence AS q
       WHERE q.seqrelid = $1::text::regclass AND t.value BETWEEN q.seqmin AND q.seqmax
         AND t.value ${beyond} s.last_value + CASE WHEN s.is_called THEN q.seqincrement ELSE 0 END`,
      parameters: [name],
    }
  },
}

const structure: Structure = {
  nameProblem: (name) =>
    Buffer.byteLength(name) > MAX_NAME_BYTES ? `A name has at most ${MAX_NAME_BYTES} bytes` : null,
  clone,
  copy,
  copies,
  script,
  rebuild,
}

/** The session stands in UTC, so a timestamp without time zone is one in UTC. */
const timeSeries: TimeSeries = {
  epochMs: ({ kind }, sql) =>
    kind === 'date'
      ? `CASE WHEN isfinite(${sql}) THEN (${sql} - date '1970-01-01')::bigint * 86400000 END`
      : `CASE WHEN isfinite(${sql}) THEN floor(extract(epoch FROM ${sql}) * 1000)::bigint END`,
  step: (ms, stepMs, originMs) => `floor((${ms} - (${originMs}))::float8 / ${stepMs})::bigint`,
  // There is no year 0 between 1 BC and AD 1.
  month: (ms) => {
    const time = `(timestamp '1970-01-01' + floor(${ms} / 1000.0)::float8 * interval '1 second')`
    const year = `extract(year FROM ${time})`
    return `((${year} + (${year} < 0)::int) * 12 + extract(month FROM ${time}) - 1)::bigint`
  },
  floorDivide: (sql, divisor) => `floor((${sql})::float8 / ${divisor})::bigint`,
}

/** @see https://www.postgresql.org/docs/current/sql-altertable.html, ALTER CONSTRAINT, which belongs to the transaction. */
const keyTiming: KeyTiming = {
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

export const postgresDialect: Dialect = {
  engine: 'postgres',
  platform: 'PostgreSQL',
  driver: 'pg',
  capabilities: { hasInfiniteValues: true, hasExactDecimals: true, keepsNumbers: true },
  catalog,
  monitoring,
  analysis,
  timeSeries,
  structure,
  schemaStructure,
  comparison,
  lineage,
  sequences,
  keyTiming,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^(?:pg_.*|information_schema|(?:.*_)?server_state)$/i.test(schema),
  selectExpression,
  cutExpression,
  jsonValue,
  bindValue,
  rowChanges,
  pageStatement,
  filterTarget,
}
