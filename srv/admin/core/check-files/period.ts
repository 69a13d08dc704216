import { ruleError } from '../rules/rule.ts'

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 }
const PERIOD = /^(\d{1,5}) (second|minute|hour|day|week)s?$/

/** In seconds, four weeks: the last result has to be known when the next one is due. */
const LONGEST = 2_419_200

/**
 * The seconds of a period, such as `15 minutes`.
 *
 * @returns undefined for what is none.
 */
export const secondsOf = (text: string): number | undefined => {
  const [, count, unit = ''] = PERIOD.exec(text) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? 0)
  return seconds >= 1 && seconds <= LONGEST ? seconds : undefined
}

/** @throws AdminError `INVALID_RULE` with the place of what is no period. */
export const readPeriod = (value: unknown, at: string): number => {
  const seconds = typeof value === 'string' ? secondsOf(value) : undefined
  if (seconds === undefined)
    throw ruleError(at, `'every' is a time of at most four weeks, such as 15 minutes, 1 hour or 1 day`)
  return seconds
}

/** The beginnings of periods, in milliseconds since 1970: the first is that of 1970-01-01T00:00Z. */
const slotAt = (periodMs: number, timeMs: number): number => Math.floor(timeMs / periodMs) * periodMs

/** When the period after a time begins. */
export const nextSlot = (periodMs: number, timeMs: number): number => slotAt(periodMs, timeMs) + periodMs

/**
 * The slots that are due: those after the last one that was recorded, up to now; of more than `most` the newest. Without
 * any that was recorded, it is the current one.
 */
export const dueSlots = (periodMs: number, lastMs: number | null, nowMs: number, most: number): number[] => {
  const current = slotAt(periodMs, nowMs)
  if (lastMs === null) return [current]
  const first = Math.max(nextSlot(periodMs, lastMs), current - (most - 1) * periodMs)
  const count = Math.max(0, Math.floor((current - first) / periodMs) + 1)
  return Array.from({ length: count }, (_, index) => first + index * periodMs)
}
