import fc from 'fast-check'
import { matchesPattern } from '../../../../srv/admin/core/identifiers.ts'

test('a star stands for any run, a question mark for one character, all else for itself', () => {
  expect(matchesPattern('sales_2024', 'sales_*')).toBe(true)
  expect(matchesPattern('sales', 'sales_*')).toBe(false)
  expect(matchesPattern('a.b', 'a?b')).toBe(true)
  expect(matchesPattern('a😀b', 'a?b')).toBe(true)
  expect(matchesPattern('aXb', 'a.b')).toBe(false)
  expect(matchesPattern('Sales', 'sales')).toBe(false)
  expect(matchesPattern('', '*')).toBe(true)
  expect(matchesPattern('abcabd', '*a*b?')).toBe(true)
})

test('says what a regular expression says', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), word, (name, pattern) => {
      const regex = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`)
      expect(matchesPattern(name, pattern)).toBe(regex.test(name))
    }),
  )
})
