import { rootLimitOf } from '../../../../srv/platform/readers/choose-place.ts'

const wrapped = (query: string): string => `SELECT json_insert('{}','$."ID"',ID) as _json_ FROM (${query})`
const page = 'SELECT "$F".ID,(SELECT 1 FROM x as "$x" WHERE a = b) as y FROM V_Film as "$F"'

test.each([
  [wrapped(`${page} ORDER BY "$F".ID ASC LIMIT +?`), { takesAll: true, values: 1 }],
  [wrapped(`${page} ORDER BY "$F".ID ASC LIMIT +? OFFSET ?`), { takesAll: true, values: 2 }],
  [wrapped(`${page} left JOIN V_Planet as p ON p.ID = "$F".p LIMIT +?`), { takesAll: true, values: 1 }],
  [wrapped(`${page} inner JOIN V_Planet as p ON p.ID = "$F".p LIMIT +?`), { takesAll: false, values: 1 }],
  [wrapped(`${page} JOIN V_Planet as p ON p.ID = "$F".p LIMIT +?`), { takesAll: false, values: 1 }],
  [wrapped(`${page} WHERE "$F".ID = ? LIMIT +?`), { takesAll: false, values: 1 }],
  [wrapped('SELECT a FROM V_Film as "$F" GROUP BY a LIMIT +?'), { takesAll: false, values: 1 }],
  [wrapped('SELECT DISTINCT a FROM V_Film as "$F" LIMIT +?'), { takesAll: false, values: 1 }],
  [wrapped('SELECT count(1) as n FROM V_Film as "$F" LIMIT +?'), { takesAll: false, values: 1 }],
  [wrapped('SELECT a FROM (SELECT a FROM x WHERE a = 1) as s LIMIT +?'), { takesAll: false, values: 1 }],
  [wrapped(page), { takesAll: false, values: 0 }],
  [`${page} LIMIT +?`, { takesAll: false, values: 1 }],
  [wrapped(`${page} WHERE a = ' LIMIT +?)'`), { takesAll: false, values: 0 }],
  ['SELECT 1', { takesAll: false, values: 0 }],
  ['LIMIT +?)', { takesAll: false, values: 1 }],
])('%s', (sql, expected) => {
  expect(rootLimitOf(sql)).toEqual(expected)
})
