import fc from 'fast-check'
import { checkBody } from '../../../../srv/platform/guard/refuse-hostile.ts'
import { LIMITS } from '../../../../srv/platform/guard/limits.ts'
import { Refusal } from '../../../../srv/platform/guard/error-answer.ts'

const outcome = (body: unknown): unknown => {
  try {
    checkBody(body, LIMITS)
    return 'let through'
  } catch (error) {
    const { status, code } = error as Refusal
    return [status, code]
  }
}
const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))

test('a record with texts, numbers and records in it is let through, and so is what is no JSON', () => {
  expect(outcome({ title: 'A\nNew\tHope ✓ 🚀', episode_id: 4, characters: [{ people_ID: null }] })).toBe('let through')
  expect(outcome(undefined)).toBe('let through')
  expect(outcome({ value: process.stdin })).toBe('let through')
})

test('depth is counted in objects and arrays', () => {
  expect(outcome(nested(LIMITS.bodyDepth))).toBe('let through')
  expect(outcome(nested(LIMITS.bodyDepth + 1))).toEqual([400, 'BODY_TOO_DEEP'])
})

test('a body deeper than any stack is refused as well', () => {
  let body: unknown = []
  for (let depth = 0; depth < 1e6; depth++) body = [body]
  expect(outcome(body)).toEqual([400, 'BODY_TOO_DEEP'])
})

test('every value counts', () => {
  expect(outcome(Array(LIMITS.bodyValues - 1).fill(1))).toBe('let through')
  expect(outcome(Array(LIMITS.bodyValues).fill(1))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test.each([
  ['{"__proto__":{}}', 'INVALID_BODY'],
  ['{"a":[{"constructor":1}]}', 'INVALID_BODY'],
  ['{"prototype":1}', 'INVALID_BODY'],
  ['{"a":"\\u0000"}', 'INVALID_CHARACTERS'],
  ['{"a":["\\ud800"]}', 'INVALID_CHARACTERS'],
  ['{"a\\u0000":1}', 'INVALID_CHARACTERS'],
])('%s is refused as %s', (json, code) => {
  expect(outcome(JSON.parse(json))).toEqual([400, code])
})

test('nothing is thrown but refusals, whatever the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 30 }), (body) => {
      try {
        checkBody(body, LIMITS)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
  )
})
