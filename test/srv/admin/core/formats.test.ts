import fc from 'fast-check'
import { FORMAT_CHECKS, isNumeric } from '../../../../srv/admin/core/formats.ts'
import type { Format } from '../../../../srv/admin/core/rules/rule.ts'

const CASES: Readonly<Record<Format, { passes: (string | number | boolean)[]; fails: (string | number | boolean)[] }>> =
  {
    integer: {
      passes: [0, -5, '12', '-12', '+3', '00', '123456789012345678901234567890'],
      fails: [1.5, '1.0', '1e3', '', ' 1', '1 ', '0x1', '１', true],
    },
    numeric: {
      passes: [0, 1.5, '1.5', '-.5', '5.', '1e10', '-2E-3', '12345678901234567890.123'],
      fails: ['', '.', 'e5', '1e', '1,5', '1 000', 'NaN', 'Infinity', '1e99999', '--1', false],
    },
    boolean: { passes: [true, false, 0, 1, 'true', 'FALSE', '0', '1'], fails: ['yes', '', 2, '01', 'truee'] },
    date: {
      passes: ['2024-02-29', '1999-12-31', '0001-01-01'],
      fails: ['2023-02-29', '2024-13-01', '2024-1-1', '2024-01-01T00:00:00Z', '20240101', 20240101, ''],
    },
    timestamp: {
      passes: ['2024-02-29', '2024-02-29T10:00:00Z', '2024-02-29 10:00', '2024-02-29T10:00:00.123456+02:00'],
      fails: ['2023-02-29T10:00:00Z', '2024-02-29T25:00:00Z', '2024-02-29T10', 'now', '', 1],
    },
    email: {
      passes: ['a@example.com', "o'neil+tag@sub.example.co", 'x_y-z@a-b.example', `${'a'.repeat(64)}@example.com`],
      fails: [
        ...['', 'a', '@example.com', 'a@', 'a@b', 'a@@example.com', '.a@example.com', 'a.@example.com'],
        ...['a..b@example.com', 'a b@example.com', 'a@-x.com', 'a@x-.com', 'a@example..com', 'a@example.com.'],
        ...['A <a@example.com>', 'ä@example.com', `${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}com`, 5],
      ],
    },
    url: {
      passes: ['http://example.com', 'https://example.com:8080/a?b=c#d', 'HTTPS://EXAMPLE.com/%20'],
      fails: [
        '',
        'example.com',
        'ftp://example.com',
        'javascript:alert(1)',
        'http://',
        'http:///x y',
        'http://a b',
        'http:\\\\x',
        'http://[::1',
        1,
      ],
    },
    uuid: {
      passes: ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
      fails: ['123e4567e89b12d3a456426614174000', '{123e4567-e89b-12d3-a456-426614174000}', '', 'x'.repeat(36)],
    },
  }

describe.each(Object.keys(CASES) as Format[])('%s', (format) => {
  test.each(CASES[format].passes)('%j is one', (value) => {
    expect(FORMAT_CHECKS[format](value)).toBe(true)
  })
  test.each(CASES[format].fails)('%j is none', (value) => {
    expect(FORMAT_CHECKS[format](value)).toBe(false)
  })
})

test('every number that JavaScript writes is one', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => isNumeric(String(number))))
  fc.assert(fc.property(fc.integer(), (number) => FORMAT_CHECKS.integer(String(number))))
  fc.assert(fc.property(fc.uuid(), (text) => FORMAT_CHECKS.uuid(text)))
  const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(fc.property(fc.date(years), (date) => FORMAT_CHECKS.date(date.toISOString().slice(0, 10))))
  fc.assert(fc.property(fc.date(years), (date) => FORMAT_CHECKS.timestamp(date.toISOString())))
})

test('any text gets an answer, however long', () => {
  for (const check of Object.values(FORMAT_CHECKS))
    for (const text of ['a', '1', '.', 'a@', '-', ':', 'http://'].map((part) => part.repeat(500_000)))
      expect(typeof check(text)).toBe('boolean')
})
