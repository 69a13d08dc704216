import { profileDifferences } from '../../../app/cockpit/src/pages/table/profile-differences.ts'
import type { ProfileResult } from '../../../app/cockpit/src/pages/table/profile-result.ts'

const column = (name: string, facts: object = {}) => ({ name, type: 'INTEGER', topValues: [], ...facts })
const profile = (rowCount: number, ...columns: object[]) => ({ rowCount, columns }) as unknown as ProfileResult

test('what two measurements agree on is not told, whatever else differs', () => {
  const before = profile(2, column('a', { min: 1, max: 9, nullCount: 0 }), column('b', { avg: 1.5 }))
  expect(profileDifferences(before, structuredClone(before))).toEqual([])
  const after = profile(3, column('a', { min: 1, max: 10, nullCount: 4 }), column('b', { avg: 1.5 }))
  expect(profileDifferences(before, after)).toEqual([
    { column: null, measure: 'rowCount', before: 2, after: 3 },
    { column: 'a', measure: 'max', before: 9, after: 10 },
  ])
})

test('a value that was never there is NULL, and no text that looks like one', () => {
  const [none, text] = [profile(1, column('a', { min: null })), profile(1, column('a', { min: 'null' }))]
  expect(profileDifferences(none, text)).toEqual([{ column: 'a', measure: 'min', before: null, after: 'null' }])
})

test('of the most frequent values the first one counts', () => {
  const of = (...values: string[]) => profile(1, column('a', { topValues: values.map((value) => ({ value })) }))
  expect(profileDifferences(of('x', 'y'), of('x', 'z'))).toEqual([])
  expect(profileDifferences(of('x'), of())).toEqual([
    { column: 'a', measure: 'mostFrequent', before: 'x', after: null },
  ])
})

test('a column that has come or gone is told by its type alone', () => {
  const [one, other] = [profile(1, column('a', { min: 1 })), profile(1, column('b', { min: 2, type: 'TEXT' }))]
  expect(profileDifferences(one, other)).toEqual([
    { column: 'b', measure: 'type', before: null, after: 'TEXT' },
    { column: 'a', measure: 'type', before: 'INTEGER', after: null },
  ])
})
