import { expressionDepth } from '../../../../srv/platform/guard/check-query.ts'

test.each([
  ['a', 0],
  ['a eq 1', 1],
  ['a add b add c eq 1', 3],
  ['(a add b) add c', 3],
  ['f(g(a))', 2],
  ['((a add 1) add 1) add 1', 5],
  ['--a', 2],
  ['not not a', 2],
  ['a/b/c', 2],
  ['a eq 1 and b eq 2 or c eq 3', 1],
  ['a eq 2020-01-01', 1],
  ['(((', 3],
  ['$filter=a eq 1&$orderby=b add 1 add 1,c', 2],
])('%s is %i deep', (text, depth) => {
  expect(expressionDepth(text)).toBe(depth)
})
