import { dueSlots } from '../core/check-files/period.ts'
import type { CheckResult, CheckResults, CheckStatus, ScheduledCheck } from '../core/check-history.ts'

/** A check that this process has to make, for slots that are its own. */
export interface Claimed {
  readonly check: ScheduledCheck
  readonly slots: readonly string[]
  /** How it ended before; null where it was never made. */
  readonly previous: CheckStatus | null
}

/** Slots that one run answers for at most: those of a minute, for a night. */
const MOST_SLOTS = 1_000

/**
 * Claims what of a check is due. While somebody makes it nobody begins it again; who is silent for longer than the lease
 * is taken over.
 *
 * @param results where claims are kept, so that they hold among processes.
 * @param leaseMs how long a claim holds that is not renewed.
 * @returns null where nothing is due, or somebody else has it; the time in milliseconds since 1970 of the lease that it hangs on, if any.
 */
export const claimDue = async (
  results: CheckResults,
  check: ScheduledCheck,
  { runner, nowMs, leaseMs }: { readonly runner: string; readonly nowMs: number; readonly leaseMs: number },
): Promise<Claimed | number | null> => {
  const last = await results.newest(check.id)
  const leaseUntil = new Date(nowMs + leaseMs).toISOString()
  if (last?.status === 'running') {
    const lease = Date.parse(last.leaseUntil ?? '')
    if (lease >= nowMs) return lease
    const slots = await results.takeOver(check.id, last.runner ?? '', runner, new Date(nowMs).toISOString(), leaseUntil)
    return claimed(results, check, slots)
  }
  const lastMs = last ? Date.parse(last.slot) : -Infinity
  // Nothing was due by a period that the check did not have then.
  const sinceMs = last?.periodSeconds === check.periodSeconds ? lastMs : null
  const due = dueSlots(1_000 * check.periodSeconds, sinceMs, nowMs, MOST_SLOTS).filter((slot) => slot > lastMs)
  const slots = due.map((slot) => new Date(slot).toISOString())
  if (slots.length === 0 || !(await results.claim(check, slots, runner, leaseUntil))) return null
  return claimed(results, check, slots, last)
}

const claimed = async (
  results: CheckResults,
  check: ScheduledCheck,
  slots: readonly string[],
  last?: CheckResult,
): Promise<Claimed | null> => {
  const [first] = slots
  if (first === undefined) return null
  const [before] = last ? [last] : await results.ended(check.id, 1, first)
  return { check, slots, previous: before?.status ?? null }
}
