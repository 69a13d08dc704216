import { parseOrderBy } from '../../../../srv/admin/operations/transfer/export/query.ts'

test('an order lists columns with or without a direction', () => {
  expect(parseOrderBy('name desc, "a, ""b""" ASC,x')).toEqual([
    { name: 'name', isDescending: true },
    { name: 'a, "b"', isDescending: false },
    { name: 'x', isDescending: false },
  ])
  expect(parseOrderBy(undefined)).toEqual([])
  expect(parseOrderBy('  ')).toEqual([])
})

test.each(['a b', 'a,', ',a', 'a desc nulls first', '"a', 'a; drop table x', 'a desc desc', '""'])(
  '%j is no order',
  (text) => {
    expect(() => parseOrderBy(text)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER' }) as Error)
  },
)

test('an order by more columns than anybody reads is refused', () => {
  const of = (count: number): string => Array.from({ length: count }, (_, index) => `c${index} desc`).join()
  expect(parseOrderBy(of(100))).toHaveLength(100)
  for (const count of [101, 2_000, 100_000])
    expect(() => parseOrderBy(of(count))).toThrow(expect.objectContaining({ code: 'LIMIT_TOO_LARGE' }))
})
