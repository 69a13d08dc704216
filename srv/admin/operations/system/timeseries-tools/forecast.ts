import { inTurns } from '../../../core/in-turns.ts'
import { FORECAST_METHODS, forecast as forecastValues } from '../../../core/series/forecast/forecast.ts'
import { finiteOrNull, roundNumber } from '../../../core/statistics.ts'
import type { Interval } from '../../../core/time/intervals.ts'
import { AdminError } from '../../../core/errors.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readMethod } from './functions.ts'
import type { Input } from './input.ts'
import { planSeries, type SeriesPlan } from './plan.ts'
import { readRegularSeries } from './regular-series.ts'

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
