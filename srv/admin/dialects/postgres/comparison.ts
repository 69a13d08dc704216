import { plain } from '../../core/values.ts'
import type { Comparison } from '../comparison.ts'
import { foldCase } from './values.ts'

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
