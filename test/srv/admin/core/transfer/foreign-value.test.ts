import fc from 'fast-check'
import { foreignValue, looksForeign, readForeignValue } from '../../../../../srv/admin/core/transfer/foreign-value.ts'

test('a value comes back as it was, of its own kind', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '12',
      '1e+21',
      '\0',
      'data:application/x-sqlite-blob;base64,AA==',
      'data:application/x-sqlite-text,%',
    ),
  )
  const number = fc.oneof(fc.double({ noNaN: true }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 8 }), text, number, fc.constantFrom(-0, 3, 3n)), (value) => {
      const told = foreignValue(value)
      expect(looksForeign(told)).toBe(true)
      expect(readForeignValue(told)).toEqual(value)
    }),
  )
})

test('what only looks so is none', () => {
  expect(readForeignValue('data:text/plain,x')).toBeUndefined()
  for (const rest of ['text,%', 'number,', 'number,x', 'date,2024-01-01'])
    expect(readForeignValue(`data:application/x-sqlite-${rest}`)).toBeUndefined()
})
