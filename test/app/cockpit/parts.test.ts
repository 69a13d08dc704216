/** What the parts of pages are made of, without a browser. */
import fc from 'fast-check'
import { isNumericType } from '../../../app/cockpit/src/parts/column.ts'
import { compareValues } from '../../../app/cockpit/src/parts/compare-values.ts'
import { explain } from '../../../app/cockpit/src/parts/explain-error.ts'
import { indentJson } from '../../../app/cockpit/src/parts/indent-json.ts'
import { orderByText } from '../../../app/cockpit/src/parts/order-by.ts'
import { phaseKey } from '../../../app/cockpit/src/parts/phase.ts'
import { hrefOf, parseRoute } from '../../../app/cockpit/src/parts/route.ts'
import { texts } from '../../../app/cockpit/src/parts/texts.ts'
import { writeCsv, writeJson } from '../../../app/cockpit/src/parts/write-csv.ts'
import { toApiError } from '../../../app/cockpit/src/api/api-error.ts'
import { pictureType } from '../../../app/cockpit/src/parts/picture-type.ts'
import { pictureError } from '../../../app/cockpit/src/parts/picture-error.ts'
import { pollDelayMs } from '../../../app/cockpit/src/api/poll-delay.ts'
import { CsvReader } from '../../../srv/admin/core/csv/csv-reader.ts'
import type { Field } from '../../../srv/admin/core/transfer/file-format.ts'
import { parseOrderBy } from '../../../srv/admin/operations/transfer/export/query.ts'
import { ERRORS } from '../../../srv/admin/core/errors.ts'

const name = fc.string({ minLength: 1 })

describe('addresses', () => {
  test('lead back to what they were made of', () => {
    const options = fc.dictionary(fc.stringMatching(/^[a-zA-Z]\w*$/), name)
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z-]+$/), fc.array(name), options, (page, segments, given) => {
        expect(parseRoute(hrefOf(page, segments, given))).toEqual({ page, segments, options: given })
      }),
    )
  })

  test('leave out what is not chosen', () => {
    expect(hrefOf('export', [], { table: 'a b', where: '', order: undefined })).toBe('#/export?table=a+b')
  })

  test('that cannot be decoded are taken as they are', () => {
    expect(parseRoute('#/table/%/x')).toEqual({ page: 'table', segments: ['%', 'x'], options: {} })
    expect(parseRoute('')).toEqual({ page: '', segments: [], options: {} })
  })
})

describe('downloads', () => {
  const columns = ['a', 'b c', 'd"e'].map((key, index) => ({ key, value: (row: readonly unknown[]) => row[index] }))
  const cell = fc.option(fc.string(), { nil: null })
  const rows = fc.array(fc.tuple(cell, cell, cell))

  test('as CSV are read by the API as what they were', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const records: (readonly Field[])[] = []
        const reader = new CsvReader({ type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] })
        const keep = (fields: readonly Field[]): void => void records.push(fields)
        reader.push(new TextEncoder().encode(writeCsv(columns, given)), keep)
        reader.end(keep)
        expect(records).toEqual([['a', 'b c', 'd"e'], ...given])
      }),
    )
  })

  test('keep text from being run as a formula where that is chosen', () => {
    const rows = [
      ['=1+1', '+12.5e3', '-a'],
      ['@a', '-9007199254740993', ' =1'],
    ]
    const fields = ['=a', 'b', 'c'].map((key, index) => ({ key, value: (row: readonly string[]) => row[index] }))
    expect(writeCsv(fields, rows)).toContain('=1+1,+12.5e3,-a')
    expect(writeCsv(fields, rows, { escapeFormulas: true })).toBe(
      `'=a,b,c\r\n'=1+1,+12.5e3,'-a\r\n'@a,-9007199254740993, =1\r\n`,
    )
  })

  test('as JSON are the rows by the names of their columns', () => {
    expect(
      JSON.parse(
        writeJson(columns, [
          [1, null, { x: 'y' }],
          ['', undefined, true],
        ]),
      ),
    ).toEqual([
      { a: 1, 'b c': null, 'd"e': { x: 'y' } },
      { a: '', 'b c': null, 'd"e': true },
    ])
  })
})

test('values have one order: nothing first, numbers by size, texts as in a dictionary', () => {
  expect([10, 'b', null, 2, 'a10', 'a9', undefined].toSorted(compareValues)).toEqual([
    ...[null, 2, 10, 'a9', 'a10', 'b', undefined],
  ])
  const numbers = [
    '-9223372036854775808',
    '-5.5',
    -5,
    '-0.25',
    0,
    '0.25',
    '0.5',
    3,
    '9007199254740992',
    '9007199254740993',
  ]
  expect(numbers.toReversed().toSorted(compareValues)).toEqual(numbers)
  const value = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.boolean())
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) || 0)
    }),
  )
})

test('an order is read by the API as it was chosen', () => {
  const orders = fc.array(fc.record({ key: name, isDescending: fc.boolean() }), { minLength: 1 })
  fc.assert(
    fc.property(orders, (given) => {
      const read = parseOrderBy(orderByText(given))
      expect(read).toEqual(given.map(({ key, isDescending }) => ({ name: key, isDescending })))
    }),
  )
})

test('columns of numbers are known by the types of all engines', () => {
  const numeric = ['INTEGER', 'bigint', 'int4', 'DECIMAL(9, 2)', 'numeric(10,2)', 'double precision', 'REAL', 'TINYINT']
  expect(numeric.filter((type) => !isNumericType(type))).toEqual([])
  const others = ['NVARCHAR(20)', 'interval', 'text', 'timestamp', 'boolean', 'point', 'money_text']
  expect(others.filter(isNumericType)).toEqual([])
})

test('every error of the API is explained, by its kind', () => {
  for (const [code, [status]] of Object.entries(ERRORS)) expect(texts.en).toHaveProperty([explain({ code, status })])
  expect(explain({ code: 'TOO_MANY_OPERATIONS', status: 429 })).toBe('error.busy')
  expect(explain({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })).toBe('error.429')
  expect(explain({ code: 'TARGET_EXISTS', status: 409 })).toBe('error.exists')
  expect(explain({ code: 'UNREACHABLE', status: 0 })).toBe('error.unreachable')
  expect(explain({ code: 'INTERNAL_ERROR', status: 500 })).toBe('error.server')
  expect(explain({ code: 'NEW_CODE', status: 400 })).toBe('error.request')
})

test('an error of the background, which has no status of its own, is explained as the same error of an answer', () => {
  for (const [code, [status]] of Object.entries(ERRORS))
    expect([code, explain({ code, status: 200 })]).toEqual([code, explain({ code, status })])
})

test('what the browser says of a failure is not told: it is in no language of the cockpit', () => {
  for (const [error, code, key] of [
    [new TypeError('Failed to fetch'), 'UNREACHABLE', 'error.unreachable'],
    [new SyntaxError('Unexpected token'), 'UNEXPECTED', 'error.unexpected'],
    [pictureError(new Error('EncodingError')), 'PICTURE_NOT_DRAWN', 'error.picture'],
  ] as const) {
    const told = toApiError(error)
    expect([told.code, told.title, told.details, explain(told)]).toEqual([code, '', '', key])
    expect(texts.de).toHaveProperty([key])
  }
})

test('what an operation does has its text, and what is not known works', () => {
  expect(phaseKey('inserting')).toBe('phase.inserting')
  expect(phaseKey('values of mass')).toBe('phase.working')
  expect(phaseKey('constructor')).toBe('phase.working')
  expect(phaseKey(undefined)).toBe('phase.starting')
})

test('watching an operation for a minute costs far less than the rate limit', () => {
  let waited = 0
  let rounds = 0
  while (waited < 60_000) waited += pollDelayMs(rounds++)
  expect(rounds).toBeLessThan(50)
  expect(pollDelayMs(0)).toBeLessThan(100)
})

describe('a whole value', () => {
  test('of JSON has a line for each member, and is the same JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
    expect(indentJson(' {"a":1.50,\t"a" : 12345678901234567890}')).toBe(
      '{\n  "a": 1.50,\n  "a": 12345678901234567890\n}',
    )
  })

  test('that is no object and no list stays as it is', () => {
    for (const text of ['', '1', '"{}"', '{a}', '[1,]', 'null']) expect(indentJson(text)).toBeUndefined()
  })

  test('is a picture by its first bytes', () => {
    const bytes = (...parts: readonly (string | number[])[]) =>
      Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))).toString('base64')
    expect(pictureType(bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13]))).toBe('image/png')
    expect(pictureType(bytes('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
    expect(pictureType(bytes('GIF89a', [1, 0]))).toBe('image/gif')
    for (const length of [0, 1, 255])
      expect(pictureType(bytes('RIFF', [length, 254, 3, 0], 'WEBPVP8 '))).toBe('image/webp')
    for (const text of ['RIFF1234WAVEfmt ', '<svg>', '', 'PNG']) expect(pictureType(bytes(text))).toBeUndefined()
  })
})
