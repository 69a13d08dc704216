import { columnResolver } from '../../core/filter/where.ts'
import type { FilterTarget } from '../../core/filter/compile.ts'
import type { FunctionName, Unit } from '../../core/filter/syntax.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { ColumnMetadata } from '../metadata.ts'
import { bindValue, placeholder } from './values.ts'

export const filterTarget = (columns: readonly ColumnMetadata[]): FilterTarget => ({
  column: columnResolver(columns),
  quote: quoteIdentifier,
  reference: ({ name }) => quoteIdentifier(name),
  placeholder,
  bind: (kind, value) => bindValue({ kind }, value),
  sortable: (_kind, sql) => sql, // texts are compared by code point
  like: (operand, pattern) => `${operand} LIKE ${pattern} ESCAPE '\\'`,
  bindPattern: (pattern) => pattern,
  foldCase: (sql) => `LOWER(${sql})`,
  hasInfinity: false,
  isNan: null,
  has: () => null,
  // The path is a part of the statement here, so that only plain names may stand in it.
  within: ({ name, kind }, path, wanted) => {
    const isPlain = path.every((step) => typeof step === 'number' || /^[A-Za-z_]\w*$/.test(step))
    if (!isPlain || wanted !== 'text' || !['json', 'text'].includes(kind)) return null
    const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    return `JSON_VALUE(${quoteIdentifier(name)}, '$${steps.join('')}')`
  },
  arithmetic: (operator, left, right) =>
    operator === '/'
      ? `TO_DECIMAL(${left}) / NULLIF(TO_DECIMAL(${right}), 0)`
      : `TO_DECIMAL(${left}) ${operator} TO_DECIMAL(${right})`,
  firstMoment: (sql) => `TO_TIMESTAMP(${sql})`,
  shift: (_kind, sql, amount, unit) => SHIFTS[unit](sql, amount),
  // Those of the engine may take a time that grows much faster than the text.
  matches: null,
  call: (name, args) => FUNCTIONS[name](args),
})

const shifted =
  (name: string, factor = 1) =>
  (sql: string, amount: number): string =>
    `${name}(${sql}, ${amount * factor})`

const SHIFTS: Record<Unit, (sql: string, amount: number) => string> = {
  second: shifted('ADD_SECONDS'),
  minute: shifted('ADD_SECONDS', 60),
  hour: shifted('ADD_SECONDS', 3_600),
  day: shifted('ADD_DAYS'),
  week: shifted('ADD_DAYS', 7),
  month: shifted('ADD_MONTHS'),
  year: shifted('ADD_YEARS'),
}

const wrap =
  (name: string) =>
  (args: readonly string[]): string =>
    `${name}(${args.join(', ')})`

/** Each argument is used once, as parameters have no numbers: positions below 1 are HANA's own matter. */
const FUNCTIONS: Record<FunctionName, (args: readonly string[]) => string> = {
  lower: wrap('LOWER'),
  upper: wrap('UPPER'),
  length: wrap('LENGTH'),
  trim: wrap('TRIM'),
  substring: wrap('SUBSTRING'),
  abs: wrap('ABS'),
  round: wrap('ROUND'),
  coalesce: wrap('COALESCE'),
  hour: wrap('HOUR'),
  minute: wrap('MINUTE'),
  second: ([instant = '']) => `FLOOR(SECOND(${instant}))`,
  floor: wrap('FLOOR'),
  ceil: wrap('CEIL'),
  now: () => 'CURRENT_UTCTIMESTAMP',
  year: wrap('YEAR'),
  month: wrap('MONTH'),
  day: wrap('DAYOFMONTH'),
  current_date: () => 'CURRENT_UTCDATE',
  current_timestamp: () => 'CURRENT_UTCTIMESTAMP',
}
