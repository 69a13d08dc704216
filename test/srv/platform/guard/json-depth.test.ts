import { jsonDepth } from '../../../../srv/platform/guard/check-query.ts'

test.each([
  ['$filter=a eq 1', 0],
  ["$filter=a eq '[[['", 0],
  ['$filter=a eq {"{{{"', 4],
  ["$filter=a eq [{'[{'", 4],
  ['@p=["a","b"]', 1],
  ['$search=[[[[[', 0],
  ["$expand=a($search=it's;$filter=b eq {\"{{\" or c eq 'x')", 3],
])('%s is %i deep', (option, depth) => {
  expect(jsonDepth(option)).toBe(depth)
})
