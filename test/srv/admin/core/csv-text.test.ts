import { csvText } from '../../../../srv/admin/core/csv-text.ts'

test('null and the empty text differ, and what separates is quoted', () => {
  const rows = [
    [null, '', 'a,b', 'say "x"'],
    [1, true, 'two\nlines', '\r'],
  ]
  expect(csvText(['a', 'b', 'c', 'd'], rows)).toBe('a,b,c,d\r\n,"","a,b","say ""x"""\r\n1,true,"two\nlines","\r"\r\n')
})
