import fc from 'fast-check'
import { durationOf, secondsOf } from '../../../../../srv/platform/odata/meaning/numbers.ts'

test.each([
  ['P1D', 86_400],
  ['-P1DT1H', -90_000],
  ['PT0.5S', 0.5],
  ['P0D', 0],
  ['PT2M', 120],
  ['P2DT3H4M5.678S', 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5.678],
])('%s has %d seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds)
})

test.each(['', 'P', 'PT', 'P1DT', 'P1Y', 'P1M', 'PT1.5H', '1D', 'P1D '])('%j is no duration', (text) => {
  expect(secondsOf(text)).toBeUndefined()
})

test('longer than the calendar is refused', () => {
  expect(() => secondsOf('P99999999D')).toThrow('too long')
})

test.each([
  [0, 'PT0S'],
  [0.123, 'PT0.123S'],
  [-90_061.5, '-P1DT1H1M1.5S'],
  [86_400, 'P1D'],
  [-0.0001, 'PT0S'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationOf(seconds)).toBe(text)
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (milliseconds) => {
      expect(secondsOf(durationOf(milliseconds / 1_000))).toBe(milliseconds / 1_000)
    }),
  )
})
