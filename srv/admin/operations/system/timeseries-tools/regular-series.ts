import { type Fill, fillValues } from '../../../core/series/fill.ts'
import { type Bucket, type Buckets, createBuckets } from '../../../core/time/buckets.ts'
import { divisionOf, meanLengthMs } from '../../../core/time/intervals.ts'
import { AdminError } from '../../../core/errors.ts'
import type { SessionContext } from '../../operation.ts'
import { bucketStatement, readBucket } from './bucket-statement.ts'
import { readFunctions } from './functions.ts'
import type { Input, SeriesFunction } from './input.ts'
import type { SeriesPlan } from './plan.ts'
import { readExtent } from './points.ts'

/** One value for each bucket from the first to the last that has rows; null where there is none. */
export interface RegularSeries {
  readonly valueFunction: SeriesFunction
  readonly buckets: Buckets
  readonly list: readonly Bucket[]
  readonly values: readonly (number | null)[]
  /** Values of the table that are no finite numbers. */
  readonly excludedCount: number
  /** Values that were not measured, but filled. */
  readonly filledCount: number
}

/**
 * Aggregates rows to the series that is analysed further.
 *
 * @param ahead buckets behind the last one that are to be right, too.
 * @throws AdminError `INVALID_PARAMETER`, `LIMIT_TOO_LARGE`.
 */
export const readRegularSeries = async (
  { dialect, config, session }: SessionContext,
  plan: SeriesPlan,
  input: Input,
  { fill, ahead }: { fill: Fill; ahead: number },
): Promise<RegularSeries> => {
  if (input.groupBy !== undefined)
    throw new AdminError('INVALID_PARAMETER', `'groupBy' belongs to the action aggregate: filter one series by 'where'`)
  const [valueFunction = 'avg'] = readFunctions(input, ['avg'])
  const { firstMs, lastMs } = await readExtent(session, dialect, plan)
  const aheadMs = (ahead + 2) * meanLengthMs(divisionOf(plan.interval, plan.size))
  const buckets = createBuckets({ ...plan, fromMs: firstMs ?? 0, toMs: (lastMs ?? 0) + aheadMs })
  if (firstMs === null || lastMs === null)
    return { valueFunction, buckets, list: [], values: [], excludedCount: 0, filledCount: 0 }
  const [first, last] = [buckets.numberAt(firstMs), buckets.numberAt(lastMs)]
  const limit = config.limits.timeBucketsMax
  if (last - first >= limit)
    throw new AdminError(
      'LIMIT_TOO_LARGE',
      `The data has ${last - first + 1} buckets, of at most ${limit}: take longer ones, or narrow it by 'from' and 'to'`,
    )
  const rows = await session.query(
    bucketStatement(dialect, { plan, buckets, functions: [valueFunction], groupBy: [], limit }),
  )
  const found = rows.map((row) => readBucket(dialect, { plan, groupBy: [] }, row))
  const byNumber = new Map(found.map((bucket) => [bucket.number, bucket.values[valueFunction]]))
  const excludedCount = found.reduce((sum, bucket) => sum + bucket.excludedCount, 0)
  const list = [...buckets.list(first, last)]
  const measured = list.map(({ number, startMs }) => ({
    timeMs: startMs,
    value: byNumber.get(number) ?? (valueFunction === 'count' ? 0 : null),
  }))
  const values = fillValues(measured, fill)
  const filledCount = values.filter((value, index) => value !== measured[index]?.value).length
  return { valueFunction, buckets, list, values, excludedCount, filledCount }
}

/** When a bucket begins, within the range that was asked for. */
export const labelOf = ({ fromMs }: SeriesPlan, { startMs }: Bucket): string =>
  new Date(Math.max(startMs, fromMs ?? -Infinity)).toISOString()
