import type { FilterTarget } from '../../core/filter/compile.ts'
import { jsonPathText, type FunctionName } from '../../core/filter/syntax.ts'
import { quoteIdentifier, columnResolver } from '../../core/identifiers.ts'
import type { Value, ValueKind } from '../../core/values.ts'
import type { ColumnMetadata } from '../metadata.ts'
import { placeholder } from './values.ts'

const TIMESTAMP = '%Y-%m-%dT%H:%M:%f'

/**
 * Timestamps are compared as text without the final `Z`, in which more digits sort behind fewer; stored in another form
 * than CAP's they are brought to that one. The engine's own function knows milliseconds only.
 */
const timestamp = (sql: string): string =>
  `CASE WHEN ${sql} GLOB '????-??-??T??:??:??.???Z' THEN rtrim(${sql}, 'Z')
        WHEN ${sql} GLOB '????-??-??[T ]??:??:??.????*' THEN rtrim(canonical_timestamp(${sql}), 'Z')
        ELSE strftime('${TIMESTAMP}', ${sql}) END`

export const filterTarget = (columns: readonly ColumnMetadata[]): FilterTarget => ({
  column: columnResolver(columns),
  quote: quoteIdentifier,
  reference: ({ name, kind }) => {
    const column = quoteIdentifier(name)
    if (kind === 'timestamp') return `(${timestamp(column)})`
    return kind === 'binary' ? `binary_value(${column})` : column
  },
  placeholder,
  bind,
  sortable: (_kind, sql) => sql,
  like: (operand, pattern) => `${operand} GLOB ${pattern}`,
  bindPattern: globPattern,
  foldCase: (sql) => `unicode_lower(${sql})`,
  hasInfinity: true,
  isNan: null,
  has: () => null,
  // Any column may hold JSON here, and in any row something else.
  within: ({ name }, path, wanted, bind) => {
    const column = quoteIdentifier(name)
    const at = `${column}, ${bind(jsonPathText(path))}`
    const found = {
      text: `CASE json_type(${at}) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(json_extract(${at}) AS TEXT) END`,
      decimal: `CASE WHEN json_type(${at}) IN ('integer', 'real') THEN json_extract(${at}) END`,
      boolean: `CASE json_type(${at}) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`,
    }
    return `CASE WHEN json_valid(${column}) THEN ${found[wanted]} END`
  },
  arithmetic: (operator, left, right) =>
    `significant(${operator === '/' ? `1.0 * ${left} / nullif(${right}, 0)` : `${left} ${operator} ${right}`})`,
  firstMoment: (sql) => `strftime('${TIMESTAMP}', ${sql})`,
  shift: (kind, sql, amount, unit) => {
    const [days, own] = unit === 'week' ? [7 * amount, 'day'] : [amount, unit]
    const modifiers = `'${days < 0 ? '' : '+'}${days} ${own}s', 'floor'`
    return `common_era(${kind === 'date' ? `date(${sql}, ${modifiers})` : `strftime('${TIMESTAMP}', ${sql}, ${modifiers})`})`
  },
  matches: (text, pattern) => `pattern_matches(${pattern}, ${text})`,
  call: (name, args) => FUNCTIONS[name](args),
})

const bind = (kind: ValueKind, value: Value): Value => {
  if (typeof value !== 'string') return value
  // SQLite reads no text as infinity.
  if ((kind === 'decimal' || kind === 'float') && /infinity$/i.test(value))
    return value.startsWith('-') ? -Infinity : Infinity
  return kind === 'timestamp' ? value.replace(/Z$/, '') : value
}

/** GLOB is the case-sensitive match; https://www.sqlite.org/lang_expr.html#glob */
const globPattern = (pattern: string): string =>
  pattern.replace(
    /\\([%_\\])|[%_*?[]/g,
    (match, escaped: string | undefined) => escaped ?? WILDCARDS[match] ?? `[${match}]`,
  )

const WILDCARDS: Record<string, string> = { '%': '*', _: '?' }

const part =
  (format: string) =>
  (args: readonly string[]): string =>
    `cast(strftime('${format}', ${args[0] ?? ''}) as integer)`

const FUNCTIONS: Record<FunctionName, (args: readonly string[]) => string> = {
  lower: ([text = '']) => `unicode_lower(${text})`,
  upper: ([text = '']) => `unicode_upper(${text})`,
  length: ([text = '']) => `length(${text})`,
  trim: ([text = '']) => `trim(${text})`,
  // Positions before the first character count, as in standard SQL; SQLite would count from the end.
  substring: ([text = '', start = '', length]) =>
    length === undefined
      ? `substr(${text}, max(${start}, 1))`
      : `substr(${text}, max(${start}, 1), max(0, ${start} + max(${length}, 0) - max(${start}, 1)))`,
  abs: ([number = '']) => `abs(${number})`,
  round: ([number = '', digits = '0']) =>
    `CASE typeof(${number}) WHEN 'real' THEN decimal_round(${number}, ${digits}) ELSE ${number} END`,
  coalesce: (args) => `coalesce(${args.join(', ')})`,
  hour: part('%H'),
  minute: part('%M'),
  second: part('%S'),
  floor: ([number = '']) => `floor(${number})`,
  ceil: ([number = '']) => `ceil(${number})`,
  now: () => `strftime('${TIMESTAMP}', 'now')`,
  year: part('%Y'),
  month: part('%m'),
  day: part('%d'),
  current_date: () => `date('now')`,
  current_timestamp: () => `strftime('${TIMESTAMP}', 'now')`,
}
