import cds from '@sap/cds'
import { startApp } from '../support/app.ts'
import { serverUrl } from '../support/server-url.ts'
import { basic } from '../support/users.ts'

/** The rules of production: callers without a login have no roles. */
beforeAll(() => {
  Object.assign(cds.env.requires.auth as object, { anonymous: [] })
})
startApp()

const JSON_BODY = { 'content-type': 'application/json' }
const READS = ['SagaFilm/', 'SagaFilm/$metadata', 'SagaFilm/Film', 'SagaEpisode/Shows', '-data/Data', '-data/Entities']

const send = async (method: string, path: string, caller?: string, body?: object): Promise<Response> =>
  fetch(serverUrl(`/odata/v4/${path}`), {
    method,
    headers: { ...(body ? JSON_BODY : {}), ...(caller ? basic(caller) : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const WRITES: [method: string, path: string, body: object | undefined][] = [
  ['POST', 'SagaFilm/Film', { title: 'x' }],
  ['POST', 'SagaFilm/Film2People', { film_ID: cds.utils.uuid(), people_ID: cds.utils.uuid() }],
  ['POST', 'SagaFilm/People', { name: 'x' }],
  ['PATCH', `SagaFilm/Planet(${cds.utils.uuid()})`, { name: 'x' }],
  ['DELETE', `SagaFilm/Planet(${cds.utils.uuid()})`, undefined],
  ['POST', `SagaFilm/Film(ID=${cds.utils.uuid()},IsActiveEntity=true)/SagaFilm.draftEdit`, {}],
  ['POST', '-data/Data', { dummy: 'x' }],
  ['POST', '-data/Entities', { name: 'x' }],
  ['POST', '-data/Entities_columns', { up__name: 'x', name: 'y' }],
]

test.each(READS)('%s is read with a login only', async (path) => {
  const reply = await send('GET', path)
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toContain('Basic')
  expect(await reply.json()).toEqual({ error: { code: 'UNAUTHORIZED', message: 'This needs a login.' } })
  expect((await send('GET', path, 'viewer')).status).toBe(200)
})

test.each(WRITES)('%s %s is for editors only', async (method, path, body) => {
  expect((await send(method, path, undefined, body)).status).toBe(401)
  const forbidden = await send(method, path, 'admin', body)
  expect(forbidden.status).toBe(403)
  expect(await forbidden.json()).toMatchObject({ error: { code: '403' } })
  expect([401, 403]).not.toContain((await send(method, path, 'editor', body)).status)
})

test('every entity that can be written is restricted to editors', () => {
  const services = ['SagaFilm', 'SagaEpisode', 'DataService'].map((name) => cds.services[name]!)
  const entities = services.flatMap((service) => Object.values(service.entities))
  const open = entities.filter((entity) => {
    const { '@readonly': isReadonly, '@restrict': rules, name } = entity as unknown as Record<string, unknown>
    if (isReadonly || String(name).endsWith('.DraftAdministrativeData')) return false
    // CAP turns single values into lists as it goes.
    const grants = (rules ?? []) as { grant: string | string[]; to?: string | string[] }[]
    return !grants.some(({ grant, to }) => [grant].flat().includes('WRITE') && String(to) === 'editor')
  })
  expect(open.map(({ name }) => name)).toEqual([])
})

const batch = (requests: object[], caller?: string): Promise<Response> =>
  send('POST', 'SagaFilm/$batch', caller, { requests })

test('a batch without a login is refused as a whole', async () => {
  const reply = await batch([{ id: '1', method: 'GET', url: '/Film' }])
  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
})

test('in a batch, each part is held against the roles of the caller', async () => {
  const requests = [
    { id: '1', method: 'GET', url: '/Film' },
    { id: '2', method: 'POST', url: '/Planet', headers: JSON_BODY, body: { name: 'x' } },
    { id: '3', method: 'GET', url: '/Planet' },
  ]
  const { responses } = (await (await batch(requests, 'viewer')).json()) as { responses: { status: number }[] }
  expect(responses.map(({ status }) => status)).toEqual([200, 403, 200])
})

test('a draft belongs to its editor, by name', async () => {
  const created = (await (await send('POST', 'SagaFilm/Film', 'alice', { title: 'x' })).json()) as { ID: string }
  const draft = `SagaFilm/Film(ID=${created.ID},IsActiveEntity=false)`
  const owner = await send('GET', `${draft}?$expand=DraftAdministrativeData`, 'alice')
  expect(await owner.json()).toMatchObject({
    createdBy: 'alice',
    DraftAdministrativeData: { InProcessByUser: 'alice', DraftIsCreatedByMe: true },
  })
  expect((await send('PATCH', draft, 'bob', { title: 'y' })).status).toBe(403)
  expect((await send('PATCH', draft, 'alice', { title: 'y' })).status).toBe(204)
  expect((await send('POST', `${draft}/SagaFilm.draftActivate`, 'bob', {})).status).toBe(403)
  expect((await send('POST', `${draft}/SagaFilm.draftActivate`, 'alice', {})).status).toBe(201)
  const active = `SagaFilm/Film(ID=${created.ID},IsActiveEntity=true)`
  expect((await send('POST', `${active}/SagaFilm.draftEdit`, 'viewer', {})).status).toBe(403)
  expect((await send('POST', `${active}/SagaFilm.draftEdit`, 'bob', {})).status).toBe(201)
  expect((await send('POST', `${active}/SagaFilm.draftEdit`, 'alice', {})).status).toBe(409)
})
