import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { numericValue, readNumber, realText } from '../../../../../srv/admin/core/transfer/affinity.ts'
import { affinityOf } from '../../../../../srv/admin/dialects/sqlite/values.ts'

const TYPES = [
  ...['INTEGER', 'int', 'TEXT', 'VARCHAR(5)', 'CLOB', 'BLOB', '', 'REAL', 'DOUBLE PRECISION', 'FLOAT', 'NUMERIC'],
  ...[
    'DECIMAL(5, 2)',
    'DATETIME',
    'STRING',
    'POINT',
    'FLOATING POINT',
    'CHARINT',
    'BLOBTEXT',
    'ANY',
    'JSON',
    'REAL_DECIMAL',
  ],
]

test.each(TYPES)('a column of type %j makes of values what is said', (type) => {
  const database = new DatabaseSync(':memory:')
  database.exec(`CREATE TABLE t (x ${type}); INSERT INTO t VALUES ('12'), ('1.5'), (3), (1.0)`)
  const kinds = database.prepare('SELECT group_concat(typeof(x)) AS k FROM t').get()?.['k']
  const expected = {
    numeric: 'integer,real,integer,integer',
    real: 'real,real,real,real',
    text: 'text,text,text,text',
    none: 'text,text,integer,real',
  }
  expect(kinds).toBe(expected[affinityOf(type)])
})

test('only in a STRICT table ANY is any', () => {
  expect([affinityOf('ANY'), affinityOf('ANY', true)]).toEqual(['numeric', 'none'])
})

test.each<[string, number | bigint | undefined]>([
  ['007', 7n],
  ['3.00', 3n],
  [' +7 ', 7n],
  ['1e5', 100_000],
  ['.5', 0.5],
  ['5.', 5n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['9223372036854775808', 2 ** 63],
  ['1e999', Infinity],
  ['0x10', undefined],
  ['', undefined],
  ['.', undefined],
  ['Infinity', undefined],
])('%j among numbers is %p', (text, value) => {
  expect(numericValue(text)).toBe(value)
})

test('only what exports write is a number where nothing else tells', () => {
  for (const text of ['007', '1.50', ' 1', '', 'NaN', '0x10', '9223372036854775808', '-0'])
    expect([text, readNumber(text)]).toEqual([text, undefined])
  fc.assert(fc.property(fc.double({ noNaN: true }), (value) => Object.is(readNumber(realText(value)), value)))
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => readNumber(String(value)) === value),
  )
})
