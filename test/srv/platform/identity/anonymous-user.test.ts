import cds from '@sap/cds'
import { createAnonymousUser } from '../../../../srv/platform/identity/identify.ts'
import { startApp } from '../../../support/app.ts'
import { mountProbeRouter } from '../../../support/probe-router.ts'
import { serverUrl } from '../../../support/server-url.ts'
import { basic } from '../../../support/users.ts'

/** The rules of development: callers without a login read and edit, as one user called anonymous. */
mountProbeRouter()
startApp()

const send = (method: string, path: string, body?: object, headers: object = {}): Promise<Response> =>
  fetch(serverUrl(path), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const odata = (method: string, path: string, body?: object, headers?: object): Promise<Response> =>
  send(method, `/odata/v4/${path}`, body, headers)

test('it is an anonymous user of CAP that has the roles given, and is not logged in', () => {
  const user = createAnonymousUser(['reader'])
  expect(user).toBeInstanceOf(cds.User.Anonymous)
  expect(user).toMatchObject({ id: 'anonymous', _is_anonymous: true })
  const asked = ['any', 'reader', 'editor', 'authenticated-user', 'identified-user', 'constructor', 'viewer']
  expect(asked.filter((role) => user.is(role))).toEqual(['any', 'reader'])
})

test.each(['SagaFilm/Film', 'SagaEpisode/Shows', '-data/Entities', 'SagaFilm/$metadata'])(
  '%s is open',
  async (path) => {
    expect((await odata('GET', path)).status).toBe(200)
  },
)

test('the administration API is not', async () => {
  expect((await send('GET', '/api/v1/viewer')).status).toBe(401)
  expect((await send('GET', '/API/v1/viewer')).status).toBe(401)
})

test('wrong credentials are refused all the same', async () => {
  expect((await odata('GET', 'SagaFilm/Film', undefined, basic('alice', 'wrong'))).status).toBe(401)
})

test('a login without the role editor cannot write, though callers without a login can', async () => {
  expect((await odata('POST', 'SagaFilm/Planet', { name: 'x' })).status).toBe(201)
  expect((await odata('POST', 'SagaFilm/Planet', { name: 'x' }, basic('viewer'))).status).toBe(403)
})

test('a film goes through its draft from creation to deletion', async () => {
  const created = await odata('POST', 'SagaFilm/Film', { title: 'x' })
  expect(created.status).toBe(201)
  const { ID, createdBy } = (await created.json()) as { ID: string; createdBy: string }
  expect(createdBy).toBe('anonymous')
  const [draft, active] = [
    `SagaFilm/Film(ID=${ID},IsActiveEntity=false)`,
    `SagaFilm/Film(ID=${ID},IsActiveEntity=true)`,
  ]
  const read = await odata('GET', `${draft}?$expand=DraftAdministrativeData`)
  expect(await read.json()).toMatchObject({
    DraftAdministrativeData: { InProcessByUser: 'anonymous', DraftIsProcessedByMe: true },
  })
  const foreign = await odata('PATCH', draft, { title: 'y' }, basic('alice'))
  const statuses = [
    foreign,
    await odata('PATCH', draft, { title: 'y' }),
    await odata('POST', `${draft}/SagaFilm.draftPrepare`, {}),
    await odata('POST', `${draft}/SagaFilm.draftActivate`, {}),
    await odata('POST', `${active}/SagaFilm.draftEdit`, {}),
    await odata('DELETE', draft),
    await odata('DELETE', active),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 204, 200, 201, 201, 204, 204])
})

test('parts of a batch are open as well', async () => {
  const requests = [
    { id: '1', method: 'GET', url: '/Film' },
    { id: '2', method: 'POST', url: '/Planet', headers: { 'content-type': 'application/json' }, body: { name: 'x' } },
  ]
  const reply = await odata('POST', 'SagaFilm/$batch', { requests })
  const { responses } = (await reply.json()) as { responses: { status: number }[] }
  expect(responses.map(({ status }) => status)).toEqual([200, 201])
})

describe('where a handler asks anonymous callers for a login', () => {
  beforeAll(() => {
    cds.services['SagaFilm']!.prepend((service) => {
      service.before('READ', 'Species', (req: cds.Request) => {
        if (req.http?.req.headers['x-secret'] || !req.user.is('authenticated-user')) req.reject(401)
      })
    })
  })
  const login = { id: '2', method: 'GET', url: '/Species' }
  const open = { id: '1', method: 'GET', url: '/Planet' }
  const batch = (requests: object[]): Promise<Response> => odata('POST', 'SagaFilm/$batch', { requests })

  test('it gets the answer of this API', async () => {
    const reply = await odata('GET', 'SagaFilm/Species')
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
  })

  test.each([
    ['first', [login, { ...open, id: '3' }], [401, 200]],
    ['last', [open, login], [200, 401]],
  ])('in a batch only the part that asks for it is refused, %s', async (_, requests, statuses) => {
    const reply = await batch(requests)
    expect(reply.status).toBe(200)
    const { responses } = (await reply.json()) as { responses: { status: number; body: unknown }[] }
    expect(responses.map(({ status }) => status)).toEqual(statuses)
    expect(responses[statuses.indexOf(401)]!.body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
  })
})
