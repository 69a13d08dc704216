/** Behind a proxy that is trusted, links lead to it; absolute-links.test.ts sees that nobody else is believed. */
import cds from '@sap/cds'
import { startApp } from '../../../../../support/app.ts'
import { belowService, part, readMultipart, send, sendMultipartBatch, ways } from '../../../../../support/odata.ts'

beforeAll(() => {
  Object.assign(cds.env, { process: { trustedProxies: 1 }, guard: { hosts: ['saga.example', 'other.example'] } })
})
const app = startApp()

const forwarded = (host: string, protocol = 'https') => ({ 'x-forwarded-host': host, 'x-forwarded-proto': protocol })
const PROXY = forwarded('saga.example')
const ROOT = 'https://saga.example/odata/v4/SagaFilm/'

test('contexts, links to further pages and Locations have the host and the protocol that are forwarded', async () => {
  const ask = (method: string, path: string, headers = {}, body?: object) =>
    send(app, method, `/odata/v4/SagaFilm/${path}`, { headers: { ...PROXY, ...headers }, ...(body && { body }) })
  const page = await ask('GET', 'People?$select=name', { prefer: 'maxpagesize=2' })
  expect(page.body['@odata.context']).toBe(`${ROOT}$metadata#People(name)`)
  expect(page.body['@odata.nextLink']).toMatch(`${ROOT}People?`)
  const next = await ask('GET', belowService(page.body['@odata.nextLink'] as string), { prefer: 'maxpagesize=2' })
  expect(next.body.value).toHaveLength(2)
  expect((await ask('GET', '')).body['@odata.context']).toBe(`${ROOT}$metadata`)
  const made = await ask('POST', 'Planet', { prefer: 'return=minimal' }, { name: 'x' })
  expect(made.headers['location']).toMatch(`${ROOT}Planet(`)
  expect(made.headers['odata-entityid']).toBe(made.headers['location'])
  const draft = await ask('POST', 'Film', {}, { title: 'x' })
  expect([draft.headers['location'], draft.body['@odata.context']]).toEqual([
    expect.stringMatching(/^https:\/\/saga\.example\/odata\/v4\/SagaFilm\/Film\(/),
    `${ROOT}$metadata#Film/$entity`,
  ])
})

test('in batches as well, whose requests may name the proxy, and no other host', async () => {
  const urls = ['Film?$top=1', `${ROOT}Film?$top=1`, `${app.url}/odata/v4/SagaFilm/Film?$top=1`, 'https://a.example/x']
  const wish = { ...PROXY, prefer: 'continue-on-error' }
  const { headers, text } = await sendMultipartBatch(
    app,
    'SagaFilm',
    urls.map((url) => part('GET', url)),
    wish,
  )
  const answers = readMultipart(headers['content-type']!, text)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  for (const { body } of answers.slice(0, 3)) expect(body['@odata.context']).toBe(`${ROOT}$metadata#Film`)
})

describe.each(ways(app, 'SagaFilm'))('without a proxy in front, %s', (_, ask) => {
  test('links lead to the server itself', async () => {
    const { body } = await ask('GET', 'Film?$top=1')
    expect(body['@odata.context']).toBe(`${app.url}/odata/v4/SagaFilm/$metadata#Film`)
  })
})

test('answers that are kept are those of one host and one protocol', async () => {
  let served = 0
  cds.services['SagaFilm']!.prepend((service) => {
    service.before('READ', 'Planet', () => {
      served++
    })
  })
  const proxies = [forwarded('saga.example'), forwarded('other.example'), forwarded('saga.example', 'http'), {}]
  const roots = ['https://saga.example', 'https://other.example', 'http://saga.example', app.url]
  for (let round = 0; round < 3; round++)
    for (const [index, headers] of proxies.entries()) {
      const { body } = await send(app, 'GET', '/odata/v4/SagaFilm/Planet?$select=name', { headers })
      expect(body['@odata.context']).toBe(`${roots[index]!}/odata/v4/SagaFilm/$metadata#Planet(name)`)
    }
  expect(served).toBe(proxies.length)
})

test('a host that the server is not known by is refused, and leads nowhere, with a protocol that is none as well', async () => {
  const hostile = [
    forwarded('evil.example'),
    forwarded('evil.example, saga.example'),
    forwarded('saga.example', 'evil'),
  ]
  for (const headers of hostile) {
    const answers = await Promise.all([
      send(app, 'GET', '/odata/v4/SagaFilm/People?$top=1', { headers: { ...headers, prefer: 'maxpagesize=1' } }),
      send(app, 'GET', '/odata/v4/SagaFilm/', { headers }),
      send(app, 'POST', '/odata/v4/SagaFilm/Planet', { headers, body: { name: 'x' } }),
      send(app, 'GET', '/openapi/SagaFilm.json', { headers }),
      send(app, 'GET', '/cockpit/server.json', { headers }),
      send(app, 'GET', '/api/v1/openapi.json', { headers }),
    ])
    for (const { status, headers: received, body } of answers) {
      expect([400, 403, 421]).toContain(status)
      expect(JSON.stringify([received, body])).not.toContain('evil')
    }
  }
})
