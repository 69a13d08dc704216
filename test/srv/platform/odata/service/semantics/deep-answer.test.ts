import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { client, type Row } from '../../../../../support/client.ts'

const app = borrowApp()
const film = client(app, 'SagaFilm')

let people: Row[] = []
beforeAll(async () => {
  people = await film.rows('People?$top=2&$select=ID')
})

test.each([true, false])('a deep insert is answered as deep as it was posted (IsActiveEntity=%s)', async (isActive) => {
  const characters = people.map((row) => ({ people_ID: row['ID'] }))
  const body = { title: 'Deep', characters, planets: [], IsActiveEntity: isActive }
  const { status, data, headers } = await film.post('Film', body)
  expect(status).toBe(201)
  expect(data).toMatchObject({ title: 'Deep', IsActiveEntity: isActive, HasDraftEntity: false, planets: [] })
  expect(data['@odata.etag']).toEqual(expect.any(String))
  expect(data).not.toHaveProperty('starships')
  expect(data).not.toHaveProperty('DraftAdministrativeData_DraftUUID')
  const links = data['characters'] as Row[]
  expect(links.map((link) => link['people_ID']).sort()).toEqual(people.map((row) => row['ID']).sort())
  for (const link of links)
    expect(link).toMatchObject({
      film_ID: data['ID'],
      IsActiveEntity: isActive,
      HasActiveEntity: false,
      HasDraftEntity: false,
    })
  expect(headers['location']).toContain(String(data['ID']))
})

test('an insert without links is answered without, one that wants no answer gets none', async () => {
  const { data } = await film.post('Film', { title: 'Flat', IsActiveEntity: true })
  expect(data).not.toHaveProperty('characters')
  const minimal = await film.post('Film', { title: 'Silent', characters: [] }, { prefer: 'return=minimal' })
  expect([minimal.status, minimal.data]).toEqual([204, ''])
})
