import fc from 'fast-check'
import { formOf } from '../../../../../srv/admin/core/transfer/stored-form.ts'
import { createShaper } from '../../../../../srv/admin/core/transfer/any-converter.ts'
import { canonicalTimestamp, timestampInUtc } from '../../../../../srv/admin/core/timestamps.ts'

const SHAPES = [
  '0000-00-00 00:00:00',
  '0000-00-00T00:00:00.000Z',
  '0000-00-00 00:00',
  '0000-00-00',
  '0000-00-00T00:00:00+00:00',
]

it.each([
  [['0000-00-00 00:00:00'], '2024-01-02T03:04:05.000Z', '2024-01-02 03:04:05'],
  [['0000-00-00 00:00:00'], '2024-01-02T03:04:05.120Z', '2024-01-02 03:04:05.120'],
  [['0000-00-00 00:00:00.000'], '2024-01-02T03:04:05.000Z', '2024-01-02 03:04:05.000'],
  [['0000-00-00'], '2024-01-02T00:00:00.000Z', '2024-01-02'],
  [['0000-00-00'], '2024-01-02T00:00:01.000Z', '2024-01-02 00:00:01'],
  [['0000-00-00T00:00:00+00:00'], '2024-01-02T03:04:05.000Z', '2024-01-02T03:04:05+00:00'],
  [['0000-00-00 00:00'], '2024-01-02T03:04:00.000Z', '2024-01-02 03:04'],
  [[], '2024-01-02T03:04:05+02:00', '2024-01-02 01:04:05'],
  [['0000-00-00 00:00:00'], '2024-01-02', '2024-01-02 00:00:00'],
  [['0000-00-00T00:00:00.000Z'], '2024-02-30T00:00:00.000Z', undefined],
  [[], 'yesterday', undefined],
])('in a column with %j, %s is written as %s', (shapes, text, expected) => {
  expect(createShaper(shapes)(text)).toBe(expected)
})

test('no instant is lost in any shape', () => {
  fc.assert(
    fc.property(
      fc.subarray(SHAPES),
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (shapes, date) => {
        const iso = date.toISOString()
        expect(canonicalTimestamp(createShaper(shapes)(iso) ?? '')).toBe(iso)
      },
    ),
  )
})

test('a date that no calendar has is none in any shape', () => {
  const between = (min: number, max: number) =>
    fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))
  const day = [
    fc.constantFrom('0000', '1900', '2023', '2024'),
    fc.constantFrom('02', '04', '13'),
    between(28, 32),
  ] as const
  const parts = fc.tuple(...day, between(20, 24), between(56, 60), between(56, 60))
  fc.assert(
    fc.property(fc.subarray(SHAPES), parts, (shapes, [year, month, day, hour, minute, second]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
      expect(createShaper(shapes)(text) === undefined).toBe(timestampInUtc(text) === null)
    }),
  )
})

test("a column's form is told by its values, the most frequent first", () => {
  const form = formOf(['2024-01-02', '2024-01-02 03:04', '2023-05-06 07:08', 5], (value) => typeof value === 'string')
  expect(form).toEqual({
    timeShapes: ['0000-00-00 00:00', '0000-00-00'],
    hasNumbers: true,
    isBase64: false,
    hasMisfits: true,
  })
  expect(formOf(['AP8=', 'AA=='], () => true)).toMatchObject({ isBase64: true, hasMisfits: false })
  expect(formOf([], () => true)).toMatchObject({ timeShapes: [], isBase64: false })
})
