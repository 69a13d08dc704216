import { respeller, type Spelling } from '../../../../../srv/admin/core/transfer/spelling.ts'
import type { ValueKind } from '../../../../../srv/admin/core/values.ts'

const PLAIN: Spelling = { decimal: '.', dates: 'iso', epoch: null }
const respell = (kind: ValueKind, spelling: Partial<Spelling>, text: string): string | undefined => {
  const found = respeller({ kind }, { ...PLAIN, ...spelling })
  return found ? found(text) : text
}

test('nothing is read otherwise unless it is asked for', () => {
  for (const kind of ['decimal', 'float', 'date', 'timestamp', 'integer', 'text'] as const)
    expect(respeller({ kind }, PLAIN)).toBeUndefined()
  for (const kind of ['integer', 'text', 'time'] as const)
    expect(respeller({ kind }, { decimal: ',', dates: 'german', epoch: 'seconds' })).toBeUndefined()
})

test.each([
  ['1,5', '1.5'],
  ['-12', '-12'],
  ['1,5e3', '1.5e3'],
  ['1.234', undefined],
  ['1.234,5', undefined],
  ['1,234,5', '1.234,5'],
])('with a decimal comma, %j is %j', (text, expected) => {
  expect(respell('decimal', { decimal: ',' }, text)).toBe(expected)
})

test.each([
  ['24.12.2025', '2025-12-24'],
  ['4.7.1996 8:05', '1996-07-04T08:05'],
  ['04.07.1996 18:30:01,5', '1996-07-04T18:30:01.5'],
  ['2025-12-24', '2025-12-24'],
  ['24.12.25', '24.12.25'],
])('as a German date, %j is %j', (text, expected) => {
  expect(respell('timestamp', { dates: 'german' }, text)).toBe(expected)
})

test.each([
  ['seconds', '0', '1970-01-01T00:00:00.000Z'],
  ['seconds', '-1', '1969-12-31T23:59:59.000Z'],
  ['milliseconds', '1700000000123', '2023-11-14T22:13:20.123Z'],
  ['seconds', '1700000000123', undefined],
  ['seconds', '2023-11-14', '2023-11-14'],
  ['milliseconds', '9999999999999999', undefined],
] as const)('as %s since 1970, %j is %j', (epoch, text, expected) => {
  expect(respell('timestamp', { epoch }, text)).toBe(expected)
})

test('a column that keeps numbers gets those of the file', () => {
  const form = { timeShapes: [], hasNumbers: true, isBase64: false, hasMisfits: false }
  expect(respeller({ kind: 'timestamp', form }, { ...PLAIN, epoch: 'seconds' })).toBeUndefined()
})
