import fc from 'fast-check'
import { cutAnswer } from '../../../../../srv/admin/core/json/cut-answer.ts'

const cut = (answer: object, skip: Record<string, number> = {}, most = 1_000) =>
  cutAnswer(JSON.stringify(answer), skip, most)

test('what fits is left as it is', () => {
  const answer = { name: 'film', rows: [{ id: 1 }], nested: { list: [] } }
  expect(cut(answer)).toEqual({ answer, cuts: [], next: { rows: 1 } })
  expect(Object.keys(cut(answer).answer)).toEqual(['name', 'rows', 'nested'])
})

test('lists are cut at whole items, and short ones are not crowded out', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, title: 'film' }))
  const { answer, cuts, next } = cut({ rows, keys: ['id'] })
  const shown = (answer['rows'] as unknown[]).length
  expect(answer).toEqual({ rows: rows.slice(0, shown), keys: ['id'] })
  expect(cuts).toEqual([{ at: 'rows', from: 0, shown, of: 500 }])
  expect(next).toEqual({ rows: shown, keys: 1 })
})

test('an item that is too long on its own is told by its length', () => {
  const { answer, next } = cut({ rows: [{ text: 'x'.repeat(5_000) }, { id: 2 }] })
  expect(answer).toEqual({ rows: [{ omitted: expect.stringMatching(/5011 characters/) as string }] })
  expect(cut({ rows: [{ text: 'x'.repeat(5_000) }, { id: 2 }] }, next).answer).toEqual({ rows: [{ id: 2 }] })
})

test('two items that have not room beside each other come one after the other', () => {
  const long = (letter: string) => [{ text: letter.repeat(700) }]
  const answer = { first: long('a'), second: long('b') }
  const { next, ...before } = cut(answer)
  expect(before.answer).toEqual({ first: long('a'), second: [] })
  expect(cut(answer, next).answer).toEqual({ first: [], second: long('b') })
})

test('a place that there is not, and what cannot be cut, are errors', () => {
  expect(() => cut({ rows: [] }, { row: 1 })).toThrow(/INVALID_PARAMETER/)
  const members = Object.fromEntries(
    Array.from({ length: 29 }, (_, index) => [`name${String(index)}`, 'x'.repeat(100)]),
  )
  expect(() => cut(members)).toThrow(/LIMIT_TOO_LARGE/)
})

/** What an answer is made of that can be cut; texts with characters of all lengths. */
const part = fc.oneof(
  fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 60 })), { maxLength: 60 }),
  fc.string({ unit: 'binary', minLength: 201, maxLength: 800 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), fc.integer(), { minKeys: 30, maxKeys: 60 }),
)

const entriesOf = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split('') : Array.isArray(value) ? value : Object.entries(value as object)

test('whatever the answer, each part is short enough, and all parts together are the whole', () => {
  const answers = fc.record({ one: part, two: part, inner: fc.record({ three: part }) })
  fc.assert(
    fc.property(answers, fc.integer({ min: 400, max: 3_000 }), (whole, most) => {
      const answer = JSON.parse(JSON.stringify(whole)) as typeof whole
      const seen: unknown[][] = [[], [], []]
      let skip = {}
      for (let calls = 0; ; calls++) {
        const part = cutAnswer(JSON.stringify(answer), skip, most)
        expect(JSON.stringify(part.answer).length).toBeLessThanOrEqual(most)
        const { one, two, inner } = part.answer as typeof whole
        ;[one, two, inner.three].forEach((each, index) => seen[index]?.push(...entriesOf(each)))
        if (part.cuts.length === 0) break
        expect(calls).toBeLessThan(500)
        expect(part.next).not.toEqual(skip)
        skip = part.next
      }
      expect(seen).toEqual([answer.one, answer.two, answer.inner.three].map(entriesOf))
    }),
  )
})
