import { instantOfReading, readInstant } from '../../../../../srv/admin/core/time/buckets.ts'
import { createZone } from '../../../../../srv/admin/core/time/zone.ts'

const berlin = createZone('Europe/Berlin')

test.each([
  ['2024-07-01T12:00:00Z', '2024-07-01T12:00:00.000Z'],
  ['2024-07-01T12:00:00+05:30', '2024-07-01T06:30:00.000Z'],
  ['2024-07-01T12:00:00', '2024-07-01T10:00:00.000Z'],
  ['2024-07-01', '2024-06-30T22:00:00.000Z'],
  ['2024-01-01 00:00', '2023-12-31T23:00:00.000Z'],
  ['2024-10-27T02:30', '2024-10-27T00:30:00.000Z'], // shown twice: the first time
  ['2024-03-31T02:30', '2024-03-31T01:00:00.000Z'], // never shown: the first instant behind
])('%s is %s', (text, expected) => {
  expect(new Date(readInstant(text, berlin, 'from')).toISOString()).toBe(expected)
})

test('what is no time is refused by the name of its field', () => {
  for (const text of ['', 'now', '2024-02-30', '2024-13-01', '12:00'])
    expect(() => readInstant(text, berlin, 'from')).toThrow(/INVALID_PARAMETER: 'from'/)
})

test('a reading of a day that a zone has left out is the day behind', () => {
  const apia = createZone('Pacific/Apia')
  expect(new Date(instantOfReading(apia, Date.UTC(2011, 11, 30))).toISOString()).toBe('2011-12-30T10:00:00.000Z')
})
