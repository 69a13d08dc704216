import {
  dateBinsOf,
  type Bins,
  binsOf,
  dateOf,
  histogramOf,
  neededRanks,
  percentilesOf,
  type Percentiles,
  columnAlerts,
} from '../../../core/profile/measures.ts'
import { foreignValue } from '../../../core/transfer/foreign-value.ts'
import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import type { ColumnCounts } from './column-counts.ts'
import { MAX_VALUE_LENGTH, type ProfiledColumn } from './column-statement.ts'
import type { Rows } from './rows.ts'
import type { Scanned } from './scan-columns.ts'
import {
  readAnswers,
  readSortAnswers,
  type SortAnswers,
  sortStatement,
  valueStatement,
  type ValueAnswers,
} from './value-statement.ts'
import { finiteOrNull, percentOf, wholeOrNull } from '../../../core/statistics.ts'
import type { JsonValue } from '../../../core/values.ts'

/** What was found out before, of all rows. */
type Known = Pick<ColumnFindings, 'column' | 'rows' | 'counts' | 'isSample' | 'valueRows'>

/**
 * Sorts or groups the values of a column where they may be looked at, and describes it.
 *
 * @param rows whose values are looked at
 * @param looked what these rows tell of the column
 */
export const lookAtValues = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  { column, counts, hasFewValues }: Scanned,
  { topValues = 0, histogramBins = 0 }: { topValues?: number; histogramBins?: number },
  known: Known,
): Promise<JsonObject> => {
  const isReadable = column.hasValues && (known.counts.maxLength ?? 0) <= MAX_VALUE_LENGTH
  const { numbers, present } = counts
  // As rows have it: bytes in a column of another kind cannot be told from text otherwise.
  const toJson = (value: ColumnCounts['min']) => {
    const { kind, takesAny } = column.metadata
    const isForeign = value instanceof Uint8Array && takesAny === true && kind !== 'binary'
    return dialect.jsonValue(column.metadata, isForeign ? foreignValue(value) : value)
  }
  const bins = histogramBins > 0 ? partsOf(column, known.counts, histogramBins, toJson) : null
  const found = { ...known, valueCount: present, bins, toJson }
  if (!isReadable) return describeColumn({ ...found, values: null, percentiles: null })
  const sorted = hasFewValues ? null : await sort(dialect, session, rows, { column, counts })
  const areUnique = sorted?.distinct === present
  const ranks = sorted ? [] : neededRanks(numbers?.count ?? 0)
  const questions = { topValues, ranks, bins, areUnique, areNumbers: numbers?.areAll ?? false }
  const isKnown = areUnique && topValues === 0 && !bins
  const grouped = isKnown ? [] : await session.query(valueStatement(dialect, rows, column, questions))
  const values = readAnswers(grouped, present)
  const percentiles = sorted ? sorted.percentiles : numbers && percentilesOf(numbers.count, values.ranks)
  return describeColumn({ ...found, values, percentiles })
}

/** Of numbers, dates and timestamps; values of other kinds have no range to be cut. */
const partsOf = (
  { metadata: { kind } }: ProfiledColumn,
  { numbers, min, max }: ColumnCounts,
  wanted: number,
  toJson: ColumnFindings['toJson'],
): Bins | null => {
  if (numbers) return numbers.count === 0 ? null : binsOf(numbers.low, numbers.high, wanted, kind === 'integer')
  return kind === 'date' || kind === 'timestamp' ? dateBinsOf(toJson(min), toJson(max), wanted, kind === 'date') : null
}

const sort = async (
  dialect: Dialect,
  session: Session,
  rows: Rows,
  { column, counts }: Pick<Scanned, 'column' | 'counts'>,
): Promise<SortAnswers | null> => {
  const statement = sortStatement(dialect, rows, column, counts.numbers?.areAll ?? false)
  const [row] = statement ? await session.query(statement) : []
  return row ? readSortAnswers(row) : null
}

/** All that was found out about a column. */
interface ColumnFindings {
  readonly column: ProfiledColumn
  readonly rows: number
  readonly isSample: boolean
  /** Of how many rows the values were looked at; absent where it is all of them. */
  readonly valueRows?: number
  /** How many values that were. */
  readonly valueCount: number
  readonly counts: ColumnCounts
  readonly percentiles: Percentiles | null
  /** Null when values were not looked at: hidden ones and large objects. */
  readonly values: ValueAnswers | null
  readonly bins: Bins | null
  readonly toJson: (value: ColumnCounts['min']) => JsonValue
}

/** A column in the answer; what was not measured is null. */
const describeColumn = (findings: ColumnFindings): JsonObject => {
  const { column, rows, counts, percentiles, values, valueRows, bins, toJson } = findings
  const { metadata, isMasked } = column
  const { present, numbers } = counts
  const nulls = rows - present
  const moments = numbers?.moments
  const shown = metadata.kind === 'integer' ? wholeOrNull : finiteOrNull
  return {
    name: metadata.name,
    type: metadata.type,
    nullable: metadata.nullable,
    key: metadata.keyPosition !== null,
    nullCount: nulls,
    nullPercent: percentOf(nulls, rows),
    distinctCount: values?.distinct ?? null,
    distinctExact: values ? !findings.isSample && valueRows === undefined : null,
    uniquePercent: values && percentOf(values.unique, findings.valueCount),
    min: values && toJson(counts.min),
    max: values && toJson(counts.max),
    avg: shown(moments?.mean ?? null),
    stddev: finiteOrNull(moments?.stddev ?? null),
    p25: shown(percentiles?.p25 ?? null),
    median: shown(percentiles?.median ?? null),
    p75: shown(percentiles?.p75 ?? null),
    ...numberCounts(counts),
    zeroCount: numbers?.zeroCount ?? null,
    negativeCount: numbers?.negativeCount ?? null,
    minLength: counts.minLength,
    maxLength: counts.maxLength,
    avgLength: counts.maxLength === null ? null : finiteOrNull(counts.totalLength / present),
    emptyCount: counts.emptyCount,
    topValues: (values?.top ?? []).map(({ value, count }) => ({
      value: toJson(value),
      count,
      percent: percentOf(count, valueRows ?? rows),
    })),
    ...(bins && values && { histogram: shownBins(column, histogramOf(bins, values.binCounts)) }),
    alerts: columnAlerts({
      rows,
      nulls,
      // Some rows do not tell whether all are the same, or all different.
      distinct: valueRows === undefined ? (values?.distinct ?? null) : null,
      unique: valueRows === undefined ? (values?.unique ?? null) : null,
      notNumbers: present - (numbers?.count ?? present),
    }),
    ...(valueRows !== undefined && values && { valueRows }),
    ...(isMasked && { masked: true }),
  }
}

/** Bounds of numbers as they are, those of dates as dates. */
const shownBins = ({ isNumeric, metadata }: ProfiledColumn, bins: ReturnType<typeof histogramOf>): JsonObject[] =>
  isNumeric
    ? bins
    : bins.map(({ from, to, count }) => {
        const isDate = metadata.kind === 'date'
        return { from: dateOf(from, isDate), to: dateOf(to, isDate), count }
      })

/** Averages are of the numbers; all else that a numeric column holds is counted by what it is. */
const numberCounts = ({ present, numbers }: ColumnCounts): JsonObject => {
  const { nan = null, positiveInfinity = null, negativeInfinity = null } = numbers?.notFinite ?? {}
  const other = numbers && present - numbers.count - Number(nan) - Number(positiveInfinity) - Number(negativeInfinity)
  return {
    numberCount: numbers?.count ?? null,
    nanCount: nan,
    infinityCount: positiveInfinity,
    negativeInfinityCount: negativeInfinity,
    otherCount: other,
  }
}
