import fc from 'fast-check'
import type { CheckResults, CheckResult, ScheduledCheck } from '../../../../srv/admin/core/check-history.ts'
import { claimDue, type Claimed } from '../../../../srv/admin/schedules/claim-due.ts'

const check = (periodSeconds: number): ScheduledCheck => ({
  ...{ id: 'a', periodSeconds, schema: null, table: 'films', owner: null, at: null },
})

/** Results of one check, in memory. */
const inMemory = () => {
  const rows = new Map<string, Partial<CheckResult>>()
  const sorted = () => [...rows.values()].sort((a, b) => (a.slot! < b.slot! ? 1 : -1)) as CheckResult[]
  const results: Pick<CheckResults, 'newest' | 'ended' | 'claim' | 'takeOver'> = {
    newest: async () => sorted()[0],
    ended: async (_id, limit, before) =>
      sorted()
        .filter(({ slot, status }) => status !== 'running' && (before === undefined || slot < before))
        .slice(0, limit),
    claim: async ({ id, periodSeconds }, slots, runner, leaseUntil) => {
      if (slots.some((slot) => rows.has(slot))) return false
      for (const slot of slots) rows.set(slot, { id, periodSeconds, slot, status: 'running', runner, leaseUntil })
      return true
    },
    takeOver: async (_id, from, runner, now, leaseUntil) => {
      const left = sorted().filter((row) => row.status === 'running' && row.runner === from && row.leaseUntil! < now)
      for (const row of left) rows.set(row.slot, { ...row, runner, leaseUntil })
      return left.map(({ slot }) => slot).reverse()
    },
  }
  const record = (slots: readonly string[]): void => {
    for (const slot of slots) rows.set(slot, { ...rows.get(slot), status: 'pass', runner: null, leaseUntil: null })
  }
  return { rows, sorted, record, results: results as CheckResults }
}

const isClaimed = (claim: Claimed | number | null): claim is Claimed => claim !== null && typeof claim === 'object'

const START = Date.UTC(2026, 0, 1)

test('whatever processes begin, leave and end, each slot is recorded once and none is missing', async () => {
  const step = fc.record({ runner: fc.integer({ min: 1, max: 3 }), waitMs: fc.nat(9_000), dies: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const { sorted, record, results } = inMemory()
      let nowMs = START
      const recorded: string[] = []
      const look = async (runner: string, dies: boolean): Promise<void> => {
        const claim = await claimDue(results, check(2), { runner, nowMs, leaseMs: 3_000 })
        if (!isClaimed(claim) || dies) return
        record(claim.slots)
        recorded.push(...claim.slots)
      }
      for (const { runner, waitMs, dies } of steps) {
        await look(`${runner}`, dies)
        nowMs += waitMs
      }
      // Who lives on makes what others have left, and then what has become due meanwhile.
      nowMs += 4_000
      await look('4', false)
      await look('4', false)
      const slots = sorted().map(({ slot }) => Date.parse(slot))
      expect(slots).toEqual(slots.map((_, index) => slots[0]! - index * 2_000))
      expect(slots[0]).toBe(Math.floor(nowMs / 2_000) * 2_000)
      expect(recorded.toSorted()).toEqual([...new Set(recorded)].sort())
      expect(recorded).toHaveLength(slots.length)
      expect(sorted().every(({ status }) => status === 'pass')).toBe(true)
    }),
  )
})

test('while somebody makes it, it is told until when that holds', async () => {
  const { results } = inMemory()
  const at = (nowMs: number, runner: string) => claimDue(results, check(2), { runner, nowMs, leaseMs: 3_000 })
  expect(await at(START, 'one')).toMatchObject({ slots: ['2026-01-01T00:00:00.000Z'], previous: null })
  expect(await at(START + 2_500, 'two')).toBe(START + 3_000)
  expect(await at(START + 3_001, 'two')).toMatchObject({ slots: ['2026-01-01T00:00:00.000Z'], previous: null })
})

test('a period that is changed makes nothing due that was not', async () => {
  const { results, record, rows } = inMemory()
  const at = (nowMs: number, seconds: number) =>
    claimDue(results, check(seconds), { runner: 'one', nowMs, leaseMs: 3_000 })
  const slotsOf = async (nowMs: number, seconds: number) => {
    const claim = await at(nowMs, seconds)
    if (isClaimed(claim)) record(claim.slots)
    return isClaimed(claim) ? claim.slots.map((slot) => Date.parse(slot) - START) : null
  }
  expect(await slotsOf(START + 3_600_500, 60)).toEqual([3_600_000])
  expect(await slotsOf(START + 3_661_000, 60)).toEqual([3_660_000])
  expect(await slotsOf(START + 3_662_000, 86_400)).toBeNull()
  expect(await slotsOf(START + 86_400_000, 86_400)).toEqual([86_400_000])
  expect(await slotsOf(START + 90_000_000, 60)).toEqual([90_000_000])
  expect(rows.size).toBe(4)
})
