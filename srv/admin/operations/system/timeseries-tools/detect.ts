import { DEFAULT_THRESHOLDS, DETECTORS, detectAnomalies } from '../../../core/series/detect.ts'
import { finiteOrNull, roundNumber } from '../../../core/statistics.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readLimit, readMethod } from './functions.ts'
import type { Input } from './input.ts'
import { planSeries } from './plan.ts'
import { labelOf, readRegularSeries } from './regular-series.ts'

/** Buckets whose value is far from the usual. */
export const detect = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const method = readMethod(input, DETECTORS, 'zscore')
  const threshold = input.threshold ?? DEFAULT_THRESHOLDS[method]
  const { timeBuckets, timeBucketsMax } = context.config.limits
  const limit = readLimit(input.limit, timeBuckets, timeBucketsMax)
  const plan = await planSeries(context, input, true)
  const series = await readRegularSeries(context, plan, input, { fill: input.fill ?? 'none', ahead: 0 })
  const points = series.list.flatMap((bucket, index) => {
    const value = series.values[index] ?? null
    return value === null ? [] : [{ bucket, value }]
  })
  const { model, scores, isAnomaly } = detectAnomalies(
    points.map(({ value }) => value),
    method,
    threshold,
  )
  const anomalies = points.flatMap(({ bucket, value }, index) => {
    const score = scores[index] ?? 0
    // JSON has no infinity: a score without bound is null.
    return isAnomaly(score) ? [{ time: labelOf(plan, bucket), value, score: finiteOrNull(score) }] : []
  })
  return {
    ...plan.common,
    function: series.valueFunction,
    excludedCount: series.excludedCount,
    model: {
      method,
      threshold,
      points: points.length,
      ...Object.fromEntries(Object.entries(model).map(([name, value]) => [name, roundNumber(value)])),
    },
    anomalies: anomalies.slice(0, limit),
    anomalyCount: anomalies.length,
    truncated: anomalies.length > limit,
  }
}
