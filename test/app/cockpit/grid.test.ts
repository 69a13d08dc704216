/** What the grid of rows asks the API, and what of it stands in the address. */
import fc from 'fast-check'
import { compileFilter } from '../../../srv/admin/core/filter/compile.ts'
import { parseFilter } from '../../../srv/admin/core/filter/parse.ts'
import type { ColumnMetadata } from '../../../srv/admin/dialects/metadata.ts'
import { filterTarget } from '../../../srv/admin/dialects/postgres/page.ts'
import {
  filterKind,
  filterText,
  isFindable,
  keyFilters,
  OPERATORS,
  operatorsOf,
  readFilters,
  valuesOf,
  whereText,
  writeFilters,
} from '../../../app/cockpit/src/parts/grid/column-filter.ts'
import { figuresOf, rangeBetween, takeWhole } from '../../../app/cockpit/src/parts/grid/cell-range.ts'
import { readKept, withKept } from '../../../app/cockpit/src/parts/grid/kept-by-table.ts'
import { inOrder, movedBeside } from '../../../app/cockpit/src/parts/grid/column-order.ts'
import { pinnedFirst } from '../../../app/cockpit/src/parts/grid/use-pinned.ts'
import { isWidths, withWidth } from '../../../app/cockpit/src/parts/grid/use-widths.ts'
import { rangeText } from '../../../app/cockpit/src/parts/grid/range-text.ts'
import { moveCell } from '../../../app/cockpit/src/parts/grid/move-cell.ts'
import { readOrders, toggleOrder, writeOrders } from '../../../app/cockpit/src/parts/grid/orders.ts'
import { shorten } from '../../../app/cockpit/src/parts/shorten.ts'
import { isSameRow, rowCondition } from '../../../app/cockpit/src/pages/table/row-condition.ts'
import type { TableColumn } from '../../../app/cockpit/src/api/table.ts'
import { gridColumns } from '../../../app/cockpit/src/pages/table/grid-columns.ts'
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

test('a condition that is offered for a kind of column is one that the API takes', () => {
  const texts = {
    integer: '1',
    decimal: '1.5',
    float: '-Infinity',
    boolean: 'true',
    date: '2026-01-31',
    time: '10:00:00',
  }
  const values: Readonly<Record<string, string>> = { ...texts, timestamp: '2026-01-31T10:00:00Z' }
  for (const kind of [...KINDS, 'time', 'binary'])
    for (const operator of operatorsOf(kind)) {
      const value = values[kind] ?? 'x'
      const given = { column: 'c', operator, values: [value, value].slice(0, valuesOf(operator)) }
      const columns = [{ name: 'c', kind, own: { name: 'uuid', comparison: 'order' } }].map(({ own, ...rest }) =>
        kind === 'other' ? { ...rest, own } : rest,
      )
      const target = filterTarget(columns as unknown as readonly ColumnMetadata[])
      expect(() => compileFilter(parseFilter(filterText(given, kind)), target)).not.toThrow()
    }
})

test('what is no number, and infinity, are found as the API finds them', () => {
  const of = (values: readonly string[], operator: 'is' | 'isNot' = 'is') =>
    filterText({ column: 'c', operator, values }, 'float')
  expect(of(['NaN'])).toBe('"c" is nan')
  expect(of(['NaN'], 'isNot')).toBe('"c" is not nan')
  expect(of(['1', 'NaN', '2'])).toBe('("c" is nan or "c" in (1, 2))')
  expect(of(['1', 'NaN'], 'isNot')).toBe('("c" is not nan and "c" <> 1)')
  expect(of(['-Infinity'])).toBe('"c" = -Infinity')
})

test('only values that a filter can name are to choose from', () => {
  expect(isFindable('{"a":1}', 'json')).toBe(false)
  expect(isFindable('3q2+7w==', 'binary')).toBe(false)
  expect(isFindable('NaN', 'decimal')).toBe(true)
  expect(isFindable('0044-03-15 BC', 'date')).toBe(false)
  expect(isFindable('infinity', 'timestamp')).toBe(false)
  expect(isFindable('2026-01-31T10:00:00.000Z', 'timestamp')).toBe(true)
  expect(isFindable('24:00:00', 'time')).toBe(false)
  expect(isFindable('', 'text')).toBe(true)
  // What a file of SQLite may hold in columns of any type.
  expect(isFindable('7', 'boolean')).toBe(false)
  expect(isFindable('2024-02-30', 'date')).toBe(false)
  expect(isFindable('2024-13-45T99:99:99', 'timestamp')).toBe(false)
  expect(isFindable('23:59:59.999999999', 'time')).toBe(false)
  expect(isFindable('\uFFFDAB', 'text')).toBe(false)
})

test('a number without a type, and a padded text, are found in each form that they may have', () => {
  const is = (value: string, kind: string, type: string) =>
    filterText({ column: 'c', operator: 'is', values: [value] }, filterKind({ kind, type }))
  expect(is('7', 'other', '')).toBe(`"c" in (7, '7')`)
  expect(is('x', 'other', 'ANY')).toBe(`"c" = 'x'`)
  expect(is('7', 'other', 'uuid')).toBe(`"c" = '7'`)
  expect(is('ab  ', 'text', 'character(4)')).toBe(`"c" in ('ab  ', 'ab')`)
  expect(is('ab  ', 'text', 'character varying(4)')).toBe(`"c" = 'ab  '`)
  expect(is('ab', 'text', 'character(2)')).toBe(`"c" = 'ab'`)
})

test('a value of which a page has the beginning names no row, and leads nowhere', () => {
  const start = 'x'.repeat(501)
  const key = { name: 'id', type: 'text', kind: 'text', keyPosition: 1, isMasked: false } as TableColumn
  expect(rowCondition([key], { id: start })).toBeUndefined()
  expect(rowCondition([key], { id: start.slice(1) })).toBeDefined()
  const reference = { columns: ['id'], referencedSchema: 'main', referencedTable: 't', referencedColumns: ['id'] }
  const [column] = gridColumns([key], [reference as never])
  expect(column?.link?.({ id: start })).toBeUndefined()
  expect(column?.link?.({ id: 'x' })?.table).toBe('t')
  expect(isSameRow({ a: start }, { a: `${start}yz` })).toBe(true)
  expect(isSameRow({ a: start }, { a: `y${start}` })).toBe(false)
})

test('a row is found by its key, where it has one that can be named', () => {
  const column = (name: string, kind: string, keyPosition: number | null, isMasked = false) => ({
    ...{ name, kind, keyPosition, isMasked },
  })
  const columns = [column('id', 'integer', 1), column('a.b', 'text', 2), column('c', 'json', null)]
  expect(rowCondition(columns, { id: 1, 'a.b': "it's", c: {} })).toBe(`"id" = 1 and "a.b" = 'it''s'`)
  expect(rowCondition(columns, { id: 1, 'a.b': 'padded  ' })).toBeUndefined()
  expect(rowCondition(columns, { id: 1 })).toBeUndefined()
  expect(rowCondition([column('c', 'text', null)], { c: 'x' })).toBeUndefined()
  expect(rowCondition([column('id', 'binary', 1)], { id: '3q2+7w==' })).toBeUndefined()
  expect(rowCondition([column('id', 'text', 1, true)], { id: '***' })).toBeUndefined()
})

test('a row without a key is the one in sight only if it still looks like it', () => {
  expect(isSameRow({ a: 1, b: null }, { a: 1, b: null, hidden: 2 })).toBe(true)
  expect(isSameRow({ a: 1 }, { a: 2 })).toBe(false)
})

test('a long text is cut between characters', () => {
  expect(shorten('abc', 3)).toEqual({ text: 'abc', isCut: false })
  expect(shorten('abcd', 3)).toEqual({ text: 'abc…', isCut: true })
  expect(shorten('ab🎬', 3)).toEqual({ text: 'ab…', isCut: true })
})

test('rows are not sorted by columns whose type has no order', () => {
  const column = (name: string, type: string) => ({ name, type, kind: 'other', keyPosition: null }) as TableColumn
  const columns = gridColumns(
    [column('a', 'json'), column('b', 'jsonb'), column('c', 'point'), column('d', 'uuid')],
    [],
  )
  expect(columns.filter(({ isUnordered }) => isUnordered).map(({ name }) => name)).toEqual(['a', 'c'])
})

test('a range is the same from whichever corner, and keys take whole rows and columns', () => {
  const [a, b] = [
    { row: 3, column: 1 },
    { row: 1, column: 4 },
  ]
  const range = { top: 1, bottom: 3, left: 1, right: 4 }
  expect([rangeBetween(a, b), rangeBetween(b, a)]).toEqual([range, range])
  const size = { rows: 9, columns: 6 }
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, ...more })
  const taken = (name: string, more = {}) => takeWhole(key(name, more), range, size)?.map(({ row, column }) => [row, column]) // prettier-ignore
  expect(taken(' ', { shiftKey: true })).toEqual([[1, 0], [3, 5]]) // prettier-ignore
  expect(taken(' ', { ctrlKey: true })).toEqual([[0, 1], [8, 4]]) // prettier-ignore
  expect(taken('A', { metaKey: true })).toEqual([[0, 0], [8, 5]]) // prettier-ignore
  expect(taken(' ')).toBeUndefined()
  expect(takeWhole(key('a', { ctrlKey: true }), range, { rows: 0, columns: 6 })).toBeUndefined()
})

test('figures of numbers keep all digits, and there are none of anything else', () => {
  const of = (...values: unknown[]) => figuresOf(values.map((value) => ({ value, isNumeric: true })))
  expect(of('9007199254740993', 1, '-0.25', null)).toEqual({
    ...{ values: 4, nulls: 1 },
    numbers: {
      sum: '9007199254740993.75',
      average: expect.closeTo(3.0023997515803315e15, -1) as number,
      least: '-0.25',
      greatest: '9007199254740993',
    },
  })
  expect(of(0.5, 1.5).numbers).toMatchObject({ sum: '2', average: 1, least: '0.5' })
  expect(of(1)).toEqual({ values: 1, nulls: 0 })
  expect(of(1, 'NaN')).toEqual({ values: 2, nulls: 0 })
  const mixed = [true, false].map((isNumeric) => ({ value: 1, isNumeric }))
  expect(figuresOf(mixed)).toEqual({ values: 2, nulls: 0 })
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 2 }), (numbers) => {
      expect(of(...numbers).numbers?.sum).toBe(String(numbers.reduce((sum, each) => sum + BigInt(each), 0n)))
    }),
  )
})

test('cells are copied for spreadsheets, as CSV, as JSON, and as statements', () => {
  const columns = [
    { name: 'id', type: 'INTEGER', isNumeric: true },
    { name: 'no "te"', type: 'TEXT', isNumeric: false },
    { name: 'b', type: 'BLOB', isNumeric: false, isBinary: true },
  ]
  const rows = [
    { id: '9007199254740993', 'no "te"': "it's\tx", b: 'AP8=' },
    { id: 2, 'no "te"': null, b: null },
  ]
  const as = (format: 'text' | 'csv' | 'json' | 'insert', of = columns): string =>
    rangeText(format, of, rows, { schema: 'main', table: 'my"t' })
  expect(as('text')).toBe(`9007199254740993\t"it's\tx"\tAP8=\n2\t\t`)
  expect(as('csv')).toBe(`id,"no ""te""",b\r\n9007199254740993,it's\tx,AP8=\r\n2,,\r\n`)
  expect(JSON.parse(as('json'))).toEqual(rows)
  expect(as('insert')).toBe(
    `INSERT INTO "main"."my""t" ("id", "no ""te""", "b") VALUES (9007199254740993, 'it''s\tx', X'00ff');\n` +
      `INSERT INTO "main"."my""t" ("id", "no ""te""", "b") VALUES (2, NULL, NULL);\n`,
  )
  expect(as('insert', [{ ...columns[2]!, type: 'bytea' }])).toContain(String.raw`VALUES ('\x00ff');`)
})

test('widths of columns are within bounds, and are kept by table, those of the last hundred tables', () => {
  const widths = withWidth(withWidth({}, 'x', 120.4)!, 'y', 5)!
  expect(widths).toEqual({ x: 120, y: 48 })
  expect(withWidth(withWidth(widths, 'x', undefined)!, 'y', undefined)).toBeUndefined()
  const one = withKept(new Map(), 'a', widths)
  expect(readKept(JSON.stringify([...one]), isWidths)).toEqual(one)
  expect([...withKept(one, 'a', undefined)]).toEqual([])
  const many = Array.from({ length: 150 }, (_, index) => String(index)).reduce(
    (all, table) => withKept(all, table, widths),
    one,
  )
  expect([many.size, many.has('49'), many.has('50')]).toEqual([100, false, true])
  for (const text of [null, '', '{}', '[1]', '[["a",null]]', '[["a",{"x":"1"}]]', '[["a",{"x":1e9}]]'])
    expect([text, readKept(text, isWidths).size]).toEqual([text, 0])
})

test('pinned columns come first; one that is gone is left out', () => {
  const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  expect(pinnedFirst(columns, ['d', 'gone', 'b']).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c'])
})

test('columns are in the order that they were given; those that came later stand behind, as they come', () => {
  const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  expect(inOrder(columns, ['c', 'gone', 'a']).map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd'])
  expect(inOrder(columns, [])).toEqual(columns)
})

test('a column is moved beside another one, and no other one changes its place among the rest', () => {
  const names = fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 12 })
  const moved = names.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 2, maxLength: 2 }), fc.boolean()),
  )
  fc.assert(
    fc.property(moved, ([all, [name, beside], isAfter]) => {
      const next = movedBeside(all, name!, { beside: beside!, side: isAfter ? 'after' : 'before' })
      expect(next.filter((each) => each !== name)).toEqual(all.filter((each) => each !== name))
      expect(next.indexOf(name!) - next.indexOf(beside!)).toBe(isAfter ? 1 : -1)
    }),
  )
  expect(movedBeside(['a', 'b'], 'a', { beside: 'a', side: 'after' })).toEqual(['a', 'b'])
})
