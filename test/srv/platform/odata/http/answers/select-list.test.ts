import { selectList } from '../../../../../../srv/platform/odata/http/answers/absolute-links.ts'

test.each([
  ['', ''],
  ['$top=3', ''],
  ['$select=title', '(title)'],
  ['$select=title,%20release_date&$top=1', '(title,release_date)'],
  ['$select=*', '(*)'],
  ['$expand=characters', ''],
  ['$select=title&$expand=characters', '(title,characters())'],
  ['$select=title,characters&$expand=characters', '(title,characters())'],
  ['$expand=characters($select=ID)', '(characters(ID))'],
  ['$expand=characters(Select=ID)', '(characters(ID))'],
  [
    "$expand=characters($filter=a eq ',(';$select=ID,people_ID;$expand=people($select=name)),planets",
    '(characters(ID,people_ID,people(name)))',
  ],
  ['$compute=length(title) as l', ''],
  ['$compute=length(title) as l&$select=l', '(l)'],
  ['$select=title&$expand=characters(', ''],
  ['$select=%E0%A4%A', ''],
])('%s selects %j', (query, list) => {
  expect(selectList(query)).toBe(list)
})
