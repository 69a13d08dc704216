import fc from 'fast-check'
import { DELIMITERS, findDelimiter } from '../../../../../srv/admin/core/csv/find-delimiter.ts'

const format = { type: 'csv', encoding: 'utf-8', nullValues: [] } as const
const delimiter = fc.constantFrom(...DELIMITERS)
/** Of characters that divide fields elsewhere, above all. */
const text = fc.string({ unit: fc.constantFrom(',', ';', '\t', '|', '"', '\n', 'a', '1', ' ', 'ä') })

const write = (rows: readonly (readonly string[])[], by: string): string =>
  rows
    .map((row) =>
      row
        .map((value) => (value.includes(by) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
        .join(by),
    )
    .join('\n')

const find = (content: string, names: readonly string[], more: object = {}): string | undefined =>
  findDelimiter({
    head: Buffer.from(content),
    isWhole: true,
    format,
    hasHeader: true,
    isName: (name) => names.includes(name),
    ...more,
  })

test('what divides names of the table is found, whatever the values are', () => {
  fc.assert(
    fc.property(delimiter, fc.array(fc.tuple(text, text, text)), (by, rows) => {
      expect(find(write([['id', 'name', 'price'], ...rows], by), ['id', 'name', 'price', 'note'])).toBe(by)
    }),
  )
})

test('without such names it is found or left open, and never taken for another one', () => {
  fc.assert(
    fc.property(
      delimiter,
      fc.array(fc.tuple(text, text, text), { minLength: 1 }),
      fc.boolean(),
      (by, rows, hasHeader) => {
        expect([by, undefined]).toContain(find(write(rows, by), ['id', 'name', 'price'], { hasHeader }))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['a;b\n1,5;2,5\n', ';'],
  ['x;y\n1,5;2,5\n3,5;4,5\n', ';'],
  ['id\n1\n', ','],
  ['x,y\n1\n', ','],
  ['x;y,z\n1;2,3\n', undefined],
  ['', ','],
  ['"x|y"|"z"\n1|2\n', '|'],
])('%j is divided by %j', (content, expected) => {
  expect(find(content, ['a', 'b', 'c'])).toBe(expected)
})

test('of a long file, only whole records count', () => {
  expect(find('x;y\n1;2\n3', ['a', 'b'], { isWhole: false })).toBe(';')
})
