import fc from 'fast-check'
import { editDistance, similarity, similarityBound } from '../../../../srv/admin/core/fuzzy-groups.ts'
import { runs } from '../../../support/long.ts'

/** The definition, word for word. */
const byDefinition = (a: string, b: string): number => {
  const known = new Map<string, number>()
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${String(i)},${String(j)}`
    const found =
      known.get(key) ??
      Math.min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
    known.set(key, found)
    return found
  }
  return distance(a.length, b.length)
}

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '😀'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 28, maxLength: 40 }),
)

test('the distance is the one of the definition, for short and long texts', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(editDistance(a, b)).toBe(byDefinition(a, b))
    }),
    { numRuns: runs(80, 300) },
  )
})

test('similarity is 1 for equal texts, symmetric, and within the bound of the lengths', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(similarity(a, a)).toBe(1)
      expect(similarity(a, b)).toBe(similarity(b, a))
      expect(similarity(a, b)).toBeLessThanOrEqual(similarityBound(a, b) + 1e-12)
    }),
  )
  expect(similarity('', '')).toBe(1)
  expect(similarity('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7)
})
