import type { Statement } from '../../../core/values.ts'
import { NOT_FINITE } from '../../../dialects/analysis.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { type Rows, selectFrom } from './rows.ts'

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

/** A column with a rough mean of its numbers: sums are taken of what they are above it. */
export interface ShiftedColumn extends ProfiledColumn {
  readonly shift: number
}

export const profiledColumn = (dialect: Dialect, metadata: ColumnMetadata, isMasked: boolean): ProfiledColumn => {
  const hasValues = !isMasked && !dialect.analysis.isLargeObject(metadata)
  return { metadata, isNumeric: hasValues && NUMERIC.has(metadata.kind), hasValues, isMasked }
}

/** One row: rough means of numeric columns, from a few rows, to be taken as shifts. */
export const shiftStatement = (dialect: Dialect, rows: Rows, columns: readonly ProfiledColumn[]): Statement => {
  const { analysis } = dialect
  const names = columns.map(({ metadata }) => dialect.quote(metadata.name))
  const means = columns.map(({ metadata }, index) => {
    const number = analysis.double(analysis.number(metadata, names[index] ?? ''))
    return `avg(${number}) AS "s${index}"`
  })
  return {
    sql: `SELECT ${means.join(', ')} FROM (SELECT ${names.join(', ')} ${selectFrom(rows)} LIMIT 1000) AS "few"`,
    parameters: rows.condition.parameters,
  }
}

/**
 * One row: all that a single scan tells about columns.
 *
 * @param isStrict values are looked at one by one whether they are finite numbers. Else that is taken for granted, and
 *   `areAll` of what it tells is to be seen to.
 */
export const columnStatement = (
  dialect: Dialect,
  rows: Rows,
  columns: readonly ShiftedColumn[],
  isStrict: boolean,
): Statement => {
  const parameters = [...rows.condition.parameters]
  const { analysis } = dialect
  const values = columns.flatMap(({ metadata, isNumeric }, index) => {
    const name = dialect.quote(metadata.name)
    return [
      `${name} AS "v${index}"`,
      ...(isNumeric ? [`${isStrict ? analysis.number(metadata, name) : name} AS "n${index}"`] : []),
    ]
  })
  const aggregates = columns.flatMap((column, index) => {
    const shift = (): string => {
      parameters.push(column.shift)
      return dialect.placeholder(parameters.length, 'float')
    }
    const expressions = {
      ...aggregatesOf(dialect, column, index, shift),
      ...(isStrict && column.isNumeric && leftOut(dialect, index)),
    }
    return Object.entries(expressions).map(([name, sql]) => `${sql} AS "c${index}_${name}"`)
  })
  const once = isStrict || !rows.areStored ? analysis.evaluateOnce : ''
  return {
    // Parameters of the rows come first, as they do in the text: not every engine counts them.
    sql: `WITH "scanned" AS (SELECT ${values.join(', ')} ${selectFrom(rows)} ${once})
          SELECT ${['count(*) AS "total"', ...aggregates].join(', ')} FROM "scanned"`,
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
  const column = `"v${index}"`
  const aggregates: Record<string, string> = { present: `count(${analysis.counted(metadata, column)})` }
  if (MEASURED.has(metadata.kind)) {
    const length = analysis.length(metadata, column)
    const isCompared = metadata.kind === 'text' && analysis.counted(metadata, column) === column
    Object.assign(aggregates, {
      min_length: `min(${length})`,
      max_length: `max(${length})`,
      total_length: `sum(${length})`,
      empty: `count(CASE WHEN ${isCompared ? `${analysis.comparable(metadata, column)} = ''` : `${length} = 0`} THEN 1 END)`,
    })
  }
  if (hasValues && !UNORDERED.has(metadata.kind)) {
    for (const end of ['min', 'max']) {
      const value = `${end}(${analysis.ordered(metadata, column)})`
      const shown = metadata.kind === 'text' ? analysis.prefix(value, MAX_VALUE_LENGTH) : value
      aggregates[end] = dialect.selectExpression(metadata, shown)
    }
  }
  if (isNumeric) {
    const number = `"n${index}"`
    Object.assign(aggregates, {
      regular: `CASE WHEN ${analysis.areNumbers(metadata, `min(${column})`, `max(${column})`)} THEN 1 ELSE 0 END`,
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

/** How many values of a numeric column there are of each kind that is no finite number. */
const leftOut = ({ analysis }: Dialect, index: number): Record<string, string> =>
  Object.fromEntries(
    NOT_FINITE.flatMap((name) => {
      const condition = analysis.notFinite[name]
      return condition ? [[name.toLowerCase(), `count(CASE WHEN ${condition(`v${index}`)} THEN 1 END)`]] : []
    }),
  )

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
  const shifted = (): string => `(${number} - ${shift()})`
  return { sum: double(`sum(${shifted()})`), squares: `sum(${double(shifted())} * ${double(shifted())})` }
}
