import { checkInstant, type Stretch, instantOfReading } from '../../../core/time/buckets.ts'
import type { Division } from '../../../core/time/intervals.ts'
import type { Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { SeriesPlan } from './plan.ts'

/** How many rows there are, and from when to when. */
export interface Extent {
  readonly rowCount: number
  readonly timeCount: number
  /** First and last instant; null when no row has a time. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** A common table expression `points`: time in milliseconds as `ms`, as stored as `t`; value as number `v`, as stored as `w`. */
export const pointsOf = (dialect: Dialect, plan: SeriesPlan, more: readonly string[] = []): string => {
  const { analysis, timeSeries } = dialect
  const { time, value, from, condition } = plan
  const columns = [
    `${timeSeries.epochMs(time, dialect.quote(time.name))} AS "ms"`,
    `${dialect.quote(time.name)} AS "t"`,
    ...(value
      ? [`${analysis.number(value, dialect.quote(value.name))} AS "v"`, `${dialect.quote(value.name)} AS "w"`]
      : []),
    ...more,
  ]
  return `"points" AS (SELECT ${columns.join(', ')} FROM ${from}${condition.sql === '' ? '' : ` WHERE ${condition.sql}`} ${analysis.evaluateOnce})`
}

/** @throws AdminError `LIMIT_TOO_LARGE` for times beyond the calendar. */
export const readExtent = async (session: Session, dialect: Dialect, plan: SeriesPlan): Promise<Extent> => {
  const [row] = await session.query({
    sql: `WITH ${pointsOf(dialect, plan)}
      SELECT count(*) AS "total", count("ms") AS "times", min("ms") AS "first_ms", max("ms") AS "last_ms" FROM "points"`,
    parameters: plan.condition.parameters,
  })
  // Dates are days of the zone's calendar.
  const instant = (name: string): number | null => {
    const ms = row?.[name] ?? null
    if (ms === null) return null
    const known = checkInstant(Number(ms))
    return plan.time.kind === 'date' ? instantOfReading(plan.zone, known) : known
  }
  return {
    rowCount: Number(row?.['total']),
    timeCount: Number(row?.['times']),
    firstMs: instant('first_ms'),
    lastMs: instant('last_ms'),
  }
}

/** Common table expressions behind `points`, the last of which is `cells`: with the number of the bucket as `cell`. */
export const cellsOf = (
  { analysis, timeSeries }: Dialect,
  { time }: SeriesPlan,
  { division, stretches }: { readonly division: Division; readonly stretches: readonly Stretch[] },
): string => {
  const clock = time.kind === 'date' ? '"ms"' : clockExpression(stretches)
  const cell =
    division.by === 'length'
      ? timeSeries.step('"clock"', division.stepMs, division.originMs)
      : timeSeries.floorDivide(timeSeries.month('"clock"'), division.months)
  return `"clocked" AS (SELECT "points".*, ${clock} AS "clock" FROM "points" WHERE "ms" IS NOT NULL ${analysis.evaluateOnce}),
    "cells" AS (SELECT "clocked".*, ${cell} AS "cell" FROM "clocked" ${analysis.evaluateOnce})`
}

/** What the clock shows, as a tree of decisions as deep as the logarithm of its stretches. */
const clockExpression = (stretches: readonly Stretch[]): string => {
  const [first] = stretches
  if (stretches.length <= 1)
    return first && 'standsAtMs' in first ? String(first.standsAtMs) : `("ms" + (${first?.plusMs ?? 0}))`
  const middle = Math.ceil(stretches.length / 2)
  const [before, after] = [stretches.slice(0, middle), stretches.slice(middle)]
  return `CASE WHEN "ms" < ${String(after[0]?.fromMs)} THEN ${clockExpression(before)} ELSE ${clockExpression(after)} END`
}
