import { request } from 'node:http'
import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowApp()

describe.each(ways(app, 'SagaFilm'))('contexts and links, %s', (_, ask) => {
  const root = (): string => `${app.url}/odata/v4/SagaFilm/`
  const context = async (path: string, headers = {}): Promise<string> => {
    const { body } = await ask('GET', path, { headers })
    return (body['@odata.context'] as string).replace(root(), '')
  }

  test.each([
    ['Film', '$metadata#Film'],
    ['Film?$select=title,director&$top=1', '$metadata#Film(title,director)'],
    ['Film?$expand=characters($select=people_ID)&$top=1', '$metadata#Film(characters(people_ID))'],
    ['People?$apply=groupby((gender),aggregate($count as n))', '$metadata#People(gender,n)'],
    ['People?$apply=concat(aggregate($count as n),groupby((gender)))', '$metadata#People'],
    ["directors('George Lucas')?$select=director", '$metadata#directors(director)/$entity'],
  ])('%s has the context %s', async (path, expected) => {
    const found = await context(path)
    if (expected.includes('(gender,n)')) expect(found).toMatch(/^\$metadata#People\((gender,n|n,gender)\)$/)
    else expect(found).toBe(expected)
  })

  test('of navigations, properties and drafts', async () => {
    const [film] = (await ask('GET', "Film?$filter=title eq 'A New Hope'")).body.value
    const path = `Film(ID=${film.ID},IsActiveEntity=true)`
    expect(await context(path)).toBe('$metadata#Film/$entity')
    expect(await context(`${path}?$select=title`)).toBe('$metadata#Film(title)/$entity')
    expect(await context(`${path}/characters?$select=people_ID`)).toBe('$metadata#Film2People(people_ID)')
    expect(await context(`${path}/title`)).toBe(`$metadata#${path}/title`)
    const { body: draft } = await ask('POST', 'Film', { body: { title: 'x' } })
    expect(draft['@odata.context']).toBe(`${root()}$metadata#Film/$entity`)
    const administration = `Film(ID=${draft.ID},IsActiveEntity=false)/DraftAdministrativeData`
    expect(await context(administration)).toMatch(/^\$metadata#Film\(.*\)\/DraftAdministrativeData/)
  })

  test('a page leads to the next one by a link that can be followed as it is, without other metadata too', async () => {
    const first = await ask('GET', 'People?$select=name&$orderby=name', { headers: { prefer: 'odata.maxpagesize=3' } })
    const link = first.body['@odata.nextLink'] as string
    expect(link.startsWith(`${root()}People?`)).toBe(true)
    const next = (await (await fetch(link, { headers: { prefer: 'odata.maxpagesize=3' } })).json()) as {
      value: object[]
    }
    expect(next.value).toHaveLength(3)
    expect(next.value).not.toEqual(first.body.value)
    const headers = { prefer: 'odata.maxpagesize=3', accept: 'application/json;odata.metadata=none' }
    const none = await ask('GET', 'People?$select=name', { headers })
    expect([none.body['@odata.context'], String(none.body['@odata.nextLink']).startsWith(root())]).toEqual([
      undefined,
      true,
    ])
  })
})

test('the service document has an absolute context', async () => {
  const body = (await (await fetch(`${app.url}/odata/v4/SagaFilm/`)).json()) as Record<string, unknown>
  expect(body['@odata.context']).toBe(`${app.url}/odata/v4/SagaFilm/$metadata`)
})

test('links begin with the host that the client named, each with its own', async () => {
  const { port } = new URL(app.url)
  const contextFor = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const path = '/odata/v4/SagaFilm/Film?$top=1&$select=title'
      request({ port, path, headers: { host } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          resolve((JSON.parse(Buffer.concat(parts).toString()) as Record<string, string>)['@odata.context']!)
        })
      })
        .on('error', reject)
        .end()
    })
  for (const host of ['localhost:1', '127.0.0.1:2', 'localhost:1'])
    expect(await contextFor(host)).toBe(`http://${host}/odata/v4/SagaFilm/$metadata#Film(title)`)
})

test('a host that is forwarded by nobody who is trusted counts for nothing', async () => {
  const headers = { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https', forwarded: 'host=a.example' }
  const film = `${app.url}/odata/v4/SagaFilm/`
  const page = await fetch(`${film}People?$select=name`, { headers: { ...headers, prefer: 'maxpagesize=2' } })
  const { '@odata.context': context, '@odata.nextLink': link } = (await page.json()) as Record<string, string>
  expect([context, link!.startsWith(`${film}People?`)]).toEqual([`${film}$metadata#People(name)`, true])
  const body = JSON.stringify({ name: 'x' })
  const json = { ...headers, 'content-type': 'application/json' }
  const made = await fetch(`${film}Planet`, { method: 'POST', headers: json, body })
  expect(made.headers.get('location')!.startsWith(`${film}Planet(`)).toBe(true)
})
