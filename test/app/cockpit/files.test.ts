/** Lines of a file that is read in passing, and generic rows as a table. */
import fc from 'fast-check'
import { readLines } from '../../../app/cockpit/src/pages/import/read-lines.ts'
import { rowColumns, toRecords } from '../../../app/cockpit/src/pages/records/generic-rows.ts'

test('the lines that are asked for are found, wherever the file is cut into chunks', async () => {
  const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), async (lines, end) => {
      const numbers = new Set(lines.map((_, index) => index + 1).filter((number) => number % 3 !== 0))
      const found = await readLines(new Blob([lines.join(end)]), numbers)
      expect([...found]).toEqual([...numbers].map((number) => [number, lines[number - 1]]))
    }),
  )
})

test('long lines are shown by their beginning, and lines behind the end are not there', async () => {
  const found = await readLines(new Blob(['x'.repeat(1_000_000), '\nend']), new Set([1, 2, 3]))
  expect([found.get(1), found.get(2), found.has(3)]).toEqual(['x'.repeat(400), 'end', false])
})

test('generic rows become records by the names of their columns', () => {
  const cell = (column: string, data: string | null) => ({ column, data })
  const rows = [
    { dummy: 'a', record: [cell('x', '1'), cell('y', null), cell('x', '2')] },
    { dummy: 'b', record: [cell('z', '')] },
  ]
  expect(toRecords(rows)).toEqual([
    { dummy: 'a', x: '1', y: null },
    { dummy: 'b', z: '' },
  ])
  const names = (described: { name: string; type: string; isKey: boolean }[]) =>
    rowColumns(rows, described, 'Key').map(({ key, kind, hint }) => [key, kind, hint])
  expect(names([])).toEqual([
    ['dummy', 'name', undefined],
    ['x', 'text', undefined],
    ['y', 'text', undefined],
    ['z', 'text', undefined],
  ])
  expect(names([{ name: 'x', type: 'cds.Integer', isKey: true }])).toEqual([
    ['x', 'number', 'Integer'],
    ['y', 'text', undefined],
    ['z', 'text', undefined],
  ])
})
