/** Reads that are answered from memory, seen from outside: when they are, and that nobody gets what is not so any more. */
import { randomUUID } from 'node:crypto'
import cds from '@sap/cds'
import { startApp } from '../../support/app.ts'
import { type Answer, changeSet, part, send, sendJsonBatch, sendMultipartBatch } from '../../support/odata.ts'
import { basic } from '../../support/users.ts'

const ANSWER_BYTES = 200_000
beforeAll(() => {
  Object.assign(cds.env, { cache: { answerBytes: ANSWER_BYTES } })
  cds.log('audit', 'warn')
})
const app = startApp()

const FILM = '/odata/v4/SagaFilm'
const LUKE = "People?$filter=name eq 'Luke Skywalker'"

/** Reads that have come to the services. */
let served = 0
/** Reads that have come to the database: $apply is read by queries of its own. */
let queried = 0
beforeAll(() => {
  cds.db.prepend((database) => {
    database.before('READ', '*', () => {
      queried++
    })
  })
  for (const name of ['SagaFilm', 'SagaEpisode', 'DataService'])
    cds.services[name]!.prepend((service) => {
      service.before('READ', '*', () => {
        served++
      })
    })
})

const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(app, 'GET', path.startsWith('/') ? path : `${FILM}/${path}`, { headers })

/** Reads, and tells whether a service was asked. */
const isServed = async (path: string, headers: Record<string, string> = {}): Promise<boolean> => {
  const before = served + queried
  const { status } = await read(path, headers)
  expect(status).toBe(200)
  return served + queried > before
}

/** Has an answer kept, and makes sure of that. */
const keep = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await read(path, headers)
  expect(await isServed(path, headers)).toBe(false)
  return answer
}

const planet = async (): Promise<string> => {
  const { body } = await send(app, 'POST', `${FILM}/Planet`, { body: { name: 'Kept' } })
  return `Planet(${String(body.ID)})`
}

describe('an answer from memory', () => {
  test('is the one that a service gave, with all its headers', async () => {
    const path = 'Film?$top=2&$expand=characters($expand=people)&$count=true'
    const first = await read(path)
    const second = await read(path)
    expect(second.text).toBe(first.text)
    const { date, 'x-correlation-id': id, ...headers } = second.headers
    const { date: _, 'x-correlation-id': firstId, ...firstHeaders } = first.headers
    expect(headers).toEqual(firstHeaders)
    expect([typeof date, id === firstId]).toEqual(['string', false])
    expect(await isServed(path)).toBe(false)
  })

  test('has the correlation id of its own request', async () => {
    await keep('directors')
    const { headers } = await read('directors', { 'x-correlation-id': 'mine-1' })
    expect(headers['x-correlation-id']).toBe('mine-1')
    const { headers: vcap } = await read('directors', { 'x-vcap-request-id': 'mine-2' })
    expect(vcap['x-correlation-id']).toBe('mine-2')
    const { headers: hostile } = await read('directors', { 'x-correlation-id': 'no way!' })
    expect(hostile['x-correlation-id']).toMatch(/^[\w-]{36}$/)
  })

  test.each(['', '$metadata', '$metadata?$format=json', 'Film/$count', 'producers', 'People?$search=luke'])(
    'is given for %s',
    async (path) => {
      await keep(path)
    },
  )

  test.each([
    '/odata/v4/SagaEpisode/Episodes?$top=3&$expand=characters($expand=people),show',
    '/odata/v4/SagaEpisode/Show2Planets',
    '/odata/v4/-data/Entities?$expand=columns&$top=3',
    '/odata/v4/-data/Data',
  ])('is given for %s', async (path) => {
    await keep(path)
  })

  test('is given to HEAD, without the body', async () => {
    const { headers, text } = await keep('producers')
    const before = served
    const head = await send(app, 'HEAD', `${FILM}/producers`)
    expect([head.status, head.text, served]).toEqual([200, '', before])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)))
    expect(head.headers['etag']).toBe(headers['etag'])
  })

  test('is read from bytes as it was, whatever the letters', async () => {
    const name = 'Ünïcødé 行星 🪐'
    const { body } = await send(app, 'POST', `${FILM}/Planet`, { body: { name } })
    const path = `Planet(${String(body.ID)})`
    expect((await keep(path)).body.name).toBe(name)
    expect((await read(path)).body.name).toBe(name)
  })
})

describe('answers are kept apart by', () => {
  const path = "People?$top=1&$filter=name eq 'Watto'"

  test('language', async () => {
    await keep('$metadata', { 'accept-language': 'en' })
    const german = await read('$metadata', { 'accept-language': 'de' })
    expect(german.headers['etag']).not.toBeUndefined()
    await keep(path, { 'accept-language': 'en' })
    expect(await isServed(path, { 'accept-language': 'de' })).toBe(true)
    expect(await isServed(path, { 'x-sap-request-language': 'fr' })).toBe(true)
  })

  test('format', async () => {
    await keep(path)
    expect(await isServed(path, { accept: 'application/json;odata.metadata=none' })).toBe(true)
    const { headers } = await read(path, { accept: 'application/json;odata.metadata=none' })
    expect(headers['content-type']).toMatch(/metadata=none/)
    expect((await read(path, { accept: 'application/xml' })).status).toBe(406)
  })

  test('preferences and versions', async () => {
    await keep('People?$top=9')
    const { body } = await read('People?$top=9', { prefer: 'odata.maxpagesize=2' })
    expect(body.value).toHaveLength(2)
    expect((await read('People?$top=9', { 'odata-maxversion': '3.0' })).status).toBe(400)
  })

  test('user, and whether there is one', async () => {
    await keep(path)
    expect(await isServed(path, basic('alice'))).toBe(true)
    expect(await isServed(path, basic('alice'))).toBe(false)
    expect(await isServed(path, basic('bob'))).toBe(true)
    expect((await read(path, basic('alice', 'wrong'))).status).toBe(401)
    expect((await read(path, { authorization: 'Basic !!!' })).status).toBe(401)
    expect((await read(path, { authorization: 'Bearer a.b.c' })).status).toBe(401)
  })

  test('address of the server', async () => {
    await keep(path)
    expect(await isServed(path, { 'x-forwarded-host': 'other.example' })).toBe(true)
  })
})

describe('nobody keeps', () => {
  test.each([
    'People?$filter=createdAt lt now()&$top=1',
    'Planet?$apply=filter(createdAt lt now())/aggregate($count as n)',
    'Film?$top=1&$expand=DraftAdministrativeData($select=InProcessByUser)',
  ])('%s: time passes', async (path) => {
    expect(await isServed(path)).toBe(true)
    expect(await isServed(path)).toBe(true)
  })

  test.each(['Film?$filter=nonsense eq 1', `People(${randomUUID()})`, 'Nothing'])('%s: an error', async (path) => {
    const answers = [await read(path), await read(path)]
    for (const { status, headers } of answers) expect([status >= 400, headers['etag']]).toEqual([true, undefined])
  })

  test('what is very large', async () => {
    const path = 'Film?$expand=characters($expand=people($expand=homeworld))'
    const { text } = await read(path)
    expect(text.length).toBeGreaterThan(ANSWER_BYTES)
    expect(await isServed(path)).toBe(true)
  })

  test('what a batch answers', async () => {
    const requests = [{ id: '1', method: 'GET', url: 'producers?$top=1' }]
    const before = served
    for (let turn = 0; turn < 2; turn++) await sendJsonBatch(app, 'SagaFilm', requests)
    expect(served).toBe(before + 2)
  })
})

describe('an answer is made anew after', () => {
  const all = 'Planet?$top=1&$select=name'

  test.each([
    ['a change', async (path: string) => send(app, 'PATCH', `${FILM}/${path}`, { body: { climate: 'hot' } })],
    ['a replacement', async (path: string) => send(app, 'PUT', `${FILM}/${path}`, { body: { name: 'Put' } })],
    ['a removal', async (path: string) => send(app, 'DELETE', `${FILM}/${path}`)],
    ['another planet', async () => send(app, 'POST', `${FILM}/Planet`, { body: { name: 'Other' } })],
    [
      'a JSON batch',
      async (path: string) =>
        sendJsonBatch(app, 'SagaFilm', [
          { id: '1', method: 'PATCH', url: path, headers: { 'content-type': 'application/json' }, body: { name: 'B' } },
        ]),
    ],
    [
      'a change set',
      async (path: string) =>
        sendMultipartBatch(app, 'SagaFilm', [changeSet(part('PATCH', path, { body: { name: 'C' } }, '1'))]),
    ],
    ['a statement of CAP', async () => cds.run(UPDATE('saga.Planet').set({ gravity: '2' }))],
    ['plain SQL', async () => cds.run("UPDATE saga_Planet SET gravity = '3'")],
    [
      'a transaction of several statements',
      async (path: string) =>
        cds.tx(async () => {
          await SELECT.from('saga.Film')
          await UPDATE('saga.Planet').set({ terrain: path })
        }),
    ],
  ])('%s', async (_, change) => {
    const path = await planet()
    await keep(all)
    await change(path)
    expect(await isServed(all)).toBe(true)
    await keep(all)
  })

  test('a change that shows only through an expand, a filter, a navigation or a view', async () => {
    const paths = [
      `${LUKE}&$expand=homeworld`,
      "People?$filter=homeworld/name eq 'Tatooine'&$top=1",
      'Film?$filter=planets/any(p:p/planet/climate eq null)&$select=title',
      "Film?$apply=filter(planets/any(p:p/planet/name eq 'Hoth'))/aggregate($count as n)",
      '/odata/v4/SagaEpisode/Show2Planets?$expand=planet',
      '/odata/v4/SagaEpisode/Planet?$count=true&$top=0',
    ]
    const path = await planet()
    for (const each of paths) await keep(each)
    await send(app, 'PATCH', `${FILM}/${path}`, { body: { climate: 'hot' } })
    for (const each of paths) expect([each, await isServed(each)]).toEqual([each, true])
  })

  test('the removal of what hangs below', async () => {
    const ID = randomUUID()
    const people_ID = String((await read(LUKE)).body.value[0].ID)
    const body = { ID, title: 'With links', IsActiveEntity: true, characters: [{ people_ID }] }
    expect((await send(app, 'POST', `${FILM}/Film`, { body })).status).toBe(201)
    const links = `People(${people_ID})/films?$filter=film_ID eq ${ID}`
    expect((await keep(links)).body.value).toHaveLength(1)
    await send(app, 'DELETE', `${FILM}/Film(ID=${ID},IsActiveEntity=true)`)
    expect((await read(links)).body.value).toEqual([])
  })

  test('an import, with all that it touched', async () => {
    await keep(all)
    const headers = basic('admin')
    const file = `cache-${randomUUID()}.csv`
    const csv = { 'content-type': 'text/csv', ...headers }
    const put = await send(app, 'PUT', `/api/v1/files/${file}`, { headers: csv, body: `ID,name\n${randomUUID()},In` })
    expect(put.status).toBeLessThan(300)
    const { status } = await send(app, 'POST', '/api/v1/import', { headers, body: { table: 'saga_Planet', file } })
    await send(app, 'DELETE', `/api/v1/files/${file}`, { headers })
    expect([status, await isServed(all)]).toEqual([200, true])
  })

  test('a row that the administration API changes', async () => {
    await keep(all)
    const values = { ID: randomUUID(), name: 'By hand' }
    const body = { table: 'saga_Planet', changes: [{ action: 'insert', values }], via: 'database' }
    const { status } = await send(app, 'POST', '/api/v1/rows', { headers: basic('admin'), body })
    expect([status, await isServed(all)]).toEqual([200, true])
  })

  test('stored records and entities of the data service', async () => {
    const [data, entities] = ['/odata/v4/-data/Data', '/odata/v4/-data/Entities?$expand=columns']
    const name = `Kept${randomUUID().slice(0, 8)}`
    await keep(data)
    await send(app, 'POST', data, { body: { dummy: name, record: [{ column: 'a', data: '1' }] } })
    expect((await read(data)).text).toContain(name)
    await keep(entities)
    await send(app, 'POST', '/odata/v4/-data/Entities', { body: { name, columns: [{ up__name: name, name: 'c' }] } })
    expect((await read(entities)).text).toContain(name)
  })

  test('a change to live rows', async () => {
    const live = '/odata/v4/-data/Data?entity=SagaFilm.Planet'
    await keep(live, basic('operator'))
    const path = await planet()
    expect(await isServed(live, basic('operator'))).toBe(true)
    await send(app, 'DELETE', `${FILM}/${path}`)
  })
})

describe('an answer stays after', () => {
  test('a change to what it was not made from', async () => {
    await keep('directors')
    await keep(LUKE)
    await planet()
    expect([await isServed('directors'), await isServed(LUKE)]).toEqual([false, false])
    await send(app, 'POST', `${FILM}/People`, { body: { name: 'New' } })
    expect([await isServed('directors'), await isServed(LUKE)]).toEqual([false, true])
  })

  test('a change that was rolled back', async () => {
    const path = await planet()
    await keep(path)
    const body = { name: 'x', homeworld_ID: randomUUID() }
    expect((await send(app, 'POST', `${FILM}/People`, { body })).status).toBe(400)
    const failing = cds.tx(async () => {
      await UPDATE('saga.Planet').set({ name: 'never' })
      throw new Error('back')
    })
    await expect(failing).rejects.toThrow('back')
    expect(await isServed(path)).toBe(false)
    expect((await read(path)).body.name).toBe('Kept')
  })

  test('a read by the administration API', async () => {
    await keep('producers')
    const body = { table: 'saga_Planet', columns: 'name' }
    const { status } = await send(app, 'POST', '/api/v1/dataProfile', { headers: basic('operator'), body })
    expect([status, await isServed('producers')]).toEqual([200, false])
  })
})

describe('drafts', () => {
  const draftOf = (ID: string): string => `Film(ID=${ID},IsActiveEntity=false)`
  const activeOf = (ID: string): string => `Film(ID=${ID},IsActiveEntity=true)`
  const post = (path: string, body: object, user: string): Promise<Answer> =>
    send(app, 'POST', `${FILM}/${path}`, { headers: basic(user), body })

  test("every step shows at once, and another user's reads stay his", async () => {
    const ID = randomUUID()
    const [alice, bob] = [basic('alice'), basic('bob')]
    const drafts = 'Film?$filter=IsActiveEntity eq false&$select=title'
    const titles = async (path: string, headers: Record<string, string>): Promise<string[]> =>
      ((await read(path, headers)).body.value as { title: string }[]).map(({ title }) => title)

    expect(await titles(drafts, alice)).toEqual([])
    expect(await titles(drafts, bob)).toEqual([])
    expect((await post('Film', { ID, title: 'One' }, 'alice')).status).toBe(201)
    expect(await titles(drafts, alice)).toEqual(['One'])
    expect(await titles(drafts, bob)).toEqual([])

    expect((await read(draftOf(ID), alice)).body.title).toBe('One')
    expect((await read(draftOf(ID), bob)).status).toBe(404)
    await send(app, 'PATCH', `${FILM}/${draftOf(ID)}`, { headers: alice, body: { title: 'Two' } })
    expect((await read(draftOf(ID), alice)).body.title).toBe('Two')

    expect((await read(activeOf(ID), bob)).status).toBe(404)
    expect((await post(`${draftOf(ID)}/SagaFilm.draftActivate`, {}, 'alice')).status).toBe(201)
    expect((await read(activeOf(ID), bob)).body).toMatchObject({ title: 'Two', HasDraftEntity: false })
    expect((await read(draftOf(ID), alice)).status).toBe(404)

    expect((await post(`${activeOf(ID)}/SagaFilm.draftEdit`, {}, 'alice')).status).toBe(201)
    expect((await read(activeOf(ID), bob)).body).toMatchObject({ title: 'Two', HasDraftEntity: true })
    await send(app, 'DELETE', `${FILM}/${draftOf(ID)}`, { headers: alice })
    expect((await read(activeOf(ID), bob)).body).toMatchObject({ HasDraftEntity: false })
    await send(app, 'DELETE', `${FILM}/${activeOf(ID)}`, { headers: alice })
    expect((await read(activeOf(ID), bob)).status).toBe(404)
  })
})

describe('ETags', () => {
  test('every answer has one, a strong one where OData does not say which', async () => {
    const { headers } = await keep('producers')
    expect(headers['etag']).toMatch(/^"[\w-]+"$/)
    const { body } = await read('Film?$top=1')
    const film = await keep(`Film(ID=${String(body.value[0].ID)},IsActiveEntity=true)`)
    expect(film.headers['etag']).toBe(film.body['@odata.etag'])
  })

  test.each(['producers?$top=2', 'Film?$top=1', '$metadata', ''])('%s is 304 for who has it already', async (path) => {
    const { headers } = await read(path)
    const etag = headers['etag']!
    // First by a service, which has not been asked in this form, then from memory.
    for (const condition of [etag, `"other", ${etag}`, etag.replace(/^W\//, '')]) {
      const { status, text, headers: got } = await read(path, { 'if-none-match': condition })
      expect([condition, status, text]).toEqual([condition, 304, ''])
      expect(got['etag']).toBe(etag)
      expect(Object.keys(got)).not.toContain('content-type')
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('a service answers 304 as well, and the answer is kept for others', async () => {
    const path = 'People?$top=3&$select=name'
    const { headers } = await read(path)
    await send(app, 'POST', `${FILM}/People`, { body: { ID: 'ffffffff-0000-4000-8000-000000000001', name: 'Last' } })
    const again = await read(path, { 'if-none-match': headers['etag']! })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']])
    expect(await isServed(path)).toBe(false)
  })

  test('they differ when the answer does', async () => {
    const path = await planet()
    const [, ID] = /\((?:ID=)?([0-9a-f-]+)/.exec(path)!
    const found = `Planet?$filter=ID eq ${ID}`
    const { headers } = await read(found)
    await send(app, 'PATCH', `${FILM}/${path}`, { body: { climate: 'hot' } })
    const changed = await read(found, { 'if-none-match': headers['etag']! })
    expect([changed.status, changed.body.value[0].climate]).toEqual([200, 'hot'])
    expect(changed.headers['etag']).not.toBe(headers['etag'])
  })
})
