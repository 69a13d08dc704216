/** Values that look like slips, each with the filter that finds their rows. */
import { findNotes } from '../../../app/cockpit/src/pages/table/spellings.ts'

const kindsOf = (values: readonly unknown[]) => findNotes('country', values).map(({ kind, count }) => [kind, count])

test('values that differ in blanks or letter case alone are spellings of one', () => {
  expect(kindsOf(['DE', ' DE', 'FR'])).toEqual([
    ['spellings', 2],
    ['leadingBlanks', 1],
  ])
  expect(kindsOf(['DE', 'de', 'De ', 'FR', 'fr'])).toEqual([
    ['spellings', 3],
    ['mixedCase', 3],
    ['trailingBlanks', 1],
  ])
  expect(kindsOf(['DE', 'FR', null, 1, '  '])).toEqual([])
})

test('each leads to its rows', () => {
  expect(findNotes('my "c"', ["O'Neill", "o'neill", ' x']).map(({ where }) => where)).toEqual([
    `"my ""c""" in ('O''Neill', 'o''neill')`,
    `"my ""c""" in ('O''Neill', 'o''neill')`,
    `"my ""c""" in (' x')`,
  ])
})
