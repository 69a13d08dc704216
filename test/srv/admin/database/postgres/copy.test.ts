import { Readable } from 'node:stream'
import { CopyIn, encodeRow } from '../../../../../srv/admin/database/postgres/copy.ts'
import type { Value } from '../../../../../srv/admin/core/values.ts'

it.each<[Value, string]>([
  [null, '\\N'],
  ['', ''],
  ['\\N', '\\\\N'],
  ['\\.', '\\\\.'],
  ['a\tb\nc\rd\\e', 'a\\tb\\nc\\rd\\\\e'],
  ['\b\f\v', '\\b\\f\\v'],
  [true, 't'],
  [false, 'f'],
  [1.5, '1.5'],
  [NaN, 'NaN'],
  [2n ** 63n, '9223372036854775808'],
  [Uint8Array.of(0, 255), '\\\\x00ff'],
  ['Ünïcode ☃ 😀', 'Ünïcode ☃ 😀'],
])('writes %p as %s', (value, text) => {
  expect(encodeRow([value])).toBe(`${text}\n`)
})

it('separates values by tabs', () => {
  expect(encodeRow([1, null, 'x'])).toBe('1\t\\N\tx\n')
})

it.each([
  ['the driver has lost the connection', new Error('Connection terminated unexpectedly'), 'DATABASE_UNAVAILABLE'],
  ['the server refuses a row', Object.assign(new Error('duplicate key'), { code: '23505' }), '23505'],
])('tells when %s', async (_name, error, code) => {
  const copy = new CopyIn('COPY t FROM STDIN', Readable.from([]), new AbortController().signal)
  copy.handleError(error)
  await expect(copy.done).rejects.toMatchObject({ code })
})
