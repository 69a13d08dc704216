import fc from 'fast-check'
import { parseJsonObject } from '../../../../srv/admin/core/strict-json.ts'

const FORBIDDEN = ['__proto__', 'constructor', 'prototype']
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'))
const key = text.filter((value) => !FORBIDDEN.includes(value))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const object = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true })

test('ordinary objects read as JSON.parse reads them, however they are laid out', () => {
  fc.assert(
    fc.property(object, fc.constantFrom(undefined, 1, '\t'), (given, space) => {
      const json = JSON.stringify(given, null, space)
      expect(parseJsonObject(json)).toEqual(JSON.parse(json))
    }),
  )
})

test('a key given twice is found wherever it stands and however it is escaped', () => {
  fc.assert(
    fc.property(object, key, fc.boolean(), (given, name, isEscaped) => {
      const escaped = [...name]
        .map((char) => (char.length === 1 ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char))
        .join('')
      const twice = `{${JSON.stringify(name)}: 1, "${isEscaped ? escaped : JSON.stringify(name).slice(1, -1)}" : 2}`
      const json = `{"outer": [${JSON.stringify(given)}, ${twice}]}`
      expect(() => parseJsonObject(json)).toThrow(/INVALID_JSON/)
    }),
  )
})

test('a key may stand in several objects, and a text may look like a key', () => {
  const json = '{"a":{"a":"a"},"b":["a","a","\\"a\\":"],"c":"{\\"__proto__\\":1}","d":"__proto__"}'
  expect(parseJsonObject(json)).toEqual(JSON.parse(json))
})

test.each(FORBIDDEN)('the key %s is refused at any depth', (name) => {
  expect(() => parseJsonObject(`{"a":[{"${name}":1}]}`)).toThrow(/UNKNOWN_FIELD/)
})

test('the prototype key is refused also when it is escaped', () => {
  expect(() => parseJsonObject('{"__pr\\u006fto__":1}')).toThrow(/UNKNOWN_FIELD/)
})

test('depth is bounded at 20 and the number of values at 20,000', () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  expect(() => parseJsonObject(nested(20))).not.toThrow()
  expect(() => parseJsonObject(nested(21))).toThrow(/INVALID_JSON/)
  const wide = (count: number): string => `{"a":[${Array(count).fill('1').join(',')}]}`
  expect(() => parseJsonObject(wide(19_000))).not.toThrow()
  expect(() => parseJsonObject(wide(21_000))).toThrow(/INVALID_JSON/)
})

test('a very long text is read, escaped or not', () => {
  for (const long of ['x'.repeat(1_000_000), '\n'.repeat(500_000), '"'.repeat(500_000)])
    expect(parseJsonObject(JSON.stringify({ long }))).toEqual({ long })
})
