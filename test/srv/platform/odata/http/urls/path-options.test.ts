/** What a path says of options: those of a collection of which a condition holds, and options in the body. */
import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()
const ask = (method: string, path: string, options = {}) => send(app, method, `/odata/v4/SagaFilm/${path}`, options)
const query = (path: string, body: string, type = 'text/plain') =>
  ask('POST', path, { body, headers: { 'content-type': type } })

const NAMES = ['Abafar', 'Bespin', 'Hoth']

beforeAll(async () => {
  for (const name of NAMES) expect((await ask('POST', 'Planet', { body: { name, climate: 'x' } })).status).toBe(201)
})

const namesAt = async (path: string): Promise<string[]> => {
  const { status, text, body } = await ask('GET', path)
  expect([status, text]).toEqual([200, expect.anything()])
  return body.value.map(({ name }: { name: string }) => name)
}

test.each([
  ["Planet/$filter(name gt 'B')?$orderby=name", ['Bespin', 'Hoth']],
  ["Planet/$filter(name gt 'B')/$filter(length(name) gt 4)", ['Bespin']],
  ["Planet/%24filter(name%20gt%20'B')?$filter=name lt 'C' or name eq 'Abafar'", ['Bespin']],
  ["Planet/$filter(@f)?@f=name eq 'Hoth'", ['Hoth']],
  ["Planet/$filter(name eq 'a/b)' or name eq 'Hoth')", ['Hoth']],
  ["Planet/$filter(name gt 'B')?$apply=filter(name lt 'C')/groupby((name))", ['Bespin']],
])('%s', async (path, names) => {
  expect(await namesAt(path)).toEqual(names)
})

test('they are counted, and asked for by HEAD', async () => {
  const path = "Planet/$filter(name gt 'B')"
  expect(await ask('GET', `${path}/$count`)).toMatchObject({ status: 200, text: '2' })
  expect(await ask('HEAD', path)).toMatchObject({ status: 200, text: '' })
})

test.each([
  ['GET', 'Planet/$filter(nix gt 1)', 400, '$filter: nix does not exist'],
  ['GET', 'Planet/$filter(name gt)', 400, '$filter: unexpected end'],
  ['GET', 'Planet/$filter(name gt 1)/name', 400, 'The path segment "$filter" is not offered.'],
  ['DELETE', "Planet/$filter(name gt 'B')", 400, 'The path segment "$filter" is not offered.'],
  ['GET', "Planet/$filter(name gt 'B')/$each", 400, 'is not offered.'],
  ['GET', 'Planet/$query', 405, 'The options of $query are the body of a POST.'],
])('%s %s is refused', async (method, path, status, message) => {
  const answer = await ask(method, path)
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)])
})

test('options are the body of a POST to $query, longer than a URL may be', async () => {
  const long = `$select=name&$filter=name eq 'Hoth' or name eq '${'x'.repeat(9_000)}'`
  const { status, body } = await query('Planet/$query', long)
  expect([status, body.value.map(({ name }: { name: string }) => name)]).toEqual([200, ['Hoth']])
  expect((await query('Planet/$query', '')).body.value).toHaveLength(NAMES.length)
  expect((await query('Planet/$query?$top=1', '$count=true')).body).toMatchObject({
    '@odata.count': NAMES.length,
    value: { length: 1 },
  })
})

test.each([
  ['$top=1', 'application/json', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['$filter=%', 'text/plain', 400, 'INVALID_URL'],
  ['$nix=1', 'text/plain', 400, 'UNKNOWN_QUERY_OPTION'],
  ['x'.repeat(20_000), 'text/plain', 413, 'PAYLOAD_TOO_LARGE'],
])('a body that is no options is refused', async (text, type, status, code) => {
  const answer = await query('Planet/$query', text, type)
  expect([answer.status, answer.body.error.code]).toEqual([status, code])
})
