import { lambdaDepth } from '../../../../srv/platform/guard/check-query.ts'

test.each([
  ['a eq 1', 0],
  ['a/any(b:b/c eq 1) and a/all(b:b/c eq 1)', 1],
  ['a/any(b:(b/c/any(d:d/e eq 1)))', 2],
  ['(((a)))', 0],
])('%s has %i inside each other', (text, depth) => {
  expect(lambdaDepth(text)).toBe(depth)
})
