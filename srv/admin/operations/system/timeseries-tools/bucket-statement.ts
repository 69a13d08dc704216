import { finiteOrNull, sumOfHalves, wholeMean, wholeOrNull } from '../../../core/statistics.ts'
import type { Buckets } from '../../../core/time/buckets.ts'
import type { JsonValue, Statement, Value } from '../../../core/values.ts'
import type { Row } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { SeriesFunction } from './schemas.ts'
import type { SeriesPlan } from './plan.ts'
import { cellsOf, pointsOf } from './points.ts'

/** A bucket that has rows. */
export interface MeasuredBucket {
  readonly group: readonly JsonValue[]
  readonly number: number
  readonly count: number
  readonly nullCount: number
  /** Values that are no finite numbers, or too large for calculations. */
  readonly excludedCount: number
  readonly values: Readonly<Record<SeriesFunction, number | null>>
}

export interface BucketQuestion {
  readonly plan: SeriesPlan
  readonly buckets: Buckets
  readonly functions: readonly SeriesFunction[]
  readonly groupBy: readonly ColumnMetadata[]
  readonly limit: number
}

/**
 * Aggregates rows by bucket, in the order of groups and time. Each row of the answer also carries the number of buckets
 * that the unlimited answer would have as `total`.
 */
export const bucketStatement = (
  dialect: Dialect,
  { plan, buckets, functions, groupBy, limit }: BucketQuestion,
): Statement => {
  const { analysis } = dialect
  const { double } = analysis
  const within = (aggregate: string): string =>
    plan.value ? analysis.withinSquares(plan.value, '"v"', aggregate) : aggregate
  const groups = groupBy.map((_, index) => `"g${index}"`)
  const groupColumns = groupBy.map(
    (column, index) => `${analysis.comparable(column, dialect.quote(column.name))} AS "g${index}"`,
  )
  const partition = [...groups, '"cell"'].join(', ')
  const nullsLast = 'CASE WHEN "v" IS NULL THEN 1 ELSE 0 END'
  const windows = [
    ...(functions.includes('stddev') ? [`${analysis.windowMean('"v"', partition)} AS "mean"`] : []),
    ...(functions.includes('first')
      ? [`row_number() OVER (PARTITION BY ${partition} ORDER BY ${nullsLast}, "ms", "t", "v") AS "seat"`]
      : []),
    ...(functions.includes('last')
      ? [
          `row_number() OVER (PARTITION BY ${partition} ORDER BY ${nullsLast}, "ms" DESC, "t" DESC, "v" DESC) AS "last_seat"`,
        ]
      : []),
  ]
  const deviation = double('("v" - "mean")')
  const aggregates = [
    'count("v") AS "n"',
    'count(*) - count("w") AS "nulls"',
    'count("w") - count("v") AS "excluded"',
    `${double(within('sum("v")'))} AS "total_value"`,
    ...Object.entries(halvesOf(dialect, plan)?.('"w"') ?? {}).map(([half, sql]) => `${sql} AS "whole_${half}"`),
    `${double('min("v")')} AS "least"`,
    `${double('max("v")')} AS "greatest"`,
    ...(functions.includes('stddev') ? [`${within(`sum(${deviation} * ${deviation})`)} AS "squares"`] : []),
    ...(functions.includes('first') ? [`${double('max(CASE WHEN "seat" = 1 THEN "v" END)')} AS "first_value"`] : []),
    ...(functions.includes('last') ? [`${double('max(CASE WHEN "last_seat" = 1 THEN "v" END)')} AS "last_value"`] : []),
  ]
  const order = groups.flatMap((name) => [`CASE WHEN ${name} IS NULL THEN 1 ELSE 0 END`, name])
  const shown = groupBy.map((column, index) => `${dialect.selectExpression(column, `"g${index}"`)} AS "s${index}"`)
  return {
    sql: `WITH ${pointsOf(dialect, plan, groupColumns)}, ${cellsOf(dialect, plan, buckets)},
      "seated" AS (SELECT ${['"cells".*', ...windows].join(', ')} FROM "cells"),
      "measured" AS (SELECT ${[...groups, '"cell"', ...aggregates].join(', ')} FROM "seated" GROUP BY ${partition})
      SELECT ${['"measured".*', ...shown, 'count(*) OVER () AS "total"'].join(', ')} FROM "measured"
       ORDER BY ${[...order, '"cell"'].join(', ')} LIMIT ${limit}`,
    parameters: plan.condition.parameters,
  }
}

/** How numbers of a series are rounded. */
export const shownIn = ({ value }: SeriesPlan) => (value?.kind === 'integer' ? wholeOrNull : finiteOrNull)

const halvesOf = ({ analysis }: Dialect, { value }: SeriesPlan) => (value?.kind === 'integer' ? analysis.halves : null)

export const readBucket = (
  dialect: Dialect,
  { plan, groupBy }: Pick<BucketQuestion, 'plan' | 'groupBy'>,
  row: Row,
): MeasuredBucket => {
  const value = (name: string): Value => row[name] ?? null
  const shown = shownIn(plan)
  const number = (name: string): number | null => {
    const found = value(name)
    return found === null ? null : shown(Number(found))
  }
  const count = Number(value('n'))
  // What is no integer is in no sum of halves.
  const areWhole = count > 0 && Number(value('whole_count') ?? 0) === count
  const half = (name: string): bigint => BigInt(String(value(`whole_${name}`)))
  const whole = areWhole ? sumOfHalves(half('upper'), half('lower')) : null
  const sum = whole === null ? number('total_value') : shown(Number(whole))
  const squares = number('squares')
  return {
    group: groupBy.map((column, index) => dialect.jsonValue(column, value(`s${index}`))),
    number: Number(value('cell')),
    count,
    nullCount: Number(value('nulls')),
    excludedCount: Number(value('excluded')),
    values: {
      count,
      sum,
      avg: sum === null ? null : shown(whole === null ? sum / count : wholeMean(whole, count)),
      min: number('least'),
      max: number('greatest'),
      first: number('first_value'),
      last: number('last_value'),
      stddev: squares === null || count < 2 ? null : finiteOrNull(Math.sqrt(squares / (count - 1))),
    },
  }
}
