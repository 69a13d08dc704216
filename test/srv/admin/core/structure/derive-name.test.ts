import fc from 'fast-check'
import { deriveName } from '../../../../../srv/admin/core/index-advice.ts'

const tables = { from: 'film', to: 'movie' }

test('the new table stands in the place of the old one, or in front', () => {
  expect(deriveName('film_by_title', tables, () => false)).toBe('movie_by_title')
  expect(deriveName('by_title', tables, () => false)).toBe('movie_by_title')
})

test('the name is free and not too long, whatever is taken', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(text, text, text, fc.nat(30), (name, from, to, count) => {
      const taken = new Set<string>()
      for (let index = 0; index <= count; index++) {
        const derived = deriveName(name, { from, to }, (candidate) => taken.has(candidate), 63)
        expect(taken.has(derived)).toBe(false)
        expect(Buffer.byteLength(derived)).toBeLessThanOrEqual(63)
        taken.add(derived)
      }
    }),
  )
})
