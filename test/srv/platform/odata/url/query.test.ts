import { textBefore } from '../../../../../srv/platform/odata/url/query.ts'

test.each([
  ['People(1)', '(', 'People'],
  ['a=b=c', '=', 'a'],
  ['no mark', '#', 'no mark'],
  ['#', '#', ''],
  ['', '?', ''],
])('%j before %j is %j', (text, mark, before) => {
  expect(textBefore(text, mark)).toBe(before)
})
