import { momentsOf } from '../../../core/profile/moments.ts'
import type { Moments } from '../../../core/profile/moments.ts'
import type { Statement, Value } from '../../../core/values.ts'
import type { Row } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { selectFrom } from './rows.ts'
import type { Rows } from './rows.ts'

/** Longer texts are no values to be listed. They are only measured, as large objects are. */
export const MAX_VALUE_LENGTH = 4_000

const NUMERIC = new Set(['integer', 'decimal', 'float'])
const MEASURED = new Set(['text', 'binary', 'json'])
const UNORDERED = new Set(['boolean', 'binary', 'json'])

/** A column with what is to be found out about it. */
export interface ProfiledColumn {
  readonly metadata: ColumnMetadata
  readonly isNumeric: boolean
  /** Values may be looked at: they are neither large objects nor hidden from the user. */
  readonly hasValues: boolean
  readonly isMasked: boolean
}

export const profiledColumn = (dialect: Dialect, metadata: ColumnMetadata, isMasked: boolean): ProfiledColumn => {
  const hasValues = !isMasked && !dialect.analysis.isLargeObject(metadata)
  return { metadata, isNumeric: hasValues && NUMERIC.has(metadata.kind), hasValues, isMasked }
}

/** What one scan tells about a column. */
export interface ColumnCounts {
  readonly present: number
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly totalLength: number
  readonly emptyCount: number | null
  readonly min: Value
  readonly max: Value
  /** Finite numbers. */
  readonly numbers: {
    readonly count: number
    readonly low: number
    readonly high: number
    readonly zeroCount: number
    readonly negativeCount: number
    /** Null of nothing. */
    readonly moments: Moments | null
  } | null
}

/** One row: rough means of numeric columns, from a few rows, to be taken as shifts. */
export const shiftStatement = (dialect: Dialect, rows: Rows, columns: readonly ProfiledColumn[]): Statement => {
  const { analysis } = dialect
  const names = columns.map(({ metadata }) => dialect.quote(metadata.name))
  const means = columns.map(({ metadata }, index) => {
    const number = analysis.double(analysis.number(metadata, names[index] ?? ''))
    return `avg(${number}) AS s${String(index)}`
  })
  return {
    sql: `SELECT ${means.join(', ')} FROM (SELECT ${names.join(', ')} ${selectFrom(rows)} LIMIT 1000) AS few`,
    parameters: rows.condition.parameters,
  }
}

/** One row: all that a single scan tells about columns. @param shifts of the numeric ones. */
export const columnStatement = (
  dialect: Dialect,
  rows: Rows,
  columns: readonly ProfiledColumn[],
  shifts: readonly number[],
): Statement => {
  const parameters = [...rows.condition.parameters]
  const { analysis } = dialect
  const values = columns.flatMap(({ metadata, isNumeric }, index) => {
    const name = dialect.quote(metadata.name)
    return [
      `${name} AS v${String(index)}`,
      ...(isNumeric ? [`${analysis.number(metadata, name)} AS n${String(index)}`] : []),
    ]
  })
  const aggregates = columns.flatMap((column, index) => {
    const expressions = aggregatesOf(dialect, column, index, () => {
      parameters.push(shifts[index] ?? 0)
      return dialect.placeholder(parameters.length, column.metadata.kind === 'float' ? 'float' : 'decimal')
    })
    return Object.entries(expressions).map(([name, sql]) => `${sql} AS c${String(index)}_${name}`)
  })
  return {
    sql: `SELECT ${['count(*) AS total', ...aggregates].join(', ')}
            FROM (SELECT ${values.join(', ')} ${selectFrom(rows)} ${analysis.evaluateOnce}) AS scanned`,
    parameters,
  }
}

const aggregatesOf = (
  dialect: Dialect,
  { metadata, isNumeric, hasValues }: ProfiledColumn,
  index: number,
  shift: () => string,
): Record<string, string> => {
  const { analysis } = dialect
  const column = `v${String(index)}`
  const aggregates: Record<string, string> = { present: `count(${column})` }
  if (MEASURED.has(metadata.kind)) {
    const length = analysis.length(metadata, column)
    Object.assign(aggregates, {
      min_length: `min(${length})`,
      max_length: `max(${length})`,
      total_length: `sum(${length})`,
      empty: `count(CASE WHEN ${metadata.kind === 'text' ? `${analysis.comparable(metadata, column)} = ''` : `${length} = 0`} THEN 1 END)`,
    })
  }
  if (hasValues && !UNORDERED.has(metadata.kind)) {
    for (const end of ['min', 'max']) {
      const value = `${end}(${analysis.comparable(metadata, column)})`
      const shown = metadata.kind === 'text' ? analysis.prefix(value, MAX_VALUE_LENGTH) : value
      aggregates[end] = dialect.selectExpression(metadata, shown)
    }
  }
  if (isNumeric) {
    const number = `n${String(index)}`
    Object.assign(aggregates, {
      numbers: `count(${number})`,
      low: analysis.double(`min(${number})`),
      high: analysis.double(`max(${number})`),
      ...momentsOver(dialect, metadata, number, shift),
      zero: `count(CASE WHEN ${number} = 0 THEN 1 END)`,
      negative: `count(CASE WHEN ${number} < 0 THEN 1 END)`,
    })
  }
  return aggregates
}

/** What tells mean and deviation: themselves where the engine keeps their digits, else sums less a shift. */
const momentsOver = (
  { analysis }: Dialect,
  metadata: ColumnMetadata,
  number: string,
  shift: () => string,
): Record<string, string> => {
  const { aggregates, double } = analysis
  if (aggregates)
    return {
      mean: double(aggregates.mean(metadata, number)),
      deviation: double(aggregates.deviation(metadata, number)),
    }
  const shifted = `(${number} - ${shift()})`
  return { sum: double(`sum(${shifted})`), squares: `sum(${double(shifted)} * ${double(shifted)})` }
}

/** Reads the part of the row that tells about one column. @param shift null where the engine told the moments. */
export const readCounts = (
  row: Row,
  index: number,
  { isNumeric }: ProfiledColumn,
  shift: number | null,
): ColumnCounts => {
  const value = (name: string): Value => row[`c${String(index)}_${name}`] ?? null
  const number = (name: string): number => Number(value(name) ?? 0)
  const numberOrNull = (name: string): number | null => (value(name) === null ? null : number(name))
  const [low, high, count] = [number('low'), number('high'), number('numbers')]
  const mean = numberOrNull('mean')
  const moments =
    shift !== null
      ? momentsOf({ count, shift, sum: number('sum'), squares: number('squares') })
      : mean === null
        ? null
        : { mean, stddev: numberOrNull('deviation'), isExact: true }
  return {
    present: number('present'),
    minLength: numberOrNull('min_length'),
    maxLength: numberOrNull('max_length'),
    totalLength: number('total_length'),
    emptyCount: numberOrNull('empty'),
    min: value('min'),
    max: value('max'),
    numbers: isNumeric
      ? {
          count,
          low,
          high,
          zeroCount: number('zero'),
          negativeCount: number('negative'),
          moments: moments && low === high ? constant(moments, low) : moments,
        }
      : null,
  }
}

/** Values that are all the same do not deviate, whatever was calculated. */
const constant = ({ stddev }: Moments, mean: number): Moments => ({
  mean,
  stddev: stddev === null ? null : 0,
  isExact: true,
})
