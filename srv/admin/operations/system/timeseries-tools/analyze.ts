import { roundNumber } from '../../../core/statistics.ts'
import { createBuckets, instantOfReading } from '../../../core/time/buckets.ts'
import type { Statement } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readLimit, type Input } from './schemas.ts'
import { planSeries, type SeriesPlan } from './plan.ts'
import { cellsOf, pointsOf, readExtent } from './points.ts'

/** A step so many times as long as the usual one misses something. */
const GAP_FACTOR = 1.5

/**
 * How regular the times of a table are, to the millisecond. The usual step is the median of the steps between times;
 * a gap is a longer one. With `from` or `to`, rows without time are outside and not counted.
 */
export const analyze = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const { dialect, config, session } = context
  const plan = await planSeries(context, input, false)
  const limit = readLimit(input.limit, config.limits.timeBuckets, config.limits.timeBucketsMax)
  const { rowCount, timeCount, firstMs, lastMs } = await readExtent(session, dialect, plan)
  const found = { ...plan.common, rowCount, nullTimes: rowCount - timeCount }
  if (firstMs === null || lastMs === null) return { ...found, ...NOTHING }
  const days = createBuckets({ interval: 'DAY', size: 1, zone: plan.zone, fromMs: firstMs, toMs: lastMs })
  const rows = await session.query(stepStatement(dialect, plan, cellsOf(dialect, plan, days), limit))
  const [summary, ...listed] = rows
  const medianMs = (Number(summary?.['low']) + Number(summary?.['high'])) / 2
  const gapCount = Number(listed[0]?.['total'] ?? 0)
  // Dates are days of the zone's calendar.
  const label = (ms: number): string =>
    new Date(plan.time.kind === 'date' ? instantOfReading(plan.zone, ms) : ms).toISOString()
  return {
    ...found,
    earliest: new Date(firstMs).toISOString(),
    latest: new Date(lastMs).toISOString(),
    daysWithData: Number(summary?.['days']),
    medianStepSeconds: summary?.['low'] === null ? null : roundNumber(medianMs / 1_000),
    gaps: listed.map((row) => {
      const [from, to] = [Number(row['low']), Number(row['high'])]
      return { from: label(from), to: label(to), missing: Math.round((to - from) / medianMs) - 1 }
    }),
    gapCount,
    duplicateTimes: Number(summary?.['repeated']),
    truncated: listed.length < gapCount,
  }
}

const NOTHING = {
  ...{ earliest: null, latest: null, daysWithData: 0, medianStepSeconds: null },
  ...{ gaps: [], gapCount: 0, duplicateTimes: 0, truncated: false },
}

/** One row with the two middle steps and what was counted, then a row for each gap with the times around it. */
const stepStatement = (dialect: Dialect, plan: SeriesPlan, cells: string, limit: number): Statement => {
  const { floorDivide } = dialect.timeSeries
  return {
    sql: `WITH ${pointsOf(dialect, plan)}, ${cells},
      "times" AS (SELECT "ms", min("cell") AS "cell", count(*) AS "n" FROM "cells" GROUP BY "ms"),
      "steps" AS (SELECT "ms", "cell", "n", lead("ms") OVER (ORDER BY "ms") AS "next_ms" FROM "times"),
      "counted" AS (SELECT count("next_ms") AS "steps", count(DISTINCT "cell") AS "days", count(CASE WHEN "n" > 1 THEN 1 END) AS "repeated"
                    FROM "steps"),
      "ranked" AS (SELECT "next_ms" - "ms" AS "step", row_number() OVER (ORDER BY "next_ms" - "ms") AS "place"
                   FROM "steps" WHERE "next_ms" IS NOT NULL),
      "middle" AS (SELECT min("step") AS "low", max("step") AS "high" FROM "ranked" CROSS JOIN "counted"
                  WHERE "place" IN (${floorDivide('"steps" + 1', 2)}, ${floorDivide('"steps" + 2', 2)})),
      "gaps" AS (SELECT "ms", "next_ms" FROM "steps" CROSS JOIN "middle"
                WHERE "low" + "high" > 0 AND "next_ms" - "ms" > ${GAP_FACTOR} * ("low" + "high") / 2)
      SELECT 0 AS "part", "low", "high", "days", "repeated", 0 AS "total" FROM "counted" CROSS JOIN "middle"
      UNION ALL
      SELECT * FROM (SELECT 1 AS "part", "ms", "next_ms", 0 AS "days", 0 AS "repeated", count(*) OVER () AS "total"
                       FROM "gaps" ORDER BY "ms" LIMIT ${limit}) AS "listed"
       ORDER BY "part", "low"`,
    parameters: plan.condition.parameters,
  }
}
