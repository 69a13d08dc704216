/** Changes of rows that are collected in the grid, and what the API is asked to do. */
import fc from 'fast-check'
import {
  addRow,
  deleteRows,
  type Drafts,
  rebase,
  requestOf,
  shownRow,
  targetOf,
  writeValues,
} from '../../../app/cockpit/src/pages/table/edit/drafts.ts'
import { readBlock } from '../../../app/cockpit/src/pages/table/edit/read-block.ts'
import { isWide, typedValue } from '../../../app/cockpit/src/pages/table/edit/typed-value.ts'

const ROW = { id: 1, name: 'Leia', height: 150, note: null }
const LEIA = targetOf(['id'], ROW)!
const ALL = new Set(['id', 'name', 'height', 'note'])

test('a change tells all that was read of its row', () => {
  const drafts = writeValues([], LEIA, { name: '' })
  expect(shownRow(ROW, drafts[0])).toEqual({ ...ROW, name: '' })
  expect(requestOf(drafts, new Set(['id', 'name', 'note']))).toEqual([
    { action: 'update', key: { id: 1 }, was: { id: 1, name: 'Leia', note: null }, values: { name: '' } },
  ])
})

test('what is as it was is no change, but NULL is no empty text', () => {
  expect(writeValues(writeValues([], LEIA, { height: 151 }), LEIA, { height: '150' })).toEqual([])
  expect(writeValues([], LEIA, { note: null })).toEqual([])
  expect(writeValues([], LEIA, { note: '' })).toHaveLength(1)
})

test('rows are added, changed and taken away before anything is sent', () => {
  let drafts: Drafts = addRow(addRow([], {}), { name: 'Han' })
  const [first, second] = drafts
  drafts = writeValues(drafts, second!, { height: 180 })
  drafts = deleteRows(drafts, [first!, LEIA])
  drafts = addRow(drafts, { name: 'Rey' })
  expect(requestOf(drafts, new Set(['name']))).toEqual([
    { action: 'insert', values: { name: 'Han', height: 180 } },
    { action: 'delete', key: { id: 1 }, was: { name: 'Leia' } },
    { action: 'insert', values: { name: 'Rey' } },
  ])
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(3)
  // A row that is to be deleted takes no values.
  expect(writeValues(drafts, LEIA, { name: 'x' })).toBe(drafts)
})

test('after another writer a change is meant for what is there now', () => {
  const drafts = rebase(writeValues([], LEIA, { name: 'L' }), 0, { name: 'Leia Organa', height: 151 })
  expect(requestOf(drafts, new Set(['name', 'height']))).toEqual([
    { action: 'update', key: { id: 1 }, was: { name: 'Leia Organa', height: 151 }, values: { name: 'L' } },
  ])
})

test('a value of which only the beginning was read is not compared, unless it is changed', () => {
  const long = 'x'.repeat(501)
  const target = targetOf(['id'], { id: 1, name: long, height: 1 })!
  expect(requestOf(writeValues([], target, { height: 2 }), ALL)[0]).toMatchObject({ was: { id: 1, height: 1 } })
  const whole = writeValues([], target, { name: 'short' }, { name: `${long}y` })
  expect(requestOf(whole, ALL)[0]).toMatchObject({ was: { name: `${long}y` } })
})

test.each([[{ id: null }], [{}], [{ id: 'x'.repeat(501) }]])('no key names %p', (row) => {
  expect(targetOf(['id'], row)).toBeUndefined()
})

test('a typed number is one unless digits would be lost, and nothing is NULL where it is no text', () => {
  expect(typedValue('12', { kind: 'integer' })).toBe(12)
  expect(typedValue('7.5', { kind: 'decimal' })).toBe(7.5)
  expect(typedValue('7.50', { kind: 'decimal' })).toBe('7.50')
  expect(typedValue('9007199254740993', { kind: 'integer' })).toBe('9007199254740993')
  expect(typedValue('FALSE', { kind: 'boolean' })).toBe(false)
  expect(typedValue('abc', { kind: 'integer' })).toBe('abc')
  expect(typedValue('', { kind: 'date' })).toBeNull()
  expect(typedValue('', { kind: 'text' })).toBe('')
  expect(typedValue('12', { kind: 'text' })).toBe('12')
})

test('JSON, bytes and what breaks or is long has an editor of its own', () => {
  expect([isWide('{}', { kind: 'json' }), isWide('a\nb', { kind: 'text' }), isWide('a', { kind: 'text' })]).toEqual([
    ...[true, true, false],
  ])
})

test('a block of a spreadsheet comes back as its cells', () => {
  expect(readBlock('a\tb\r\n"x\ty"\t"say ""hi"""\r\n')).toEqual([
    ['a', 'b'],
    ['x\ty', 'say "hi"'],
  ])
  const quote = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é') })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(cell, { minLength: 4, maxLength: 16 }), (width, cells) => {
      const rows = Array.from({ length: Math.floor(cells.length / width) }, (_, at) =>
        cells.slice(at * width, (at + 1) * width),
      )
      const text = rows.map((row) => row.map(quote).join('\t')).join('\n')
      expect(readBlock(`${text}\n`)).toEqual(rows)
    }),
  )
})
