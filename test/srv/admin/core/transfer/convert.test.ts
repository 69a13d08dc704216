import fc from 'fast-check'
import { createConverter, expectationOf } from '../../../../../srv/admin/core/transfer/convert.ts'
import { exactValue } from '../../../../../srv/admin/core/transfer/cell.ts'
import type { Field } from '../../../../../srv/admin/core/transfer/file-format.ts'
import type { TargetColumn } from '../../../../../srv/admin/core/transfer/target-column.ts'
import type { Value, ValueKind } from '../../../../../srv/admin/core/values.ts'
import { runs } from '../../../../support/long.ts'

const EXACT = { hasInfiniteValues: true, hasExactDecimals: true }
const BINARY = { hasInfiniteValues: false, hasExactDecimals: false }

const column = (kind: ValueKind, more: Partial<TargetColumn> = {}): TargetColumn => ({
  name: 'x',
  kind,
  type: kind,
  length: null,
  precision: null,
  scale: null,
  ...more,
})
const convert = (kind: ValueKind, field: Field, more: Partial<TargetColumn> = {}, engine = EXACT): Value | undefined =>
  createConverter(column(kind, more), engine)(field)

test.each<[ValueKind, Field, Value]>([
  ['text', '', ''],
  ['text', ' x ', ' x '],
  ['text', true, 'true'],
  ['boolean', 'true', true],
  ['boolean', 'F', false],
  ['boolean', ' 1 ', true],
  ['boolean', 'no', false],
  ['boolean', true, true],
  ['integer', '9007199254740993', '9007199254740993'],
  ['integer', '-9223372036854775808', '-9223372036854775808'],
  ['integer', ' +7 ', '+7'],
  ['decimal', '1234567890123456789.50', '1234567890123456789.50'],
  ['decimal', '1.5e3', '1500'],
  ['decimal', '-12E-4', '-0.0012'],
  ['decimal', '.5', '.5'],
  ['decimal', 'NaN', 'NaN'],
  ['float', '1e300', '1e300'],
  ['float', '-Infinity', '-Infinity'],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2024-02-29T00:00:00.000Z', '2024-02-29'],
  ['date', 'infinity', 'infinity'],
  ['time', '23:59', '23:59:00'],
  ['time', '23:59:59.123456', '23:59:59.123456'],
  ['timestamp', '2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['timestamp', '2024-02-29 12:00:00+02:00', '2024-02-29T10:00:00.000Z'],
  ['timestamp', '2024-12-31T23:30:00.1234-01:00', '2025-01-01T00:30:00.1234Z'],
  ['timestamp', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
  ['binary', 'Af8=', new Uint8Array([1, 255])],
  ['binary', '', new Uint8Array()],
  ['json', '{"a": 1}', '{"a": 1}'],
  ['json', { irregular: 'json', text: '[1]' }, '[1]'],
  ['other', '{1,2}', '{1,2}'],
])('%s takes %j as %j', (kind, field, value) => {
  expect(convert(kind, field)).toEqual(value)
})

test.each<[ValueKind, Field]>([
  ['boolean', 'maybe'],
  ['boolean', ''],
  ['boolean', 'constructor'],
  ['integer', '1.0'],
  ['integer', '1e3'],
  ['integer', '9223372036854775808'],
  ['integer', ''],
  ['integer', true],
  ['decimal', '1,5'],
  ['decimal', '0x10'],
  ['decimal', '.'],
  ['decimal', '1e9999'],
  ['float', '1e999'],
  ['date', '2023-02-29'],
  ['date', '29.02.2024'],
  ['date', '0000-01-01'],
  ['date', '2024-02-29T12:00:00Z'],
  ['time', '25:00'],
  ['time', '12:00+01'],
  ['timestamp', '2024-13-01T00:00:00Z'],
  ['timestamp', 'yesterday'],
  ['timestamp', '0000-02-03T00:00:00.000Z'],
  ['binary', 'A'],
  ['binary', 'A-_='],
  ['json', '{a:1}'],
  ['text', { irregular: 'json', text: '{}' }],
  ['text', { irregular: 'error', text: '#REF!' }],
  ['json', { irregular: 'error', text: '#REF!' }],
])('%s does not take %j', (kind, field) => {
  expect(convert(kind, field)).toBeUndefined()
})

test('NULL is NULL for every kind', () => {
  for (const kind of ['boolean', 'integer', 'decimal', 'text', 'binary', 'json', 'timestamp'] as const)
    expect(convert(kind, null)).toBeNull()
})

describe('declared sizes', () => {
  test('text is counted in characters, not in halves of them', () => {
    expect(convert('text', '😀😀', { length: 2 })).toBe('😀😀')
    expect(convert('text', '😀😀a', { length: 2 })).toBeUndefined()
  })

  test.each([
    ['99.99', 4, 2, true],
    ['99.990', 4, 2, true],
    ['099.99', 4, 2, true],
    ['99.999', 4, 2, false],
    ['100', 4, 2, false],
    ['0.5', 1, 1, true],
    ['1', 1, 1, false],
    ['1.5e1', 2, 0, true],
    ['1.55e1', 3, 0, false],
    ['0.00012', 2, 5, true],
    ['0.00123', 2, 5, false],
    ['12300', 3, -2, true],
    ['12345', 3, -2, false],
    ['0', 2, 5, true],
  ])('a decimal of %s fits (%d,%d): %p', (text, precision, scale, fits) => {
    expect(convert('decimal', text, { precision, scale }) !== undefined).toBe(fits)
  })

  test('no decimal is taken that would be rounded, nor any that fits refused', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^-?[0-9]{1,12}(\.[0-9]{1,8})?$/),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: -10, max: 10 }),
        (text, precision, scale) => {
          // In units of the last digit that both have.
          const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d*))?$/.exec(text) ?? []
          const digits = BigInt(whole + fraction.padEnd(10, '0'))
          const unit = 10n ** BigInt(10 - scale)
          const fits = digits % unit === 0n && digits / unit < 10n ** BigInt(precision)
          expect(convert('decimal', text, { precision, scale }) !== undefined).toBe(fits)
        },
      ),
      { numRuns: runs(100, 500) },
    )
  })
})

describe('engines without exact decimals and infinite values', () => {
  test('decimals that would lose digits are refused', () => {
    expect(convert('decimal', '123456789012345.6', {}, BINARY)).toBe('123456789012345.6')
    expect(convert('decimal', '0.30000000000000004', {}, BINARY)).toBe('0.30000000000000004')
    expect(convert('decimal', '1234567890.12345678901', {}, BINARY)).toBeUndefined()
    expect(convert('decimal', '12345678901234567.00', { precision: 20, scale: 2 }, BINARY)).toBeUndefined()
  })

  test('whole numbers keep their digits, and texts their words, in columns that take any value', () => {
    const form = { timeShapes: [], hasNumbers: true, isBase64: false, hasMisfits: false }
    const size = { precision: 20, scale: 2, form, affinity: 'numeric' } as const
    expect(convert('decimal', '12345678901234567.00', size, BINARY)).toBe(12345678901234567n)
    expect(convert('decimal', '1234567890123456.78', size, BINARY)).toBeUndefined()
    const misfits = { form: { ...form, hasMisfits: true }, affinity: 'numeric' } as const
    expect(convert('decimal', '9223372036854775807.00', { precision: 10, scale: 2, ...misfits }, BINARY)).toBe(
      2n ** 63n - 1n,
    )
    for (const word of ['Infinity', '1e+21'])
      expect(convert('text', word, { length: 3, ...misfits, affinity: 'text' }, BINARY)).toBe(word)
  })

  test('what is not finite is refused', () => {
    for (const [kind, text] of [
      ['float', 'NaN'],
      ['decimal', 'Infinity'],
      ['timestamp', '-infinity'],
      ['date', 'infinity'],
    ] as const)
      expect(convert(kind, text, {}, BINARY)).toBeUndefined()
  })
})

test('times with a zone are for columns with a zone', () => {
  for (const time of ['12:00:00+02', '12:00:00-15:59:59'])
    expect(convert('time', time, { type: 'time with time zone' })).toBe(time)
})

test('an exact value is read back as the same value', () => {
  const values = fc.oneof(
    fc.tuple(fc.constant<ValueKind>('integer'), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    fc.tuple(fc.constant<ValueKind>('float'), fc.double({ noDefaultInfinity: true, noNaN: true })),
    fc.tuple(fc.constant<ValueKind>('decimal'), fc.double({ noDefaultInfinity: true, noNaN: true })),
    fc.tuple(fc.constant<ValueKind>('binary'), fc.uint8Array()),
    fc.tuple(fc.constant<ValueKind>('boolean'), fc.constantFrom(0, 1)),
  )
  fc.assert(
    fc.property(values, ([kind, value]) => {
      const text = String(exactValue(value, kind))
      const back = convert(kind, text, {}, BINARY)
      if (value instanceof Uint8Array) expect(back).toEqual(value)
      else expect(Number(back)).toBe(Object.is(value, -0) ? 0 : Number(value))
    }),
  )
})

test('messages tell what a value has to look like', () => {
  expect(expectationOf(column('decimal', { precision: 9, scale: 2 }))).toBe(
    'a decimal number of up to 9 digits, 2 of them after the point',
  )
  expect(expectationOf(column('text', { length: 5 }))).toBe('text of up to 5 characters')
  expect(expectationOf(column('other', { type: 'uuid' }))).toBe('uuid')
  expect(expectationOf(column('date'))).toBe('a date (YYYY-MM-DD)')
})
