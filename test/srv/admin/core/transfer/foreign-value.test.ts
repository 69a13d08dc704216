import fc from 'fast-check'
import { exactValue } from '../../../../../srv/admin/core/transfer/exact-value.ts'
import { foreignValue, readForeignValue, readNumber } from '../../../../../srv/admin/core/transfer/foreign-value.ts'
import type { Value, ValueKind } from '../../../../../srv/admin/core/values.ts'

const bytes = fc.uint8Array({ maxLength: 8 })
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '12',
    '-1.5',
    '1e+21',
    'Infinity',
    '007',
    'data:application/x-sqlite-blob;base64,AA==',
    'data:application/x-sqlite-text,%',
  ),
)
const number = fc.oneof(
  fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
)

/** What a file has, read for a column of the kind. */
const read = (value: Value, kind: ValueKind): Value => {
  const file = foreignValue(value, kind)
  const plain = String(exactValue(file ?? '', kind))
  const known = readForeignValue(plain)
  if (known !== undefined) return known
  if (kind === 'binary') return new Uint8Array(Buffer.from(plain, 'base64'))
  return kind === 'other' ? (readNumber(plain) ?? plain) : plain
}

const same = (a: Value, b: Value): boolean =>
  typeof a === 'bigint' || typeof a === 'number'
    ? Number(a) === Number(b) && typeof b !== 'string'
    : Buffer.from(a as string).equals(Buffer.from(b as string)) && typeof a === typeof b

test.each<[ValueKind, fc.Arbitrary<Value>]>([
  ['other', fc.oneof(bytes, text, number)],
  ['binary', fc.oneof(bytes, text, number)],
  ['text', fc.oneof(bytes, text)],
])('a value in a column of kind %s comes back as it was', (kind, values) => {
  fc.assert(
    fc.property(values, (value) => {
      expect(same(value, read(value, kind))).toBe(true)
    }),
  )
})

test('what fits its column is written as ever', () => {
  expect(foreignValue('hello', 'text')).toBe('hello')
  expect(foreignValue(Uint8Array.of(1), 'binary')).toEqual(Uint8Array.of(1))
  expect(foreignValue(1704164645, 'timestamp')).toBe(1704164645)
  expect(foreignValue('007', 'other')).toBe('007')
  expect(foreignValue(null, 'binary')).toBeNull()
})

test('a large number that is no integer stays one', () => {
  for (const kind of ['other', 'binary'] as const) {
    expect(read(534760852439390660, kind)).toBe(534760852439390660)
    expect(read(534760852439390660n, kind)).toBe(534760852439390660n)
  }
})

test('what only looks so stays text', () => {
  expect(readForeignValue('data:text/plain,x')).toBeUndefined()
  expect(readForeignValue('data:application/x-sqlite-text,%')).toBeUndefined()
  expect(['007', '1.50', ' 1', '', 'NaN', '0x10', '9223372036854775808'].map(readNumber)).toEqual([
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
    undefined,
  ])
})
