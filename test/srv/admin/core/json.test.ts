import fc from 'fast-check'
import { createJsonRecordReader, createObjectReader } from '../../../../srv/admin/core/json/json-record-reader.ts'
import { createJsonFormatter } from '../../../../srv/admin/core/transfer/row-formatter.ts'
import type { Field } from '../../../../srv/admin/core/transfer/file-format.ts'
import type { Value, ValueKind } from '../../../../srv/admin/core/values.ts'

type Type = 'json' | 'ndjson'
const TYPES: readonly Type[] = ['json', 'ndjson']

const read = (type: Type, content: string | Uint8Array, keys: readonly string[], parts = 7) => {
  const reader = createJsonRecordReader({ type, keys })
  const records: { fields: readonly Field[]; line: number }[] = []
  const keep = (fields: readonly Field[], line: number): void => void records.push({ fields, line })
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += parts) reader.push(bytes.subarray(at, at + parts), keep)
  reader.end(keep)
  return records
}

const format = (type: Type, names: readonly string[], rows: readonly (readonly Value[])[], kind: ValueKind = 'text') =>
  createJsonFormatter({ type, columns: names.map((name) => ({ name, kind })), escapeFormulas: false })(rows)

test.each(TYPES)('rows written as %s are read back, however the bytes are cut', (type) => {
  const cell = fc.option(fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (rows, parts) => {
      const written = format(type, ['a "quoted" name', 'ö'], rows)
      const content = type === 'json' ? `[${written}]` : written
      const isStorable = rows.flat().every((text) => text === null || (text.isWellFormed() && !text.includes('\0')))
      fc.pre(isStorable)
      expect(read(type, content, ['a "quoted" name', 'ö'], parts).map(({ fields }) => fields)).toEqual(rows)
    }),
  )
})

test.each(TYPES)('members of %s keep every digit, and say what they are', (type) => {
  const row =
    '{"n":1,"long":123456789012345678901234567890.10,"exp":1e400,"t":true,"s":"x","o":{"a":[1,12345678901234567890]},"z":null}'
  const keys = ['n', 'long', 'exp', 't', 's', 'o', 'z', 'missing', 'constructor']
  const [record] = read(type, type === 'json' ? `[${row}]` : row, keys)
  expect(record?.fields).toEqual([
    '1',
    '123456789012345678901234567890.10',
    '1e400',
    true,
    'x',
    { irregular: 'json', text: '{"a":[1,12345678901234567890]}' },
    null,
    null,
    null,
  ])
})

test('each object knows its first line', () => {
  const lines = (type: Type, content: string): number[] => read(type, content, ['a']).map(({ line }) => line)
  expect(lines('json', '[\n{"a":1},\n\n {\n"a"\n:2}, {"a":3}]')).toEqual([2, 4, 6])
  expect(lines('ndjson', '{"a":1}\n\n{"a":2}\r\n{"a":3}')).toEqual([1, 3, 4])
})

test('the rows of an answer are read, whatever stands around them', () => {
  const before =
    '{"success":true,\n"columns":[{"name":"rows","a":"]}\\""},[]],"x":{"rows":[{"a":0}]},"y":"rows","z":[1],'
  const answer = `${before}"rows" : [{"a":1},\n{"a":"]"}], "rows2":[{"a":3}],"rows":[{"a":4}],"complete":true}\n`
  for (const size of [1, 3, 1_000]) {
    const records = read('json', answer, ['a'], size)
    expect(records.map(({ fields, line }) => [fields[0], line])).toEqual([
      ['1', 2],
      [']', 3],
    ])
  }
  expect(read('json', '{"rows":[]}', ['a'])).toEqual([])
})

test('an array may be empty, and start with a byte order mark', () => {
  expect(read('json', ' [ ] \n', ['a'])).toEqual([])
  expect(read('json', '\ufeff[{"a":"ö"}]', ['a'], 100)[0]?.fields).toEqual(['ö'])
  expect(read('ndjson', '', ['a'])).toEqual([])
})

test.each([
  ['json', '', /Line 1: the JSON array ends too early/],
  ['json', '[{"a":1}', /ends too early/],
  ['json', '[{"a":1}{"a":2}]', /must be one JSON array of objects/],
  ['json', '[{"a":1},]', /must be one JSON array of objects/],
  ['json', '{"a":1}', /must be one JSON array of objects/],
  ['json', '{"columns":[{"rows":[]}],"rows":1}', /must be one JSON array of objects/],
  ['json', '{"rows":[{"a":1}', /ends too early/],
  ['json', '{"rows":[{"a":1}],"rowCount":1', /ends too early/],
  ['json', '{"rows":[]} {}', /must be one JSON array of objects/],
  ['json', '{"rows":[1]}', /must be one JSON array of objects/],
  ['json', '[1]', /must be one JSON array of objects/],
  ['json', '[{"a":1}] x', /must be one JSON array of objects/],
  ['json', '[\n{"a":nope}]', /Line 2: this is not valid JSON/],
  ['json', `[{"a":${'['.repeat(70)}`, /nest deeper than 64/],
  ['json', '[{"a":"\\u0000"}]', /NUL character or half of a character/],
  ['json', '[{"a":"\\ud800"}]', /NUL character or half of a character/],
  ['ndjson', '{"a":1}\n[1]\n', /Line 2: each row must be a JSON object/],
  ['ndjson', '1e5\n', /each row must be a JSON object/],
  ['ndjson', '{"a":1}\n{"a"\n', /Line 2: this is not valid JSON/],
] as const)('%s %j is refused', (type, content, message) => {
  expect(() => read(type, content, ['a'])).toThrow(message)
})

test('an object that never ends is refused instead of being kept', () => {
  const reader = createObjectReader('json')
  const feed = (): void => {
    reader.push(Buffer.from('[{"a":"'), () => undefined)
    for (let count = 0; count < 65; count++) reader.push(Buffer.alloc(1_048_576, 'x'), () => undefined)
  }
  expect(feed).toThrow(/longer than 67108864 bytes/)
})

test('values of all kinds are written as answers carry them', () => {
  const written = (kind: ValueKind, value: Value): string => format('json', ['x'], [[value]], kind)
  expect(written('boolean', 1)).toBe('{"x":true}')
  expect(written('integer', 5n)).toBe('{"x":5}')
  expect(written('integer', 9_007_199_254_740_993n)).toBe('{"x":"9007199254740993"}')
  expect(written('decimal', 1.5)).toBe('{"x":"1.5"}')
  expect(written('float', -0)).toBe('{"x":"-0"}')
  expect(written('float', Infinity)).toBe('{"x":"Infinity"}')
  expect(written('binary', new Uint8Array([1, 255]))).toBe('{"x":"Af8="}')
  expect(written('timestamp', '2020-01-02 03:04:05')).toBe('{"x":"2020-01-02T03:04:05.000Z"}')
  expect(written('text', 'a\u2028"\\')).toBe('{"x":"a\u2028\\"\\\\"}')
})
