import fc from 'fast-check'
import { FairSamples, fairShares } from '../../../../srv/admin/core/fair-shares.ts'

const counts = fc.array(fc.nat(30), { maxLength: 8 })
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

test('rare kinds are shown in full before common ones take what is left', () => {
  expect(fairShares([1_000, 2, 0, 1_000], 10)).toEqual([4, 2, 0, 4])
  expect(fairShares([5, 5, 5], 2)).toEqual([1, 1, 0])
  expect(fairShares([], 5)).toEqual([])
})

test('shares fill what there is to fill, and differ by one at most where something is left out', () => {
  fc.assert(
    fc.property(counts, fc.nat(60), (given, total) => {
      const shares = fairShares(given, total)
      expect(sum(shares)).toBe(Math.min(total, sum(given)))
      shares.forEach((share, index) => expect(share).toBeLessThanOrEqual(given[index]!))
      const cut = shares.filter((share, index) => share < given[index]!)
      for (const share of cut) expect(Math.max(...shares) - share).toBeLessThanOrEqual(1)
    }),
  )
})

test('samples keep the first of each kind in any order of coming, as fairly', () => {
  const coming = fc.array(fc.nat(4), { maxLength: 60 })
  fc.assert(
    fc.property(coming, fc.nat(20), (kinds, max) => {
      const samples = new FairSamples<readonly [kind: number, number: number]>(5, max)
      const seen = [0, 0, 0, 0, 0]
      for (const kind of kinds) {
        const number = seen[kind]!++
        samples.offer(kind, () => [kind, number])
      }
      const kept = seen.map((_, kind) => samples.all.filter(([of]) => of === kind).map(([, number]) => number))
      expect(sum(kept.map((numbers) => numbers.length))).toBe(Math.min(max, kinds.length))
      kept.forEach((numbers) => expect(numbers).toEqual(numbers.map((_, index) => index)))
      const lengths = kept.map((numbers) => numbers.length)
      const cut = lengths.filter((length, kind) => length < seen[kind]!)
      for (const length of cut) expect(Math.max(...lengths) - length).toBeLessThanOrEqual(1)
    }),
  )
})
