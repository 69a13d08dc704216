import { nestedOptions } from '../../../../../srv/platform/odata/options/query-options.ts'
import { borrowEmptyApp } from '../../../../support/borrowed-server.ts'
import { ways } from '../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('System query options, %s', (_, ask) => {
  test.each([
    'Film?$top=1&$top=1',
    'Film?$top=1&%24top=2',
    "Film?$filter=title eq 'a'&$filter=title eq 'b'",
    'Film?$count=true&$count=false',
    'Film?$expand=characters($top=1;$top=2)',
    'Film?$expand=characters($expand=people($select=ID;$select=name))',
  ])('%s gives one twice, so it is refused', async (path) => {
    const { status, body } = await ask('GET', path)
    expect([status, body.error.code]).toEqual([400, 'DUPLICATE_QUERY_OPTION'])
  })

  test.each(['Film?$foo=1', 'Film?$Top=1', 'Film?$deltatoken=x', 'Film?$', '$metadata?$foo=1', '?$foo=1'])(
    '%s names one that there is not, so it is refused',
    async (path) => {
      const { status, body } = await ask('GET', path)
      expect([status, body.error.code]).toEqual([400, 'UNKNOWN_QUERY_OPTION'])
    },
  )

  test.each([
    'Film?$top=1&$expand=characters($top=1),planets($top=1)',
    'Film?$expand=characters($top=1;$expand=people($expand=films($top=1)))',
    "Film?$filter=title eq '$top=1&$top=2'".replaceAll('&', '%26'),
    'Film?foo=1&foo=2',
    'Film?sap-language=de',
  ])('%s is answered', async (path) => {
    expect((await ask('GET', path)).status).toBe(200)
  })
})

test('options inside $expand are listed by their parentheses, and not looked for in quoted text', () => {
  expect(nestedOptions("a($filter=x eq '($top=1';$expand=b($top=1)),c($top=2)")).toEqual([
    ['$filter', '$expand'],
    ['$top'],
    ['$top'],
  ])
})
