import fc from 'fast-check'
import {
  canonicalTimestamp,
  COMMON_DAY,
  isCalendarDate,
  timestampInUtc,
} from '../../../../srv/admin/core/timestamps.ts'

it.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29 12:00', '2024-02-29T12:00:00.000Z'],
  ['2024-02-29T12:00:01Z', '2024-02-29T12:00:01.000Z'],
  ['2024-02-29T12:00:01.1234560Z', '2024-02-29T12:00:01.123456Z'],
  ['2024-02-29T12:00:01.120000', '2024-02-29T12:00:01.120Z'],
  ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00.000Z'],
  ['2024-02-29T00:30:00+0100', '2024-02-28T23:30:00.000Z'],
  ['2024-02-29 00:30:00.5+01', '2024-02-28T23:30:00.500Z'],
])('reads %s as %s', (text, canonical) => {
  expect(timestampInUtc(text)).toBe(canonical)
  expect(canonicalTimestamp(text)).toBe(canonical)
})

it.each([
  '',
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-02-29T24:00:00',
  '2024-02-29T12:60',
  '2024-02-29T12:00:60Z',
  '29.02.2024',
  '2024-02-29T12:00:00+15:00',
  ' 2024-02-29',
])('takes %j for no timestamp', (text) => {
  expect(timestampInUtc(text)).toBeNull()
  expect(canonicalTimestamp(text)).toBe(text)
})

it('keeps every instant', () => {
  const date = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(date, (each) => {
      const text = each.toISOString()
      expect(timestampInUtc(text)).toBe(text)
      expect(isCalendarDate(text.slice(0, 10))).toBe(true)
    }),
  )
})

it('knows days without a calendar, but for leap days', () => {
  const two = (number: number): string => String(number).padStart(2, '0')
  const days = Array.from({ length: 100 }, (_, month) =>
    Array.from({ length: 100 }, (__, day) => `${two(month)}-${two(day)}`),
  ).flat()
  const pattern = new RegExp(`^${COMMON_DAY}$`)
  for (const year of ['0001', '1900', '2000', '2023', '2024'])
    expect(days.filter((day) => pattern.test(`${year}-${day}`))).toEqual(
      days.filter((day) => day !== '02-29' && isCalendarDate(`${year}-${day}`)),
    )
})
