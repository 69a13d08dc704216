import fc from 'fast-check'
import { likePattern } from '../../../../srv/admin/operations/list-page.ts'

it.each([
  ['*', '%'],
  ['%', '%'],
  ['saga_*', 'saga\\_%'],
  ['a?b', 'a_b'],
  ['50\\', '50\\\\'],
  ['', ''],
])('turns %j into %j', (pattern, like) => {
  expect(likePattern(pattern)).toBe(like)
})

it('makes every other character stand for itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = text.replace(/[*%?]/g, '')
      expect(likePattern(plain).replace(/\\([\\_])/g, '$1')).toBe(plain)
    }),
  )
})
