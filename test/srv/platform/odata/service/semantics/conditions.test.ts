import { randomUUID } from 'node:crypto'
import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('a change of what is not there, %s', (_, ask) => {
  const films: [set: string, path: () => string, body: object][] = [
    ['a person', () => `People(${randomUUID()})`, { name: 'New' }],
    ['a film', () => `Film(ID=${randomUUID()},IsActiveEntity=true)`, { title: 'New' }],
  ]

  test.each(films)('creates %s, by PATCH as by PUT', async (_, path, body) => {
    for (const method of ['PATCH', 'PUT']) {
      const url = path()
      const created = await ask(method, url, { body, headers: { prefer: 'return=representation' } })
      expect([created.status, created.body]).toMatchObject([201, body])
      expect(created.headers['location']).toBe(`${app.url}/odata/v4/SagaFilm/${url}`)
      expect((await ask('GET', url)).body).toMatchObject(body)
      expect((await ask(method, url, { body, headers: { prefer: 'return=representation' } })).status).toBe(200)
    }
  })

  test('tells where, if nothing else is to be sent', async () => {
    const url = `People(${randomUUID()})`
    const { status, headers } = await ask('PATCH', url, { body: { name: 'New' } })
    const location = `${app.url}/odata/v4/SagaFilm/${url}`
    expect([status, headers['location'], headers['odata-entityid']]).toEqual([204, location, location])
  })

  test.each(films)('is refused for %s that must be there', async (_, path, body) => {
    for (const method of ['PATCH', 'PUT']) {
      const url = path()
      expect((await ask(method, url, { body, headers: { 'if-match': '*' } })).status).toBe(412)
      expect((await ask('GET', url)).status).toBe(404)
    }
  })

  test('links what the body links', async () => {
    const { body: planet } = await ask('POST', 'Planet', { body: { name: 'Home' } })
    const url = `People(${randomUUID()})`
    await ask('PATCH', url, { body: { name: 'New', homeworld: { '@odata.id': `Planet(${planet.ID})` } } })
    expect((await ask('GET', url)).body.homeworld_ID).toBe(planet.ID)
  })

  test('needs all that a new record needs', async () => {
    const { status, body } = await ask('PATCH', `Film(ID=${randomUUID()},IsActiveEntity=true)`, {
      body: { director: 'x' },
    })
    expect([status, body.error]).toMatchObject([400, { code: 'ASSERT_MANDATORY', target: 'title' }])
  })

  test.each([
    ['a draft', () => `Film(ID=${randomUUID()},IsActiveEntity=false)`],
    ['a draft by its ID alone', () => `Film(${randomUUID()})`],
    [
      'a link of a draft',
      () => `Film(ID=${randomUUID()},IsActiveEntity=false)/characters(ID=${randomUUID()},IsActiveEntity=false)`,
    ],
    [
      'a link of no film',
      () => `Film(ID=${randomUUID()},IsActiveEntity=true)/characters(ID=${randomUUID()},IsActiveEntity=true)`,
    ],
    ['the homeworld of nobody', () => `People(${randomUUID()})/homeworld`],
  ])('never creates %s', async (_, path) => {
    const { body: person } = await ask('POST', 'People', { body: { name: 'Somebody' } })
    const url = path()
    const body = url.includes('characters')
      ? { people_ID: person.ID }
      : url.startsWith('People')
        ? { name: 'x' }
        : { title: 'x' }
    for (const method of ['PATCH', 'PUT']) expect((await ask(method, url, { body })).status).toBe(404)
    expect((await ask('GET', 'Film?$filter=IsActiveEntity eq false')).body.value).toEqual([])
  })
})

test('rows of the data service are created alike', async () => {
  const path = `/odata/v4/-data/Entities('${randomUUID()}')`
  expect((await send(app, 'PATCH', path, { body: { columns: [{ name: 'a' }] } })).status).toBe(204)
  expect((await send(app, 'GET', `${path}?$expand=columns`)).body.columns).toMatchObject([{ name: 'a' }])
})
