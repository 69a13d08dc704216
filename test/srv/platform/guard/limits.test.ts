import { LIMITS, readLimits } from '../../../../srv/platform/guard/limits.ts'

test('without settings the table holds', () => {
  expect(readLimits(undefined)).toEqual(LIMITS)
})

test('one limit can be set, and the others stay', () => {
  expect(readLimits({ batchParts: 5 })).toEqual({ ...LIMITS, batchParts: 5 })
})

test('what is no limit is read elsewhere', () => {
  expect(readLimits({ hosts: ['a'], cors: { origins: [] } })).toEqual(LIMITS)
})

test.each([
  [{ batchParts: 0 }, 'guard.batchParts'],
  [{ bodyBytes: -1 }, 'guard.bodyBytes'],
  [{ bodyBytes: '1mb' }, 'guard.bodyBytes'],
  [{ bodyBytes: Number.NaN }, 'guard.bodyBytes'],
  [{ bodyBytes: Infinity }, 'guard.bodyBytes'],
  [{ urlLength: 1.5 }, 'guard.urlLength'],
  [{ urlLength: null }, 'guard.urlLength'],
  [{ urlLenght: 10 }, 'guard.urlLenght'],
  [{ constructor: 10 }, 'guard.constructor'],
  ['x', 'guard'],
  [null, 'guard'],
])('%j is refused by name', (settings, name) => {
  expect(() => readLimits(settings)).toThrow(`Setting ${name} `)
})
