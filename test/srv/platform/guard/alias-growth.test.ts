import { aliasGrowth } from '../../../../srv/platform/guard/check-query.ts'

test.each([
  [['$filter=a eq 1'], 0, 0],
  [['$filter=a eq @p or b eq @p', "@p='xyz'"], 10, 0],
  [['$filter=a in @p or b in @p', "@p=['x','y']"], 18, 2],
  [['$filter=a eq @p', '@p=@q', "@q='x'"], 5, 0],
])('%j', (options, characters, commas) => {
  expect(aliasGrowth(options)).toEqual({ characters, commas })
})
