import fc from 'fast-check'
import { type Answer, bodyOf, bytesOf } from '../../../../srv/platform/cache/record-answer.ts'
import { RecentMap } from '../../../../srv/read-cache/recent-map.ts'

const MAX_BYTES = 50_000

const answer = (bytes: number): Answer => ({
  headers: ['Content-Type', 'text/plain'],
  body: bodyOf(Buffer.alloc(bytes, 'x')),
  etag: '"x"',
})

const createAnswerStore = (maxBytes: number): RecentMap<string, Answer> => new RecentMap(maxBytes, bytesOf)

const key = fc.nat(30).map(String)
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key, bytes: fc.nat(20_000) }),
  fc.record({ do: fc.constant('get' as const), key }),
  fc.record({ do: fc.constant('delete' as const), key }),
)

test('it never holds more than its bytes, counts what it holds, and knows the last answer for a key or none', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const store = createAnswerStore(MAX_BYTES)
      const latest = new Map<string, Answer>()
      for (const each of steps) {
        if (each.do === 'set') {
          latest.set(each.key, answer(each.bytes))
          store.set(each.key, latest.get(each.key)!)
          expect(store.get(each.key)).toBe(latest.get(each.key))
        } else if (each.do === 'delete') {
          store.delete(each.key)
          expect(store.has(each.key)).toBe(false)
        } else {
          const found = store.get(each.key)
          if (found) expect(found).toBe(latest.get(each.key))
        }
        expect(store.weight).toBeLessThanOrEqual(MAX_BYTES)
        expect(store.weight > 0).toBe(store.size > 0)
      }
      for (const name of latest.keys()) store.delete(name)
      expect([store.weight, store.size]).toEqual([0, 0])
    }),
  )
})

test('what is asked for stays, what is not makes room', () => {
  const store = createAnswerStore(MAX_BYTES)
  store.set('wanted', answer(1_000))
  for (let count = 0; count < 200; count++) {
    expect([count, store.get('wanted')]).not.toEqual([count, undefined])
    store.set(`other ${String(count)}`, answer(1_000))
  }
  expect(store.has('other 0')).toBe(false)
})

test('an answer that is larger than all that there is room for is not kept, and drives out nothing', () => {
  const store = createAnswerStore(MAX_BYTES)
  store.set('small', answer(10))
  store.set('large', answer(MAX_BYTES))
  expect([store.has('small'), store.has('large')]).toEqual([true, false])
})

test('bytes stay bytes, few or many', () => {
  for (const length of [10, 100_000]) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 256))
    const body = bodyOf(bytes)
    expect(typeof body === 'string' ? Buffer.from(body, 'latin1') : body).toEqual(bytes)
  }
})
