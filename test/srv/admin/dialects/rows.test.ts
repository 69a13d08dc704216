import {
  flag,
  flagOrNull,
  instantOrNull,
  number,
  rowReader,
  text,
  textOrNull,
} from '../../../../srv/admin/dialects/rows.ts'

const read = rowReader({ name: text, comment: textOrNull, count: number, isOpen: flagOrNull, made: instantOrNull })

test('a row is read by the names of its columns, and others are passed over', () => {
  const row = { name: 'film', comment: 'Films', count: 6n, isOpen: 'TRUE', made: '2024-01-01 00:00:00.5', total: 1 }
  expect(read(row)).toEqual({
    ...{ name: 'film', comment: 'Films', count: 6, isOpen: true, made: '2024-01-01T00:00:00.500Z' },
  })
})

test('a column that is not there reads as NULL does', () => {
  const nothing = { comment: null, isOpen: null, made: null }
  expect(read({ name: 'film', count: null, ...nothing })).toEqual({ name: 'film', count: 0, ...nothing })
  expect(read({ name: 'film', count: 0 })).toEqual({ name: 'film', count: 0, ...nothing })
})

test.each([
  ...[true, 1, 'TRUE', 'true', 't', 'YES'].map((value) => [value, true] as const),
  ...[false, 0, 'FALSE', 'f', 'NO', null].map((value) => [value, false] as const),
])('the engines say %p for %p', (value, expected) => {
  expect(flag({ a: value }, 'a')).toBe(expected)
})
