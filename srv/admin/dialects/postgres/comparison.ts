import { plain } from '../../core/values.ts'
import type { Comparison } from '../analysis.ts'
import { foldCase, PLAIN_TYPES } from './values.ts'

/** The type that a domain is made of, through domains over domains. */
export const baseType = (alias: string): string => `CASE WHEN ${alias}.typtype <> 'd' THEN ${alias}.oid ELSE (
  WITH RECURSIVE base AS (SELECT ${alias}.typbasetype AS oid
    UNION ALL SELECT d.typbasetype FROM base JOIN pg_type d ON d.oid = base.oid AND d.typtype = 'd')
  SELECT base.oid FROM base JOIN pg_type p ON p.oid = base.oid AND p.typtype <> 'd') END`

/** The type that operators are declared for: those of a family share them. */
const declared = (alias: string): string => `CASE ${alias}.typtype WHEN 'e' THEN 'anyenum'::regtype
  WHEN 'r' THEN 'anyrange'::regtype WHEN 'm' THEN 'anymultirange'::regtype WHEN 'c' THEN 'record'::regtype ELSE ${alias}.oid END`

/** Whether values have an order (btree) or an equality (hash), or are as good as those of a type that has. */
const has = (
  alias: string,
  method: string,
): string => `EXISTS (SELECT 1 FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
  WHERE m.amname = '${method}' AND o.opcdefault AND (o.opcintype = ${declared(alias)} OR EXISTS (SELECT 1 FROM pg_cast k
    WHERE k.castsource = ${alias}.oid AND k.casttarget = o.opcintype AND k.castmethod = 'b' AND k.castcontext = 'i')))`

/**
 * How values of a type `b` compare; NULL for those that their kind says all of. Arrays compare as their elements do.
 *
 * @see https://www.postgresql.org/docs/current/catalog-pg-opclass.html
 */
export const COMPARISON = `CASE WHEN b.typname IN (${PLAIN_TYPES.map((name) => `'${name}'`).join(', ')}) THEN NULL ELSE (
  SELECT CASE WHEN ${has('x', 'btree')} THEN 'order' WHEN ${has('x', 'hash')} THEN 'equality' ELSE 'none' END
    FROM pg_type e JOIN pg_type x ON x.oid = ${baseType('e')}
   WHERE e.oid = CASE WHEN b.typcategory = 'A' AND b.typelem <> 0 AND b.typlen = -1 THEN b.typelem ELSE b.oid END) END`

const NUMBERS = ['integer', 'decimal', 'float']
const DAYS = ['date', 'timestamp']
/** Types beside those of our kinds that have equality and order: https://www.postgresql.org/docs/current/datatype.html */
const ORDERED = /^(?:uuid|inet|cidr|macaddr8?|interval|bit|bit varying|pg_lsn|money)(?:\(|$)/

export const comparison: Comparison = {
  // The planner believes that most rows differ, and would join alone to spare itself the passing on of them; and what is
  // enough memory for the small statements of an application makes it write the hash of a large table to disk.
  prepare: plain(`SELECT set_config('parallel_tuple_cost', '0', true),
                 set_config('work_mem', greatest(setting::bigint, 32768) || 'kB', true) FROM pg_settings WHERE name = 'work_mem'`),
  once: 'AS MATERIALIZED',
  hasCheapFullJoin: true,
  isComparable: (left, right) => {
    const isEach = (kinds: readonly string[]): boolean => kinds.includes(left.kind) && kinds.includes(right.kind)
    if (isEach(NUMBERS) || isEach(DAYS)) return true
    return left.kind === right.kind && (left.kind !== 'other' || (left.type === right.type && ORDERED.test(left.type)))
  },
  asText: (sql) => `(${sql})::text`,
  // The type json has no equality, and citext compares texts without their case; a column's own collation may take different texts for equal, the default one never.
  distinguishable: ({ kind, own }, sql) => {
    if (kind === 'json') return `(${sql})::jsonb`
    if (own?.ignoresCase) return `${foldCase(sql)} COLLATE "default"`
    return kind === 'text' ? `(${sql})::text COLLATE "default"` : sql
  },
  differs: (left, right) => `${left} IS DISTINCT FROM ${right}`,
  foldText: (sql, { ignoreCase, trim }) => {
    const trimmed = trim ? `btrim(${sql}, E' \\t\\n\\r')` : sql
    return ignoreCase ? `lower(${trimmed})` : trimmed
  },
  // Infinite differences, and those that are no numbers, are in order behind all finite ones.
  isWithin: (left, right, absolute, relative) => {
    const [a, b] = [`(${left})::numeric`, `(${right})::numeric`]
    return `(abs(${a} - ${b}) < 'Infinity'::numeric
      AND abs(${a} - ${b}) <= greatest(${absolute}, ${relative} * greatest(abs(${a}), abs(${b}))))`
  },
}
