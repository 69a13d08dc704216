import fc from 'fast-check'
import { type FuzzyOptions, type FuzzyRow, groupSimilar, similarity } from '../../../../srv/admin/core/fuzzy-groups.ts'
import { runs } from '../../../support/long.ts'

const run = (rows: readonly FuzzyRow[], options: Partial<FuzzyOptions> = {}) => {
  const work = groupSimilar(rows, { threshold: 0.8, nullsEqual: true, ...options })
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Every pair, every column, no shortcut. */
const alike = (a: FuzzyRow, b: FuzzyRow, { threshold, nullsEqual }: FuzzyOptions): boolean => {
  const scores = a.map((text, index) => {
    const other = b[index] ?? null
    if (text === null || other === null) return text === other && nullsEqual ? 1 : 0
    return similarity(text, other)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length >= threshold - 1e-9
}

test('rows are in one group when a chain of pairs above the threshold joins them, and in none when none does', () => {
  const cell = fc.option(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 }))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { maxLength: 15 }),
      fc.constantFrom(0.5, 0.75, 0.9, 1),
      fc.boolean(),
      (rows, threshold, nullsEqual) => {
        const options = { threshold, nullsEqual }
        const label = rows.map((_, index) => index)
        // Spreads the lowest index until nothing changes.
        for (let changed = true; changed;) {
          changed = false
          for (const [i, a] of rows.entries())
            for (const [j, b] of rows.entries())
              if (i !== j && alike(a, b, options) && (label[i] ?? 0) < (label[j] ?? 0)) {
                label[j] = label[i] ?? 0
                changed = true
              }
        }
        const expected = [...new Set(label)]
          .map((root) => [...label.keys()].filter((index) => label[index] === root))
          .filter((members) => members.length > 1)
        expect(run(rows, options).map(({ members }) => members)).toEqual(expected)
      },
    ),
    { numRuns: runs(60, 300) },
  )
})

test('the similarity of a group is what was measured, not the threshold', () => {
  expect(run([['kitten'], ['sitten'], ['zebra']])).toEqual([{ members: [0, 1], similarity: 1 - 1 / 6 }])
  expect(
    run([
      ['same', null],
      ['same', null],
    ]),
  ).toEqual([{ members: [0, 1], similarity: 1 }])
  expect(
    run(
      [
        ['same', null],
        ['same', null],
      ],
      { nullsEqual: false },
    ),
  ).toEqual([])
})
