import { inTurns } from '../../../core/in-turns.ts'
import { FORECAST_METHODS, forecast as forecastValues } from '../../../core/series/forecast/forecast.ts'
import { finiteOrNull, roundNumber } from '../../../core/statistics.ts'
import { type Interval, divisionOf, meanLengthMs } from '../../../core/time/intervals.ts'
import { AdminError } from '../../../core/errors.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readMethod, type Input, readFunctions, type SeriesFunction } from './schemas.ts'
import { planSeries, type SeriesPlan } from './plan.ts'
import { type Fill, fillValues } from '../../../core/series/fill.ts'
import { type Bucket, type Buckets, createBuckets } from '../../../core/time/buckets.ts'
import { bucketStatement, readBucket } from './bucket-statement.ts'
import { readExtent } from './points.ts'

/** Units after which things usually come round. */
const SEASONS: Partial<Record<Interval, number>> = {
  SECOND: 60,
  MINUTE: 60,
  HOUR: 24,
  DAY: 7,
  WEEK: 52,
  MONTH: 12,
  QUARTER: 4,
}

/** The values of the next buckets. */
export const forecast = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const method = readMethod(input, FORECAST_METHODS, 'linear')
  const horizon = input.horizon ?? 10
  const plan = await planSeries(context, input, true)
  const season = method === 'holtWinters' ? seasonOf(plan, input) : 2
  const fill = input.fill ?? 'linear'
  const series = await readRegularSeries(context, plan, input, { fill, ahead: horizon })
  // At the start there may be nothing to fill from.
  const start = Math.max(
    0,
    series.values.findIndex((value) => value !== null),
  )
  const values = series.values.slice(start).filter((value) => value !== null)
  const gaps = series.values.length - start - values.length
  if (gaps > 0)
    throw new AdminError('INVALID_PARAMETER', `${gaps} buckets have no value: choose 'fill' zero, locf or linear`)
  const work = forecastValues(values, { method, horizon, season })
  const { parameters, rmse, steps } = await inTurns(work, context.signal)
  const last = series.list.at(-1)?.number ?? 0
  const times = [...series.buckets.list(last + 1, Infinity).take(horizon)]
  return {
    ...plan.common,
    function: series.valueFunction,
    excludedCount: series.excludedCount,
    model: {
      method,
      points: values.length,
      filledPoints: series.filledCount,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, roundNumber(value)])),
      rmse: finiteOrNull(rmse),
      confidence: 0.95,
    },
    forecast: steps.map(({ value, lower, upper }, index) => ({
      time: new Date(times[index]?.startMs ?? NaN).toISOString(),
      value: finiteOrNull(value),
      lower: finiteOrNull(lower),
      upper: finiteOrNull(upper),
    })),
  }
}

const seasonOf = ({ interval, size }: SeriesPlan, { season }: Input): number => {
  const units = SEASONS[interval]
  const usual = units !== undefined && units % size === 0 && units / size >= 2 ? units / size : undefined
  const found = season ?? usual
  if (found === undefined)
    throw new AdminError('MISSING_PARAMETER', `'season' is required: buckets of this size have no usual one`)
  return found
}

/** One value for each bucket from the first to the last that has rows; null where there is none. */
interface RegularSeries {
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
