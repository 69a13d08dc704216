/** The query page without a browser. */
import fc from 'fast-check'
import { gridRows } from '../../../app/cockpit/src/pages/query/grid-rows.ts'
import { placeInText } from '../../../app/cockpit/src/pages/query/place-in-text.ts'

test('a place is told by line and column, whatever characters come before', () => {
  expect(placeInText('SELECT nope', 8)).toEqual({ line: 1, column: 8, start: 7 })
  expect(placeInText("SELECT '😀',\n  nope", 15)).toEqual({ line: 2, column: 3, start: 15 })
})

test('columns of one name are told apart, and no value is lost', () => {
  const columns = fc.array(fc.constantFrom('a', 'a (2)', 'b', ''), { maxLength: 8 })
  fc.assert(
    fc.property(columns, (names) => {
      const row = names.map((_, index) => index)
      const given = gridRows({ columns: names.map((name) => ({ name, type: null })), rows: [row] })
      expect(new Set(given.columns.map(({ name }) => name)).size).toBe(names.length)
      expect(given.columns.map(({ name }) => given.rows[0]?.[name])).toEqual(row)
    }),
  )
})
