import fc from 'fast-check'
import { companionsOf } from '../../../srv/data/live-rows.ts'
import { anyCharacter } from '../../support/any-character.ts'

const text = fc.option(fc.string({ unit: anyCharacter }))
const record = fc.array(fc.record({ column: text, data: text }))

test('an empty record has nothing to be ordered by or found by', () => {
  expect(companionsOf([])).toEqual({ firstColumn: null, firstData: null, searchText: '' })
})

test('the first cell is what rows are ordered by', () => {
  fc.assert(
    fc.property(record, text, text, (rest, column, data) => {
      expect(companionsOf([{ column, data }, ...rest])).toMatchObject({ firstColumn: column, firstData: data })
    }),
  )
})

test('every text of every cell can be found', () => {
  fc.assert(
    fc.property(record, (cells) => {
      const { searchText } = companionsOf(cells)
      for (const { column, data } of cells)
        expect([column, data].every((each) => searchText.includes(each ?? ''))).toBe(true)
    }),
  )
})

test('a long first value is cut to what the column holds, and never within a character', () => {
  const { firstData } = companionsOf([{ column: null, data: `${'a'.repeat(4999)}🎬🎬` }])
  expect(firstData).toHaveLength(5000)
  expect(firstData?.isWellFormed()).toBe(true)
})
