import { nearestInstant } from './instant-range.ts'
import type { Division } from './intervals.ts'
import type { Zone } from './zone.ts'

/**
 * A stretch of time in which the clock runs `plusMs` ahead of UTC, or stands at one reading. It lasts until the next
 * stretch begins; the first has no begin, the last no end.
 */
export type Stretch = { readonly fromMs: number } & ({ readonly plusMs: number } | { readonly standsAtMs: number })

/** Clocks were never set by more than a day. */
const LONGEST_SETTING_MS = 2 * 86_400_000

/**
 * A wall clock that never goes back, so that its cells are buckets of time without holes.
 *
 * Set forward, a wall clock skips cells. Set back, it would show the same readings twice. Where these are a cell long or
 * more, and cells are shorter than days, the clock is moved ahead by whole cells instead: the second hour from two to
 * three is a bucket of its own. Otherwise it stands until the wall clock is where it was: the bucket takes longer.
 *
 * @param fromMs, toMs the range in which it is right.
 */
export const createBucketClock = (zone: Zone, division: Division, fromMs: number, toMs: number): readonly Stretch[] => {
  const startMs = nearestInstant(fromMs - LONGEST_SETTING_MS)
  const stretches: Stretch[] = [{ fromMs: -Infinity, plusMs: zone.offsetMs(startMs) }]
  let aheadMs = 0
  let reachedMs = -Infinity
  const transitions = zone.transitions(startMs, nearestInstant(toMs + LONGEST_SETTING_MS))
  for (const [index, { atMs, beforeMs, afterMs }] of transitions.entries()) {
    reachedMs = Math.max(reachedMs, atMs + beforeMs + aheadMs)
    const backMs = beforeMs - afterMs
    if (division.by === 'length' && division.isBelowDay && backMs >= division.stepMs)
      aheadMs += Math.ceil(backMs / division.stepMs) * division.stepMs
    const plusMs = afterMs + aheadMs
    const runsFromMs = Math.max(atMs, reachedMs - plusMs)
    const nextMs = transitions[index + 1]?.atMs ?? Infinity
    if (runsFromMs > atMs) stretches.push({ fromMs: atMs, standsAtMs: reachedMs - 1 })
    if (runsFromMs < nextMs) stretches.push({ fromMs: runsFromMs, plusMs })
  }
  return stretches
}

/** What the clock shows at an instant. */
export const clockAt = (stretches: readonly Stretch[], instantMs: number): number => {
  const stretch = stretches.findLast(({ fromMs }) => fromMs <= instantMs)
  if (!stretch) return instantMs
  return 'plusMs' in stretch ? instantMs + stretch.plusMs : stretch.standsAtMs
}

/** The first instant at which the clock shows a reading or a later one; whole seconds. */
export const instantOf = (stretches: readonly Stretch[], clockMs: number): number => {
  const index = stretches.findLastIndex((each) => 'plusMs' in each && each.fromMs + each.plusMs <= clockMs)
  const stretch = stretches[index]
  if (!stretch || !('plusMs' in stretch)) return clockMs
  return Math.min(clockMs - stretch.plusMs, stretches[index + 1]?.fromMs ?? Infinity)
}
