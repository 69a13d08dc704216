import { bracketed, splitByComma, textOf, tokensOf } from '../../../../../srv/admin/dialects/sqlite/sql-text.ts'

const spelt = (sql: string): string => textOf(tokensOf(sql), 'main')

test.each([
  ['SELECT  a,b FROM "T"', 'select a, b from t'],
  ['select a -- all\n, [b] /* and \n more */ from `t`', 'select a, b from t'],
  [`x = 'It''s -- A'||X'0F'`, `x = 'It''s -- A' || x '0F'`],
  ['"with space" <> "a""b"', '"with space" <> "a""b"'],
  ['select * from main.t where "main"."t".a>=-1', 'select * from t where t.a >= - 1'],
  ['count( * ) , max (a)', 'count (*), max (a)'],
  ['/* never closed', ''],
])('%p reads as %p', (sql, expected) => {
  expect(spelt(sql)).toBe(expected)
  expect(spelt(spelt(sql))).toBe(expected)
})

test('brackets and commas are found', () => {
  expect(bracketed(tokensOf('f (a, (b), c) d'), 1).join('')).toBe('a,(b),c')
  expect(bracketed(['('], 0)).toEqual([])
  expect(splitByComma(tokensOf('a, (b, c), d')).map((part) => part.join(''))).toEqual(['a', '(b,c)', 'd'])
})
