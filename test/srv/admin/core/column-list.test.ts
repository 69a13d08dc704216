import fc from 'fast-check'
import { parseColumnList } from '../../../../srv/admin/core/identifiers.ts'

it.each<[sent: string | string[] | undefined, read: string[] | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['  ', undefined],
  [[], undefined],
  ['a', ['a']],
  [' a , b ', ['a', 'b']],
  ['a b,c', ['a b', 'c']],
  ['"a,b", "c ""d"""', ['a,b', 'c "d"']],
  ['" a "', [' a ']],
  [
    ['a', ' b ', ' '],
    ['a', ' b ', ' '],
  ],
  [['a,b'], ['a,b']],
])('reads %j as %j', (sent, read) => {
  expect(parseColumnList(sent)).toEqual(read)
})

it.each(['a,', ',', ',a', 'a,,b', 'a,a', '"a', 'a"b', '"a"b', '""', 'a, "a"'])('refuses %j', (sent) => {
  expect(() => parseColumnList(sent, 'fields')).toThrow(
    expect.objectContaining({
      code: 'INVALID_PARAMETER',
      details: expect.stringContaining('fields') as string,
    }) as Error,
  )
})

it('reads back any names that are quoted', () => {
  const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 })
  fc.assert(
    fc.property(names, (given) => {
      expect(parseColumnList(given)).toEqual(given)
      expect(parseColumnList(given.map((each) => `"${each.replaceAll('"', '""')}"`).join(', '))).toEqual(given)
    }),
  )
})

it('stays quick on a long list', () => {
  expect(parseColumnList(Array.from({ length: 20_000 }, (_, index) => `c${String(index)}`).join(' , '))).toHaveLength(
    20_000,
  )
  expect(() => parseColumnList(`${' '.repeat(200_000)}"`)).toThrow()
})

it.each([
  ['a text', (count: number) => ' ,'.repeat(count) + 'a'],
  ['a list', (count: number) => Array.from({ length: count + 1 }, (_, index) => `c${index}`)],
])('refuses more than a body has values, as %s', (_, make) => {
  expect(() => parseColumnList(make(20_000))).toThrow(expect.objectContaining({ code: 'LIMIT_TOO_LARGE' }))
  expect(() => parseColumnList(make(500_000))).toThrow(expect.objectContaining({ code: 'LIMIT_TOO_LARGE' }))
})
