/** What the grid of rows asks the API, and what of it stands in the address. */
import fc from 'fast-check'
import { compileFilter } from '../../../srv/admin/core/filter/compile.ts'
import { parseFilter } from '../../../srv/admin/core/filter/parse.ts'
import {
  filterText,
  keyFilters,
  OPERATORS,
  operatorsOf,
  readFilters,
  valuesOf,
  whereText,
  writeFilters,
} from '../../../app/cockpit/src/parts/grid/column-filter.ts'
import { moveCell } from '../../../app/cockpit/src/parts/grid/move-cell.ts'
import { readOrders, toggleOrder, writeOrders } from '../../../app/cockpit/src/parts/grid/orders.ts'
import { hiddenColumns, writeHidden } from '../../../app/cockpit/src/pages/table/hidden-columns.ts'

const KINDS = ['text', 'integer', 'decimal', 'float', 'boolean', 'date', 'timestamp', 'json', 'other'] as const
const name = fc.string({ minLength: 1 }).filter((text) => !/[\0\p{Cs}]/u.test(text))
const filter = fc
  .record({
    column: name,
    operator: fc.constantFrom(...OPERATORS),
    values: fc.array(name, { minLength: 2, maxLength: 2 }),
  })
  .map(({ column, operator, values }) => ({ column, operator, values: values.slice(0, valuesOf(operator)) }))

test('filters come back from the address as they went there', () => {
  fc.assert(
    fc.property(fc.array(filter), (filters) => {
      expect(readFilters(writeFilters(filters) || undefined)).toEqual(filters)
    }),
  )
  expect(readFilters('nothing')).toEqual([])
  expect(readFilters('[["a","between","1"],["b","drop","1"],7]')).toEqual([])
})

test("every filter is one in the API's language, whatever is typed", () => {
  fc.assert(
    fc.property(fc.array(filter, { minLength: 1, maxLength: 3 }), fc.constantFrom(...KINDS), (filters, kind) => {
      expect(() => parseFilter(whereText(filters, '', () => kind))).not.toThrow()
    }),
  )
})

test('texts, numbers and wildcards are told as what they are', () => {
  expect(filterText({ column: 'a"b', operator: 'contains', values: ["50%_o'"] }, 'text')).toBe(
    `"a""b" like '%50\\%\\_o''%' escape '\\'`,
  )
  expect(filterText({ column: 'n', operator: 'between', values: ['1', '2.5'] }, 'decimal')).toBe(
    '"n" between 1 and 2.5',
  )
  expect(filterText({ column: 'n', operator: 'is', values: ['one'] }, 'integer')).toBe(`"n" = 'one'`)
  expect(filterText({ column: 'n', operator: 'is', values: ['a', 'b'] }, 'text')).toBe(`"n" in ('a', 'b')`)
  expect(whereText([{ column: 'n', operator: 'null', values: [] }], 'a = 1 or b = 2', () => 'text')).toBe(
    '"n" is null and (a = 1 or b = 2)',
  )
  for (const kind of [...KINDS, 'binary']) expect(operatorsOf(kind).length).toBeGreaterThan(1)
  expect(typeof compileFilter).toBe('function')
})

test('a key leads somewhere unless a part of it is NULL', () => {
  expect(keyFilters(['a', 'b'], [1, 'x'])).toEqual([
    { column: 'a', operator: 'is', values: ['1'] },
    { column: 'b', operator: 'is', values: ['x'] },
  ])
  expect(keyFilters(['a', 'b'], [1, null])).toBeUndefined()
})

test('orders come back from the address, and a head is ascending, descending, none', () => {
  const orders = [
    { key: 'a,b', isDescending: true },
    { key: '-c', isDescending: false },
  ]
  expect(readOrders(writeOrders(orders))).toEqual(orders)
  expect(readOrders(undefined)).toEqual([])
  const once = toggleOrder([], 'a', false)
  const twice = toggleOrder(once, 'a', false)
  expect([once, twice, toggleOrder(twice, 'a', false)]).toEqual([
    [{ key: 'a', isDescending: false }],
    [{ key: 'a', isDescending: true }],
    [],
  ])
  expect(toggleOrder(once, 'b', true)).toEqual([...once, { key: 'b', isDescending: false }])
  expect(toggleOrder(twice, 'b', false)).toEqual([{ key: 'b', isDescending: false }])
})

test('the keys of arrows stay within the rows', () => {
  const size = { rows: 3, columns: 2 }
  expect(moveCell('ArrowDown', undefined, size)).toEqual({ row: 0, column: 0 })
  expect(moveCell('ArrowUp', { row: 0, column: 1 }, size)).toEqual({ row: 0, column: 1 })
  expect(moveCell('End', { row: 1, column: 0 }, size)).toEqual({ row: 1, column: 1 })
  expect(moveCell('PageDown', { row: 1, column: 0 }, size)).toEqual({ row: 2, column: 0 })
  expect(moveCell('a', { row: 1, column: 0 }, size)).toBeUndefined()
  expect(moveCell('ArrowDown', undefined, { rows: 0, columns: 2 })).toBeUndefined()
})

test('of very many columns the first are shown, until others are chosen', () => {
  const few = ['a', 'b', 'c']
  const many = Array.from({ length: 1_000 }, (_, index) => `c${String(index)}`)
  expect(hiddenColumns(few, {}).size).toBe(0)
  expect(hiddenColumns(many, {}).size).toBe(960)
  expect(hiddenColumns(many, writeHidden(many, [])).size).toBe(0)
  for (const hidden of [['a'], ['a', 'b'], ['a', 'b', 'c'], []])
    expect([...hiddenColumns(few, writeHidden(few, hidden))]).toEqual(hidden)
})
