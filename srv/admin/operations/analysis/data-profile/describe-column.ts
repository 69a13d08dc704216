import { columnAlerts } from '../../../core/profile/column-alerts.ts'
import { dateOf, type Bins, histogramOf } from '../../../core/profile/histogram.ts'
import type { Percentiles } from '../../../core/profile/percentiles.ts'
import { finiteOrNull, percentOf, wholeOrNull } from '../../../core/statistics.ts'
import type { JsonValue } from '../../../core/values.ts'
import type { JsonObject } from '../../operation.ts'
import type { ColumnCounts } from './column-counts.ts'
import type { ProfiledColumn } from './column-statement.ts'
import type { ValueAnswers } from './value-statement.ts'

/** All that was found out about a column. */
export interface ColumnFindings {
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
export const describeColumn = (findings: ColumnFindings): JsonObject => {
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
