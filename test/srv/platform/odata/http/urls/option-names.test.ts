import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowApp()

describe.each(ways(app, 'SagaFilm'))('system query options without $, %s', (_, ask) => {
  test.each([
    [
      'Planet?top=2&skip=1&orderby=name&select=name&count=true',
      'Planet?$top=2&$skip=1&$orderby=name&$select=name&$count=true',
    ],
    ["People?filter=startswith(name,'L')&expand=homeworld", "People?$filter=startswith(name,'L')&$expand=homeworld"],
    ['People/$count?search=luke', 'People/$count?$search=luke'],
    ['People?apply=aggregate($count as n)', 'People?$apply=aggregate($count as n)'],
    ['Planet?%74op=1&SELECT=name', 'Planet?$top=1&$select=name'],
    [
      'Planet?top=1&format=application/json;odata.metadata=none',
      'Planet?$top=1&$format=application/json;odata.metadata=none',
    ],
    ['Planet?skiptoken=3&top=0', 'Planet?$skiptoken=3&$top=0'],
    ['Planet?$Top=1&$SELECT=name', 'Planet?$top=1&$select=name'],
    ['Film?$expand=characters(top=1;$SKIP=1;Select=ID)', 'Film?$expand=characters($top=1;$skip=1;$select=ID)'],
  ])('%s is %s', async (bare, full) => {
    const [first, second] = [await ask('GET', bare), await ask('GET', full)]
    expect(first.status).toBe(second.status)
    expect(first.body).toEqual(second.body)
  })

  test('pages lead on', async () => {
    const { body } = await ask('GET', 'Planet?select=name&top=3', { headers: { prefer: 'maxpagesize=2' } })
    expect(body.value).toHaveLength(2)
    expect(body['@odata.nextLink']).toMatch(/top=3/)
  })

  test.each([
    ['Planet?top=1&$top=1', 'DUPLICATE_QUERY_OPTION'],
    ['Planet?top=1&TOP=1', 'DUPLICATE_QUERY_OPTION'],
    ['Film?$top=1&%24top=2', 'DUPLICATE_QUERY_OPTION'],
    ["Film?$filter=title eq 'a'&$filter=title eq 'b'", 'DUPLICATE_QUERY_OPTION'],
    ['Film?$expand=characters($top=1;top=2)', 'DUPLICATE_QUERY_OPTION'],
    ['Film?$expand=characters($expand=people($select=ID;$select=name))', 'DUPLICATE_QUERY_OPTION'],
    ['Film?$foo=1', 'UNKNOWN_QUERY_OPTION'],
    ['Film?$', 'UNKNOWN_QUERY_OPTION'],
    ['$metadata?$foo=1', 'UNKNOWN_QUERY_OPTION'],
    ['?$foo=1', 'UNKNOWN_QUERY_OPTION'],
    ['Planet?deltatoken=1', 'UNKNOWN_QUERY_OPTION'],
    ['Planet?schemaversion=*&$SchemaVersion=*', 'DUPLICATE_QUERY_OPTION'],
    ['Planet?top=-1', 'INVALID_PAGING'],
    ['Planet?skiptoken=x', 'INVALID_SKIPTOKEN'],
    [`Planet?filter=${'not '.repeat(200)}true`, 'EXPRESSION_TOO_DEEP'],
  ])('%s is refused', async (path, code) => {
    const { status, body } = await ask('GET', path)
    expect([status, body.error.code]).toEqual([400, code])
  })

  test('the schema is asked for in its only version', async () => {
    for (const path of ['Planet?schemaversion=*&$top=1', '$metadata?$schemaversion=*', '?$schemaVersion=%2A'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
    for (const path of ['Planet?$schemaversion=1', '$metadata?$schemaversion='])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
  })

  test('options of clients stay theirs', async () => {
    for (const path of [
      'Planet?$top=1&topmost=1',
      'Planet?$top=1&sap-client=100',
      'Planet?$top=1&x',
      'Film?$top=1&a=1&a=2',
    ])
      expect((await ask('GET', path)).body.value).toHaveLength(1)
  })

  test.each([
    'Film?$top=1&$expand=characters($top=1),planets($top=1)',
    'Film?$expand=characters($top=1;$expand=people($expand=films($top=1)))',
    "Film?$filter=title eq '$top=1%26$top=2'",
  ])('%s gives none twice', async (path) => {
    expect((await ask('GET', path)).status).toBe(200)
  })
})
