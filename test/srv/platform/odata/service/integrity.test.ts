import cds from '@sap/cds'
import fc from 'fast-check'
import { findDuplicates } from '../../../../../srv/platform/odata/service/integrity/reject-duplicates.ts'
import type { Entity } from '../../../../../srv/platform/cap/csn.ts'
import { startApp } from '../../../../support/app.ts'
import { client, type ErrorBody, type Row, withQuery } from '../../../../support/client.ts'

const app = startApp()
const film = client(app, 'SagaFilm')

const NOBODY = '00000000-0000-4000-8000-00000000dead'
const LINKS = [
  ['characters', 'people_ID', 'People'],
  ['planets', 'planet_ID', 'Planet'],
  ['starships', 'starship_ID', 'Starship'],
  ['vehicles', 'vehicle_ID', 'Vehicle'],
  ['species', 'specie_ID', 'Species'],
] as const

const first: Record<string, string> = {}
beforeAll(async () => {
  for (const [, , set] of LINKS) first[set] = String((await film.rows(`${set}?$top=1`))[0]!['ID'])
})

const path = (row: Row, isActive: boolean): string => `Film(ID=${String(row['ID'])},IsActiveEntity=${String(isActive)})`
const newFilm = async (isActive: boolean): Promise<string> =>
  path((await film.post('Film', { title: 'Links', IsActiveEntity: isActive })).data, isActive)

/** Messages of a draft, as code and end of the target. */
const messages = async (draft: string): Promise<string[]> => {
  const { data } = await film.get(`${draft}?$select=ID,DraftMessages`)
  return (data['DraftMessages'] as { code: string; target: string }[])
    .map(({ code, target }) => `${code} ${target.replace(/^.*\//, '')}`)
    .sort()
}

describe.each(LINKS)('links of an active film: %s', (navigation, key, set) => {
  test('are added with an existing target', async () => {
    const { status, data } = await film.post(`${await newFilm(true)}/${navigation}`, { [key]: first[set] })
    expect(status).toBe(201)
    expect(data).toMatchObject({ [key]: first[set], IsActiveEntity: true })
  })

  test('need a target that exists, and name the field', async () => {
    const active = await newFilm(true)
    const missing = await film.post<ErrorBody>(`${active}/${navigation}`, { [key]: NOBODY })
    expect([missing.status, missing.data.error]).toMatchObject([400, { code: 'ASSERT_TARGET', target: key }])
    const empty = await film.post<ErrorBody>(`${active}/${navigation}`, {})
    expect([empty.status, empty.data.error]).toMatchObject([400, { code: 'ASSERT_MANDATORY', target: key }])
    const deep = await film.post<ErrorBody>('Film', {
      title: 'x',
      IsActiveEntity: true,
      [navigation]: [{ [key]: NOBODY }],
    })
    expect([deep.status, deep.data.error.code]).toEqual([400, 'ASSERT_TARGET'])
    expect(deep.data.error.target).toMatch(new RegExp(`^${navigation}.*${key}$`))
    const patched = await film.patch<ErrorBody>(active, { [navigation]: [{ [key]: NOBODY }] })
    expect([patched.status, patched.data.error.code]).toEqual([400, 'ASSERT_TARGET'])
  })

  test('are refused twice for the same target, with our own code', async () => {
    const twice = { [navigation]: [{ [key]: first[set] }, { [key]: first[set] }] }
    const created = await film.post<ErrorBody>('Film', { title: 'x', IsActiveEntity: true, ...twice })
    expect([created.status, created.data.error.code]).toEqual([409, 'DUPLICATE_LINK'])
    expect(created.data.error.target).toMatch(new RegExp(`^${navigation}.*${key}$`))
    const changed = await film.patch<ErrorBody>(await newFilm(true), twice)
    expect([changed.status, changed.data.error.code]).toEqual([409, 'DUPLICATE_LINK'])
  })

  test('are not added while the film has a draft', async () => {
    const active = await newFilm(true)
    await film.post(`${active}/SagaFilm.draftEdit`)
    const { status, data } = await film.post<ErrorBody>(`${active}/${navigation}`, { [key]: first[set] })
    expect([status, data.error.code]).toEqual([409, 'DRAFT_ALREADY_EXISTS'])
  })
})

describe.each(LINKS)('links of a draft: %s', (navigation, key, set) => {
  test('are accepted and reported, and refused at activation', async () => {
    const draft = await newFilm(false)
    expect((await film.post(`${draft}/${navigation}`, { [key]: first[set] })).status).toBe(201)
    expect(await messages(draft)).toEqual([])
    const missing = await film.post(`${draft}/${navigation}`, { [key]: NOBODY })
    expect(missing.status).toBe(201)
    expect(await messages(draft)).toEqual([`ASSERT_TARGET ${key}`])
    const activated = await film.post<ErrorBody>(`${draft}/SagaFilm.draftActivate`)
    expect([activated.status, activated.data.error.code]).toEqual([400, 'ASSERT_TARGET'])
    expect(activated.data.error.target).toContain(key)

    const link = `${draft}/${navigation}(ID=${String(missing.data['ID'])},IsActiveEntity=false)`
    expect((await film.remove(link)).status).toBe(204)
    expect((await film.post(`${draft}/${navigation}`, {})).status).toBe(201)
    expect(await messages(draft)).toEqual([`ASSERT_MANDATORY ${key}`])
    const empty = await film.post<ErrorBody>(`${draft}/SagaFilm.draftActivate`)
    expect([empty.status, empty.data.error.code]).toEqual([400, 'ASSERT_MANDATORY'])
  })

  test('to the same target are reported, and activation is 409 with our own code', async () => {
    const draft = await newFilm(false)
    await film.post(`${draft}/${navigation}`, { [key]: first[set] })
    const { data } = await film.post(`${draft}/${navigation}`, { [key]: first[set] })
    expect(await messages(draft)).toEqual([`DUPLICATE_LINK ${key}`])
    const activated = await film.post<ErrorBody>(`${draft}/SagaFilm.draftActivate`)
    expect([activated.status, activated.data.error.code]).toEqual([409, 'DUPLICATE_LINK'])
    expect(activated.data.error.message).toBe('This link exists already.')
    await film.remove(`${draft}/${navigation}(ID=${String(data['ID'])},IsActiveEntity=false)`)
    expect((await film.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(201)
  })
})

test('deep drafts are reported as well, by the link that is wrong', async () => {
  const characters = [{ people_ID: NOBODY }, {}, { people_ID: first['People'] }, { people_ID: first['People'] }]
  const { status, data } = await film.post('Film', { title: 'Deep', characters })
  expect(status).toBe(201)
  expect(await messages(path(data, false))).toEqual([
    'ASSERT_MANDATORY people_ID',
    'ASSERT_TARGET people_ID',
    'DUPLICATE_LINK people_ID',
  ])
})

test('a link of a draft that is corrected is reported no more', async () => {
  const draft = await newFilm(false)
  const { data } = await film.post(`${draft}/characters`, { people_ID: NOBODY })
  const link = `${draft}/characters(ID=${String(data['ID'])},IsActiveEntity=false)`
  expect((await film.patch(link, { people_ID: NOBODY.replace('dead', 'beef') })).status).toBeLessThan(300)
  expect(await messages(draft)).toEqual(['ASSERT_TARGET people_ID'])
  expect((await film.patch(link, { people_ID: first['People'] })).status).toBeLessThan(300)
  expect(await messages(draft)).toEqual([])
  expect((await film.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(201)
})

test('a link may be removed and added again in one draft', async () => {
  const { data } = await film.post('Film', {
    title: 'Again',
    IsActiveEntity: true,
    characters: [{ people_ID: first['People'] }],
  })
  await film.post(`${path(data, true)}/SagaFilm.draftEdit`)
  const draft = path(data, false)
  const [link] = await film.rows(`${draft}/characters`)
  await film.remove(`${draft}/characters(ID=${String(link!['ID'])},IsActiveEntity=false)`)
  expect((await film.post(`${draft}/characters`, { people_ID: first['People'] })).status).toBe(201)
  expect(await messages(draft)).toEqual([])
  expect((await film.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(200)
})

test('a new draft cannot take the key of an active film or of another draft', async () => {
  for (const isActive of [true, false]) {
    const { data } = await film.post('Film', { title: 'First', IsActiveEntity: isActive })
    const { status, data: body } = await film.post<ErrorBody>('Film', { ID: data['ID'], title: 'Second' })
    expect([status, body.error]).toMatchObject([409, { code: 'ENTITY_ALREADY_EXISTS', target: 'ID' }])
  }
})

describe('a row that others refer to', () => {
  const refused = async (set: string, id: unknown, by: string[]): Promise<void> => {
    const { status, data } = await film.remove(`${set}(${String(id)})`)
    const { error } = data as unknown as ErrorBody
    expect([status, error.code]).toEqual([409, 'STILL_REFERENCED'])
    for (const name of by) expect(error.message).toContain(name)
    expect((await film.get(`${set}(${String(id)})`)).status).toBe(200)
  }

  test('is not deleted, and the answer names who refers to it', async () => {
    const [luke] = await film.rows("People?$filter=name eq 'Luke Skywalker'")
    await refused('People', luke!['ID'], ['Film2People', 'Species2People', 'Starship2Pilot', 'Vehicle2Pilot'])
    const [tatooine] = await film.rows("Planet?$filter=name eq 'Tatooine'")
    await refused('Planet', tatooine!['ID'], ['Film2Planets', 'People'])
  })

  test.each([
    ['homeworld', 'Planet', (ID: string) => ['POST', 'People', { name: 'x', homeworld_ID: ID }] as const, 'People'],
    [
      'homeworld of a species',
      'Planet',
      (ID: string) => ['DB', 'saga.Species', { name: 'x', homeworld_ID: ID }] as const,
      'Species',
    ],
  ])('is kept by a %s alone', async (_, set, refer, by) => {
    const { data } = await film.post(set, { name: 'Referred to' })
    const [how, where, row] = refer(String(data['ID']))
    if (how === 'POST') await film.post(where, row)
    else await cds.db.run(cds.ql.INSERT.into(where).entries({ ID: cds.utils.uuid(), ...row }))
    await refused(set, data['ID'], [by])
  })

  test('is kept by a link of an episode, named by its table where the service does not show it', async () => {
    const { data } = await film.post('People', { name: 'Cameo' })
    const [episode] = (await cds.db.run(cds.ql.SELECT.from('saga.Episode').limit(1))) as Row[]
    const link = { ID: cds.utils.uuid(), episode_ID: episode!['ID'], people_ID: data['ID'] }
    await cds.db.run(cds.ql.INSERT.into('saga.Episode2People').entries(link))
    await refused('People', data['ID'], ['Episode2People'])
  })

  test('can be deleted when nobody refers to it any more; drafts do not count', async () => {
    const { data: person } = await film.post('People', { name: 'Nobody' })
    expect((await film.post('Film', { title: 'Draft', characters: [{ people_ID: person['ID'] }] })).status).toBe(201)
    expect((await film.remove(`People(${String(person['ID'])})`)).status).toBe(204)
    expect((await film.remove(`People(${String(person['ID'])})`)).status).toBe(404)
  })

  test('is refused in a $batch, too, and in German', async () => {
    const [luke] = await film.rows("People?$filter=name eq 'Luke Skywalker'")
    const requests = [{ id: '1', method: 'DELETE', url: `People(${String(luke!['ID'])})` }]
    const { data } = await film.post<{ responses: { status: number; body: ErrorBody }[] }>(
      '$batch',
      { requests },
      { 'accept-language': 'de' },
    )
    expect(data.responses[0]).toMatchObject({ status: 409, body: { error: { code: 'STILL_REFERENCED' } } })
    expect(data.responses[0]!.body.error.message).toContain('verwendet')
  })
})

test('deleting a film deletes its links', async () => {
  const links = Object.fromEntries(LINKS.map(([navigation, key, set]) => [navigation, [{ [key]: first[set] }]]))
  const { data } = await film.post('Film', { title: 'Gone', IsActiveEntity: true, ...links })
  expect((await film.remove(path(data, true))).status).toBe(204)
  for (const set of ['People', 'Planets', 'Starships', 'Vehicles', 'Species'])
    expect(await film.rows(withQuery(`Film2${set}`, { filter: `film_ID eq ${String(data['ID'])}` }))).toEqual([])
})

test('a row is a duplicate when its unique columns were there before, and null is like nothing else', () => {
  const element = (name: string): object => ({ name, is2one: true, keys: [{ ref: ['ID'] }] })
  const entity = {
    name: 'Link',
    elements: { owner: element('owner'), target: element('target') },
    '@assert.unique.link': [{ '=': 'owner' }, { '=': 'target' }],
  } as unknown as Entity
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom('a', 'b', 'c'))), (targets) => {
      const rows = targets.map((target) => ({ entity, row: { target_ID: target }, path: '', uplink: 'owner' }))
      const known = targets.filter((target) => target !== null)
      expect(findDuplicates({ entity, rows, uplink: 'owner' })).toHaveLength(known.length - new Set(known).size)
    }),
  )
})
