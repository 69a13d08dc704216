import fc from 'fast-check'
import { fromText, toText } from './object-graph.ts'

const again = (value: object): unknown => fromText(toText(value)!)

/** The arbitrary tells -0, too, which no JSON text keeps. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

test('any plain data comes back as it was', () => {
  const data = fc.oneof(fc.array(json), fc.dictionary(fc.string(), json, { noNullPrototype: false }))
  fc.assert(
    fc.property(data, (value) => {
      expect(again(value)).toEqual(value)
      expect(toText(again(value) as object)).toBe(toText(value))
    }),
  )
})

test('a property named as the one of the prototype comes back as a property', () => {
  expect(again(JSON.parse('{"__proto__":"x"}') as object)).toEqual(JSON.parse('{"__proto__":"x"}'))
})

test('what is shared, in a circle, hidden, or without prototype comes back so', () => {
  const shared = { a: [1, null, 'x'] }
  const circle: Record<string, unknown> = { shared, bare: Object.assign(Object.create(null) as object, { shared }) }
  circle['self'] = circle
  Object.defineProperty(circle, 'hidden', { value: shared })
  const found = again(circle) as Record<string, Record<string, unknown>>
  expect(found['self']).toBe(found)
  expect(found['bare']?.['shared']).toBe(found['shared'])
  expect(found['hidden']).toBe(found['shared'])
  expect(Object.keys(found)).toEqual(['shared', 'bare', 'self'])
  expect(Object.getPrototypeOf(found['bare'])).toBeNull()
})

test.each([
  ['a function', { f: () => 1 }],
  ['a class', { date: new Date(0) }],
  ['a getter', Object.defineProperty({}, 'x', { get: () => 1 })],
  ['a symbol', { s: Symbol('s') }],
  ['a number that JSON loses', { zero: -0 }],
  ['no number', [NaN]],
])('%s is no plain data', (_, value) => {
  expect(toText(value)).toBeUndefined()
})
