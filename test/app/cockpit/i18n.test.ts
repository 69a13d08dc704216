/** Texts and numbers as people read them. */
import fc from 'fast-check'
import { formatBytes, formatDuration, formatNumber, formatPercent } from '../../../app/cockpit/src/i18n/format.ts'
import { chooseLanguage } from '../../../app/cockpit/src/i18n/language.ts'
import { translate } from '../../../app/cockpit/src/i18n/translate.ts'

test('the language is the first known one that the browser prefers', () => {
  expect(chooseLanguage(['fr-FR', 'de-CH', 'en'])).toBe('de')
  expect(chooseLanguage(['EN-us', 'de'])).toBe('en')
  expect(chooseLanguage(['fr'])).toBe('en')
  expect(chooseLanguage([])).toBe('en')
})

test('parameters are filled in, numbers as the language writes them', () => {
  expect(translate('{a} of {b}', 'en', { a: 1234, b: 'x' })).toBe('1,234 of x')
  expect(translate('{a} von {b}', 'de', { a: 1234, b: 'x' })).toBe('1.234 von x')
  expect(translate('{a} and {missing}', 'en', { a: '{b}', b: 'no' })).toBe('{b} and {missing}')
})

test('the form follows the number', () => {
  const rows = { one: '{count} row', other: '{count} rows' }
  expect([0, 1, 2, 1_000].map((count) => translate(rows, 'en', { count }))).toEqual([
    ...['0 rows', '1 row', '2 rows', '1,000 rows'],
  ])
})

test('numbers keep every digit, also those that JavaScript cannot hold', () => {
  expect(formatNumber(1234567.25, 'en')).toBe('1,234,567.25')
  expect(formatNumber('9007199254740993', 'en')).toBe('9,007,199,254,740,993')
  expect(formatNumber('-12345678901234567890.123456789', 'de')).toBe('-12.345.678.901.234.567.890,123456789')
  expect(formatNumber('1e5', 'en')).toBe('1e5')
  const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  fc.assert(fc.property(integers, (value) => formatNumber(String(value), 'en').replaceAll(',', '') === String(value)))
})

test('a share is none or all only when it is', () => {
  expect([0, 0.01, 0.1, 50, 99.95, 100].map((percent) => formatPercent(percent, 'en'))).toEqual([
    ...['0%', '< 0.1%', '0.1%', '50%', '> 99.9%', '100%'],
  ])
  const between = fc.double({ min: 0, max: 100, minExcluded: true, maxExcluded: true, noNaN: true })
  fc.assert(fc.property(between, (percent) => !['0%', '100%'].includes(formatPercent(percent, 'en'))))
})

test('sizes and times have a unit that fits', () => {
  expect([0, 1, 999, 1_000, 1_257_472, 5e9, 5e15].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    ...['0 bytes', '1 byte', '999 bytes', '1 kB', '1.3 MB', '5 GB', '5,000 TB'],
  ])
  expect([20, 1_500, 119_000, 600_000].map((ms) => formatDuration(ms, 'en'))).toEqual([
    ...['20 ms', '1.5 sec', '119 sec', '10 min'],
  ])
})
