import { readSettings } from '../../../../srv/platform/cache/index.ts'

test('the cache is on, and bounded', () => {
  expect(readSettings({})).toEqual(readSettings(undefined))
  expect(readSettings(undefined)).toMatchObject({ enabled: true, lagMs: 100, maxAgeMs: 60_000, isOnlyWriter: false })
  expect(readSettings(undefined)).toMatchObject({ isAgeEnough: false })
  expect(readSettings({ enabled: false, bytes: 0 })).toMatchObject({ enabled: false, bytes: 0 })
})

test.each([
  [false, 'Setting cache must be an object'],
  [{ lagMs: 2 ** 31 }, 'Setting cache.lagMs is at most'],
  [{ size: 1 }, 'Setting cache.size is not known'],
  [{ bytes: -1 }, 'Setting cache.bytes must be a whole number, 0 or more'],
  [{ bytes: '5 MB' }, 'Setting cache.bytes must be a whole number, 0 or more'],
  [{ enabled: 'no' }, 'Setting cache.enabled must be true or false'],
])('%j is refused', (settings, message) => {
  expect(() => readSettings(settings)).toThrow(message)
})
