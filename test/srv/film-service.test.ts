import { randomUUID } from 'node:crypto'
import { borrowApp } from '../support/borrowed-server.ts'
import { client, type ErrorBody, type Row, withQuery } from '../support/client.ts'

const app = borrowApp()
const alice = client(app, 'SagaFilm')
const bob = client(app, 'SagaFilm', 'bob')

const key = (row: Row, isActive: boolean): string => `Film(ID=${String(row['ID'])},IsActiveEntity=${String(isActive)})`
const code = ({ status, data }: { status: number; data: unknown }): [number, string] => [
  status,
  (data as ErrorBody).error.code,
]

/** A new film under both of its keys; the second one leads somewhere only once it is edited. */
async function film(body: Row = {}): Promise<{ active: string; draft: string; row: Row }> {
  const { data } = await alice.post('Film', { title: 'Matrix', episode_id: 42, ...body, IsActiveEntity: true })
  return { active: key(data, true), draft: key(data, false), row: data }
}

async function edited(): Promise<{ active: string; draft: string; row: Row }> {
  const one = await film()
  expect((await alice.post(`${one.active}/SagaFilm.draftEdit`)).status).toBe(201)
  return one
}

test('the service document lists the entity sets', async () => {
  const { data } = await alice.get<{ value: { name: string }[] }>('')
  expect(data.value.map((set) => set.name)).toEqual(
    expect.arrayContaining([
      'Film',
      'Film2People',
      'directors',
      'producers',
      'People',
      'Planet',
      'Species',
      'Vehicle2Pilot',
    ]),
  )
})

describe('the life of a draft', () => {
  test('a film is created as a draft, or as an active film when it says so', async () => {
    const draft = await alice.post('Film', { title: 'Probe', episode_id: 4 })
    expect([draft.status, draft.data]).toMatchObject([201, { IsActiveEntity: false, HasActiveEntity: false }])
    const active = await alice.post('Film', { title: 'Probe', IsActiveEntity: true })
    expect([active.status, active.data]).toMatchObject([201, { IsActiveEntity: true }])
    expect((await alice.get(key(draft.data, false))).data).toMatchObject({ title: 'Probe', createdBy: 'alice' })
  })

  test.each([0, 10, 99, 2147483647])('episode_id %s is an episode like any other', async (episode_id) => {
    expect((await alice.post('Film', { title: 'x', episode_id, IsActiveEntity: true })).status).toBe(201)
  })

  test('a negative episode_id is refused, and reported in a draft', async () => {
    expect(code(await alice.post('Film', { title: 'x', episode_id: -1, IsActiveEntity: true }))).toEqual([
      400,
      'ASSERT_RANGE',
    ])
    const { draft } = await edited()
    expect((await alice.patch(draft, { episode_id: -1 })).status).toBeLessThan(300)
    const { data } = await alice.get(`${draft}?$select=DraftMessages`)
    expect(data['DraftMessages']).toMatchObject([{ code: 'ASSERT_RANGE' }])
  })

  test('a draft is changed; wrong types and unknown properties are refused; keys in the body are ignored', async () => {
    const { draft, row } = await edited()
    expect((await alice.patch(draft, { director: 'D' })).status).toBeLessThan(300)
    expect(code(await alice.patch(draft, { title: 5 }))).toEqual([400, 'ASSERT_DATA_TYPE'])
    expect(code(await alice.patch(draft, { release_date: 'notadate' }))).toEqual([400, 'ASSERT_DATA_TYPE'])
    expect((await alice.patch(draft, { nope: 1 })).status).toBe(400)
    expect((await alice.patch(draft, { ID: randomUUID(), title: 'Kept' })).status).toBeLessThan(300)
    expect((await alice.get(draft)).data).toMatchObject({ ID: row['ID'], title: 'Kept', director: 'D' })
  })

  test('PUT resets what it leaves out, in drafts as in active films', async () => {
    const { active, draft } = await edited()
    await alice.patch(draft, { director: 'D' })
    expect((await alice.put(draft, { title: 'Put' })).status).toBe(200)
    expect((await alice.get(draft)).data).toMatchObject({
      title: 'Put',
      director: null,
      episode_id: null,
      HasActiveEntity: true,
    })
    expect((await alice.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(200)
    expect((await alice.put(active, { title: 'Again', director: 'E' })).status).toBe(200)
    expect((await alice.put(active, { title: 'Again' })).status).toBe(200)
    expect((await alice.get(active)).data).toMatchObject({ title: 'Again', director: null })
    expect(code(await alice.put(active, { director: 'E' }))).toEqual([400, 'ASSERT_MANDATORY'])
  })

  test('prepare answers the draft, with any body, with or without namespace, and for drafts alone', async () => {
    const { active, draft } = await edited()
    for (const [action, body] of [
      ['SagaFilm.draftPrepare', {}],
      ['SagaFilm.draftPrepare', { SideEffectsQualifier: null }],
      ['SagaFilm.draftPrepare', { SideEffectsQualifier: '' }],
      ['draftPrepare', {}],
    ] as const)
      expect(await alice.post(`${draft}/${action}`, body)).toMatchObject({ status: 200, data: { title: 'Matrix' } })
    expect((await alice.post(`${active}/SagaFilm.draftPrepare`)).status).toBe(400)
  })

  test('activation is 201 for a new film and 200 for an edited one, and once only', async () => {
    const { data } = await alice.post('Film', { title: 'New', episode_id: 1 })
    const created = await alice.post(`${key(data, false)}/SagaFilm.draftActivate`)
    expect([created.status, created.data]).toMatchObject([
      201,
      { title: 'New', IsActiveEntity: true, HasDraftEntity: false },
    ])
    expect(code(await alice.post(`${key(data, false)}/SagaFilm.draftActivate`))).toEqual([404, 'DRAFT_NOT_EXISTING'])
    await alice.post(`${key(data, true)}/SagaFilm.draftEdit`, { PreserveChanges: true })
    await alice.patch(key(data, false), { title: 'Edited' })
    expect(await alice.post(`${key(data, false)}/SagaFilm.draftActivate`)).toMatchObject({
      status: 200,
      data: { title: 'Edited' },
    })
    expect((await alice.get(key(data, false))).status).toBe(404)
  })

  test('activation without a title is 400 and names it', async () => {
    const { data } = await alice.post('Film', { episode_id: 1 })
    const { status, data: body } = await alice.post<ErrorBody>(`${key(data, false)}/SagaFilm.draftActivate`)
    expect([status, body.error.code]).toEqual([400, 'ASSERT_MANDATORY'])
    expect(body.error.target).toMatch(/(^|\/)title$/)
  })

  test('a film is edited once at a time', async () => {
    const { active } = await edited()
    for (const PreserveChanges of [true, false])
      expect(code(await alice.post(`${active}/SagaFilm.draftEdit`, { PreserveChanges }))).toEqual([
        409,
        'DRAFT_ALREADY_EXISTS',
      ])
    expect(code(await bob.post(`${active}/SagaFilm.draftEdit`))).toEqual([409, 'DRAFT_ALREADY_EXISTS'])
  })

  test('an active film is not changed or deleted while it has a draft', async () => {
    const { active } = await edited()
    expect(code(await alice.patch(active, { title: 'x' }))).toEqual([409, 'DRAFT_ALREADY_EXISTS'])
    expect((await alice.remove(active)).status).toBe(403)
    expect((await bob.remove(active)).status).toBe(403)
  })

  test('another user neither sees nor changes nor discards a draft', async () => {
    const { draft } = await edited()
    expect((await bob.get(draft)).status).toBe(404)
    expect(code(await bob.patch(draft, { title: 'x' }))).toEqual([403, 'DRAFT_LOCKED_BY_ANOTHER_USER'])
    expect(code(await bob.remove(draft))).toEqual([403, 'DRAFT_LOCKED_BY_ANOTHER_USER'])
    expect(code(await bob.post(`${draft}/characters`, {}))).toEqual([403, 'DRAFT_LOCKED_BY_ANOTHER_USER'])
    expect((await bob.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(403)
  })

  test('a draft is discarded, once', async () => {
    const { active, draft } = await edited()
    expect((await alice.remove(draft)).status).toBe(204)
    expect((await alice.remove(draft)).status).toBe(404)
    expect((await alice.get(active)).data).toMatchObject({ HasDraftEntity: false })
  })

  test('links are changed through their film, in drafts and in active films, never directly', async () => {
    const [person, other] = await alice.rows('People?$top=2')
    for (const { path, isActive } of [
      { path: (await film()).active, isActive: true },
      { path: (await edited()).draft, isActive: false },
    ]) {
      const { status, data } = await alice.post(`${path}/characters`, { people_ID: person!['ID'] })
      expect(status).toBe(201)
      const link = `${path}/characters(ID=${String(data['ID'])},IsActiveEntity=${String(isActive)})`
      expect((await alice.patch(link, { people_ID: other!['ID'] })).status).toBeLessThan(300)
      expect((await alice.get(link)).data).toMatchObject({ people_ID: other!['ID'] })
      expect((await alice.remove(link)).status).toBe(204)
      expect((await alice.get(link)).status).toBe(404)
    }
    expect((await alice.post('Film2People', { people_ID: person!['ID'] })).status).toBe(422)
  })

  test('films are changed without drafts, too; the service keeps who and when', async () => {
    const { active, row } = await film()
    const stolen = { title: 'Changed', createdBy: 'eve', modifiedBy: 'eve', createdAt: '1977-05-25T00:00:00Z' }
    expect((await bob.patch(active, stolen)).status).toBeLessThan(300)
    const { data } = await alice.get(active)
    expect(data).toMatchObject({ title: 'Changed', createdBy: 'alice', modifiedBy: 'bob', createdAt: row['createdAt'] })
    expect((await alice.remove(active)).status).toBe(204)
    expect((await alice.get(active)).status).toBe(404)
  })
})

describe('people and planets', () => {
  const NOBODY = '00000000-0000-4000-8000-00000000dead'

  test.each(['People', 'Planet'])('%s are created, changed, replaced and deleted', async (set) => {
    const { status, data } = await alice.post(set, { name: 'Someone', createdBy: 'eve' })
    expect([status, data]).toMatchObject([201, { name: 'Someone', createdBy: 'alice' }])
    const path = `${set}(${String(data['ID'])})`
    expect((await bob.patch(path, { name: 'Someone else' })).status).toBeLessThan(300)
    expect((await alice.get(path)).data).toMatchObject({ name: 'Someone else', modifiedBy: 'bob', createdBy: 'alice' })
    expect((await alice.put(path, { name: 'Replaced' })).status).toBe(200)
    expect(code(await alice.put(path, {}))).toEqual([400, 'ASSERT_MANDATORY'])
    expect((await alice.remove(path)).status).toBe(204)
    expect((await alice.get(path)).status).toBe(404)
  })

  test('a homeworld has to exist, on every way to write it', async () => {
    const { data: person } = await alice.post('People', { name: 'Homeless' })
    const path = `People(${String(person['ID'])})`
    const wrong = { name: 'x', homeworld_ID: NOBODY }
    const answers = [
      await alice.post<ErrorBody>('People', wrong),
      await alice.patch<ErrorBody>(path, { homeworld_ID: NOBODY }),
      await alice.put<ErrorBody>(path, wrong),
      await alice.post<ErrorBody>('People', { name: 'x', homeworld: { ID: NOBODY } }),
      await alice.post<ErrorBody>('People', { name: 'x', 'homeworld@odata.bind': `Planet(${NOBODY})` }),
    ]
    for (const { status, data } of answers)
      expect([status, data.error]).toMatchObject([400, { code: 'ASSERT_TARGET', target: 'homeworld_ID' }])
    const requests = [
      { id: '1', method: 'POST', url: 'People', headers: { 'content-type': 'application/json' }, body: wrong },
    ]
    const { data } = await alice.post<{ responses: { status: number; body: ErrorBody }[] }>('$batch', { requests })
    expect(data.responses[0]).toMatchObject({
      status: 400,
      body: { error: { code: 'ASSERT_TARGET', target: 'homeworld_ID' } },
    })
  })

  test.each(['xx', 5, '', 'aaaaaaaa-0000-4000-8000-00000000000'])(
    'a homeworld_ID of %j is no UUID',
    async (homeworld_ID) => {
      const { status, data } = await alice.post<ErrorBody>('People', { name: 'x', homeworld_ID })
      expect([status, data.error]).toMatchObject([400, { code: 'ASSERT_DATA_TYPE', target: 'homeworld_ID' }])
    },
  )

  test('a homeworld is set by key and by reference', async () => {
    const [planet] = await alice.rows('Planet?$top=1')
    const ID = planet!['ID']
    for (const homeworld of [
      { homeworld_ID: ID },
      { 'homeworld@odata.bind': `Planet(${String(ID)})` },
      { homeworld: { ID } },
    ]) {
      const { status, data } = await alice.post('People', { name: 'Settled', ...homeworld })
      expect(status).toBe(201)
      const { data: home } = await alice.get(`People(${String(data['ID'])})/homeworld`)
      expect(home).toMatchObject({ ID, name: planet!['name'] })
    }
  })

  test('navigation leads both ways', async () => {
    const [luke] = await alice.rows("People?$filter=name eq 'Luke Skywalker'")
    const path = `People(${String(luke!['ID'])})`
    for (const navigation of ['films', 'species', 'starships', 'vehicles'])
      expect((await alice.rows(`${path}/${navigation}`)).length).toBeGreaterThan(0)
    const { data } = await alice.get(
      `${path}?$expand=homeworld($expand=residents),films($expand=film),species($expand=species)`,
    )
    expect((data['homeworld'] as Row)['residents']).toEqual(
      expect.arrayContaining([expect.objectContaining({ ID: luke!['ID'] })]),
    )
    expect((data['species'] as Row[])[0]).toMatchObject({ species: { name: 'Human' } })
  })
})

describe('the other sets', () => {
  test.each([
    ['Film2People', 'film,people'],
    ['Film2Planets', 'film,planet'],
    ['Film2Starships', 'film,starship'],
    ['Film2Vehicles', 'film,vehicle'],
    ['Film2Species', 'film,specie'],
    ['Species', 'people,homeworld,films'],
    ['Starship', 'pilots,films'],
    ['Vehicle', 'pilots,films'],
    ['Species2People', 'species,people'],
    ['Starship2Pilot', 'starship,pilot'],
    ['Vehicle2Pilot', 'vehicle,pilot'],
  ])('%s is read with $expand=%s and *', async (set, expand) => {
    const [row] = await alice.rows(withQuery(set, { expand, top: 1 }))
    for (const name of expand.split(',')) expect(row![name]).toEqual(expect.any(Object))
    expect((await alice.rows(withQuery(set, { expand: '*', top: 1 }))).length).toBe(1)
  })

  test.each(['Species', 'Starship', 'Vehicle', 'Species2People', 'directors', 'producers'])(
    '%s is not written',
    async (set) => {
      expect((await alice.post(set, {})).status).toBe(405)
      const [row] = await alice.rows(`${set}?$top=1`)
      const [id] = Object.values(row!)
      expect((await alice.remove(`${set}('${encodeURIComponent(String(id))}')`)).status).toBe(405)
    },
  )

  test.each(['director', 'producer'] as const)('%ss are distinct, never null, and read by key', async (name) => {
    await film({ [name]: null })
    const rows = await alice.rows(withQuery(`${name}s`, { orderby: `${name} desc`, count: true }))
    const values = rows.map((row) => row[name])
    expect(new Set(values).size).toBe(values.length)
    expect(values).not.toContain(null)
    const [first] = values
    expect((await alice.get(`${name}s('${encodeURIComponent(String(first))}')`)).data).toMatchObject({ [name]: first })
    expect((await alice.get(`${name}s('Nobody')`)).status).toBe(404)
    const { data } = await alice.get<string>('$metadata')
    expect(/<EntityType Name="directors">[^]*?<\/EntityType>/.exec(data)![0]).not.toContain('IsActiveEntity')
  })
})
