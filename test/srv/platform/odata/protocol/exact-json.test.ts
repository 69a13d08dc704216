import { LongNumber, mayBeLong, parseExactly } from '../../../../../srv/platform/odata/protocol/exact-json.ts'

test.each(['9007199254740993', '-1234567890.1234567', '1.2345678901234567e3'])(
  '%s is read and written alike',
  (text) => {
    const json = `{"a":[${text}]}`
    expect(mayBeLong(json)).toBe(true)
    const value = parseExactly(json) as { a: unknown[] }
    expect(value.a[0]).toBeInstanceOf(LongNumber)
    expect(JSON.stringify(value)).toBe(json)
  },
)

test.each(['1', '123456789012345', '0.1', '1e300', '1000000000000000000', '0.00000000000000000001'])(
  '%s is a plain number',
  (text) => {
    expect(parseExactly(text)).toBe(Number(text))
  },
)

test('texts stay texts', () => {
  expect(parseExactly('{"a":"9007199254740993"}')).toEqual({ a: '9007199254740993' })
})
