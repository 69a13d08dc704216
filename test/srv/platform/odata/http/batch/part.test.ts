import { withinService } from '../../../../../../srv/platform/odata/http/batch/part.ts'

test.each([
  ['Film', '/Film'],
  ['/Film', '/Film'],
  ["Film?$filter=title eq 'a'", "/Film?$filter=title%20eq%20'a'"],
  ['/odata/v4/S/Film(1)', '/Film(1)'],
  ['/odata/v4/S/', '/'],
  ['/odata/v4/S', '/'],
  ['http://host:4004/odata/v4/S/Film?$top=1', '/Film?$top=1'],
  ['HTTPS://host/odata/v4/S/Film#x', '/Film'],
  ['/odata/v4/Sother/Film', '/odata/v4/Sother/Film'],
  ['http://host/else', '/else'],
  ['$metadata', '/$metadata'],
])('%s is %s below the service', (url, path) => {
  expect(withinService(url, '/odata/v4/S')).toBe(path)
})
