import { missingSegment } from '../../../../../../srv/platform/odata/http/urls/path-options.ts'

test.each([
  ['/$crossjoin(Film,People)', '$crossjoin'],
  ['/Film/$delta', '$delta'],
  ['/Film/%24each', '$each'],
  ['/Film/$filter(@f)/$count', '$filter'],
])('%s has a segment that is not offered', (path, segment) => {
  expect(missingSegment(path)).toBe(segment)
})

test.each([
  '/',
  '/Film/$count',
  '/$metadata',
  "/directors('a/$delta')",
  "/Data('it''s/$each')/name",
  '/$filters',
  '/x$delta',
])('%s has none', (path) => {
  expect(missingSegment(path)).toBeUndefined()
})
