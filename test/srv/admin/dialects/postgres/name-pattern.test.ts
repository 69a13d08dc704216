import { likePattern } from '../../../../../srv/admin/operations/list-page.ts'
import { nameRegex } from '../../../../../srv/admin/dialects/postgres/catalog.ts'

test('a pattern of names takes letters of either case, and every other character for itself', () => {
  const fits = (pattern: string, name: string): boolean => new RegExp(nameRegex(likePattern(pattern)), 'u').test(name)
  expect(fits('übung*', 'ÜBUNG 2')).toBe(true)
  expect(fits('A.B', 'a.b')).toBe(true)
  expect(fits('A.B', 'axb')).toBe(false)
  expect(fits('a_b', 'axb')).toBe(false)
  expect(fits('a?b', 'A😀B')).toBe(true)
  for (const odd of ['a"b', 'a\\b', '[x]', '(', 'a^$|{2}+', "it's", '😀'])
    expect([odd, fits(odd, odd.toUpperCase())]).toEqual([odd, true])
})
