import { interpolate, quantilePosition, roundNumber } from '../../../core/statistics.ts'
import { createBuckets } from '../../../core/time/buckets.ts'
import { instantOfReading } from '../../../core/time/wall-clock.ts'
import type { Session } from '../../../database/session.ts'
import type { JsonObject, OperationContext } from '../../operation.ts'
import { readLimit } from './functions.ts'
import type { Input } from './input.ts'
import { planSeries } from './plan.ts'
import type { SeriesPlan } from './plan.ts'
import { cellsOf, pointsOf, readExtent } from './points.ts'
import type { Extent } from './points.ts'

/** A step so many times as long as the usual one misses something. */
const GAP_FACTOR = 1.5

/** How regular the times of a table are. With `from` or `to`, rows without time are outside and not counted. */
export const analyze = async (context: OperationContext, session: Session, input: Input): Promise<JsonObject> => {
  const { dialect, config } = context
  const plan = await planSeries(context, session, input, false)
  const limit = readLimit(input.limit, config.limits.timeBuckets, config.limits.timeBucketsMax)
  const extent = await readExtent(session, dialect, plan)
  const { rowCount, timeCount, firstMs, lastMs } = extent
  const steps = await readSteps(context, session, plan, limit)
  const label = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
  return {
    ...plan.common,
    rowCount,
    nullTimes: rowCount - timeCount,
    earliest: label(firstMs),
    latest: label(lastMs),
    daysWithData: await countDays(context, session, plan, extent),
    ...steps,
  }
}

const countDays = async (
  { dialect }: OperationContext,
  session: Session,
  plan: SeriesPlan,
  { firstMs, lastMs }: Extent,
): Promise<number> => {
  if (firstMs === null || lastMs === null) return 0
  const days = createBuckets({ interval: 'DAY', size: 1, zone: plan.zone, fromMs: firstMs, toMs: lastMs })
  const [row] = await session.query({
    sql: `WITH ${pointsOf(dialect, plan)}, ${cellsOf(dialect, plan, days)} SELECT count(DISTINCT cell) AS days FROM cells`,
    parameters: plan.condition.parameters,
  })
  return Number(row?.['days'])
}

const readSteps = async (
  { dialect }: OperationContext,
  session: Session,
  plan: SeriesPlan,
  limit: number,
): Promise<JsonObject> => {
  const { parameters } = plan.condition
  const steps = `WITH ${pointsOf(dialect, plan)},
    times AS (SELECT ms, t, count(*) AS n FROM points WHERE ms IS NOT NULL GROUP BY ms, t),
    steps AS (SELECT ms, n, lead(ms) OVER (ORDER BY ms, t) AS next_ms FROM times)`
  const [counts] = await session.query({
    sql: `${steps} SELECT count(next_ms) AS steps, count(CASE WHEN n > 1 THEN 1 END) AS repeated FROM steps`,
    parameters,
  })
  const count = Number(counts?.['steps'])
  const duplicateTimes = Number(counts?.['repeated'])
  if (count === 0) return { medianStepSeconds: null, gaps: [], gapCount: 0, duplicateTimes, truncated: false }
  const { lower, upper, weight } = quantilePosition(0.5, count)
  const middle = await session.query({
    sql: `${steps} SELECT step FROM (SELECT next_ms - ms AS step, row_number() OVER (ORDER BY next_ms - ms) AS place
            FROM steps WHERE next_ms IS NOT NULL) AS ranked
           WHERE place IN (${String(lower + 1)}, ${String(upper + 1)}) ORDER BY place`,
    parameters,
  })
  const medianMs = interpolate(Number(middle[0]?.['step']), Number(middle.at(-1)?.['step']), weight)
  const gaps = await session.query({
    sql: `${steps} SELECT ms, next_ms, count(*) OVER () AS total FROM steps
           WHERE next_ms - ms > ${String(GAP_FACTOR * medianMs)} ORDER BY ms LIMIT ${String(limit)}`,
    parameters,
  })
  const gapCount = medianMs === 0 ? 0 : Number(gaps[0]?.['total'] ?? 0)
  // Dates are days of the zone's calendar.
  const label = (ms: number): string =>
    new Date(plan.time.kind === 'date' ? instantOfReading(plan.zone, ms) : ms).toISOString()
  const listed = medianMs === 0 ? [] : gaps
  return {
    medianStepSeconds: roundNumber(medianMs / 1_000),
    gaps: listed.map((row) => {
      const [from, to] = [Number(row['ms']), Number(row['next_ms'])]
      return { from: label(from), to: label(to), missing: Math.round((to - from) / medianMs) - 1 }
    }),
    gapCount,
    duplicateTimes,
    truncated: listed.length < gapCount,
  }
}
