import { columnResolver } from '../../core/filter/where.ts'
import type { FilterColumn, FilterTarget } from '../../core/filter/compile.ts'
import type { FunctionName } from '../../core/filter/syntax.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { ColumnMetadata } from '../metadata.ts'
import { foldCase, placeholder } from './values.ts'

export const filterTarget = (columns: readonly ColumnMetadata[]): FilterTarget => ({
  column: columnResolver(columns.map(named)),
  quote: quoteIdentifier,
  reference: ({ name, kind }) => {
    if (kind === 'text') return `${quoteIdentifier(name)}::text`
    // A single-precision 0.1 is no double-precision 0.1: what is compared is the number that it is written as.
    const isSingle = kind === 'float' && columns.some((column) => column.name === name && column.type === 'real')
    return isSingle ? `${quoteIdentifier(name)}::text::float8` : quoteIdentifier(name)
  },
  placeholder,
  bind: (_kind, value) => value,
  compared: (own, sql) => (own.ignoresCase ? foldCase(sql) : sql),
  sortable: (kind, sql) => (kind === 'text' ? `${sql} COLLATE "C"` : sql),
  like: (operand, pattern) => `${operand} LIKE ${pattern}`,
  bindPattern: (pattern) => pattern, // the backslash is PostgreSQL's own escape
  foldCase: (sql) => `lower(${sql} COLLATE "und-x-icu")`,
  hasInfinity: true,
  hasInfiniteTimes: true,
  isNan: (sql) => `${sql} = 'NaN'`,
  has: ({ name }, parameter) =>
    columns.some((column) => column.name === name && column.type.endsWith('[]'))
      ? `${parameter} = any (${quoteIdentifier(name)})`
      : null,
  within: ({ name, kind }, path, wanted, bind) => {
    if (kind !== 'json') return null
    const steps = path.map((step) => `-> ${typeof step === 'number' ? String(step) : bind(step)}`)
    const found = `(${quoteIdentifier(name)}::jsonb ${steps.join(' ')})`
    const text = `(${found} #>> '{}')`
    if (wanted === 'text') return text
    const [type, cast] = wanted === 'decimal' ? ['number', 'numeric'] : ['boolean', 'boolean']
    return `CASE WHEN jsonb_typeof(${found}) = '${type}' THEN ${text}::${cast} END`
  },
  arithmetic: (operator, left, right) =>
    operator === '/'
      ? `(${left})::numeric / nullif((${right})::numeric, 0)`
      : `(${left})::numeric ${operator} (${right})::numeric`,
  firstMoment: (sql) => `(${sql})::timestamp::timestamptz`,
  // SQLite knows no years beyond four digits.
  shift: (kind, sql, amount, unit) => {
    const shifted = `(${sql})::timestamp + interval '${amount} ${unit}'`
    const inside = `CASE WHEN ${shifted} >= '0001-01-01' AND ${shifted} < '10000-01-01' THEN ${shifted} END`
    return kind === 'date' ? `(${inside})::date` : `(${inside})::timestamptz`
  },
  matches: (text, pattern) => `(${text}) COLLATE "C" ~ ${pattern}`,
  call: (name, args) => FUNCTIONS[name](args),
})

/**
 * What stands for an object of the database is compared as its name: one that does not exist is no error then. Texts of a
 * fixed length are filled up with blanks, which mean nothing.
 */
const named = (column: ColumnMetadata): ColumnMetadata & FilterColumn => {
  const { own, ...rest } = column
  if (own?.name.startsWith('pg_catalog.reg')) return { ...rest, kind: 'text' }
  return /^(?:character(?:\(|$)|bpchar)/.test(column.type) ? { ...column, isPadded: true } : column
}

/** What lies before or behind all others has no year. */
const part =
  (field: string) =>
  ([instant = '']: readonly string[]): string =>
    `extract(${field} from nullif(nullif(${instant}, 'infinity'), '-infinity'))::int`

const FUNCTIONS: Record<FunctionName, (args: readonly string[]) => string> = {
  lower: ([text = '']) => `lower(${text})`,
  upper: ([text = '']) => `upper(${text})`,
  length: ([text = '']) => `length(${text})`,
  trim: ([text = '']) => `btrim(${text})`,
  substring: ([text = '', start = '', length]) =>
    length === undefined
      ? `substr(${text}, (${start})::int)`
      : `substr(${text}, (${start})::int, greatest(${length}, 0)::int)`,
  abs: ([number = '']) => `abs((${number})::numeric)`, // the least integer has no positive one
  round: ([number = '', digits = '0']) => `round((${number})::numeric, greatest(${digits}, 0)::int)`,
  coalesce: (args) => `coalesce(${args.join(', ')})`,
  hour: part('hour'),
  minute: part('minute'),
  second: ([instant = '']) => `floor(extract(second from ${instant}))::int`,
  floor: ([number = '']) => `floor((${number})::numeric)`,
  ceil: ([number = '']) => `ceil((${number})::numeric)`,
  now: () => 'current_timestamp',
  year: part('year'),
  month: part('month'),
  day: part('day'),
  current_date: () => 'current_date',
  current_timestamp: () => 'current_timestamp',
}
