/** Links are checked by one statement for each entity that they lead to, however many there are. */
import { randomUUID } from 'node:crypto'
import { startApp } from '../../../../../support/app.ts'
import { client, type ErrorBody, type Row } from '../../../../../support/client.ts'
import { sqlWhile } from '../../../../../support/sql-statements.ts'

const app = startApp()
const film = client(app, 'SagaFilm')

let people: string[]
let planets: string[]
beforeAll(async () => {
  const keys = async (set: string): Promise<string[]> =>
    (await film.rows(`${set}?$select=ID`)).map(({ ID }) => String(ID))
  people = await keys('People')
  planets = await keys('Planet')
})

const filmWith = (count: number): Row => ({
  title: 'Links',
  IsActiveEntity: true,
  characters: people.slice(0, count).map((ID) => ({ people_ID: ID })),
  planets: planets.slice(0, count).map((ID) => ({ planet_ID: ID })),
})

test('a film with many links takes as many statements as one with few', async () => {
  const count = async (links: number): Promise<number> =>
    (await sqlWhile(async () => expect((await film.post('Film', filmWith(links))).status).toBe(201))).length
  await count(40)
  const few = await count(2)
  expect(await count(40)).toBe(few)
  expect(await count(1)).toBe(few)
})

test('so does the activation of a draft', async () => {
  const count = async (links: number): Promise<number> => {
    const { data } = await film.post('Film', { ...filmWith(links), IsActiveEntity: false })
    const draft = `Film(ID=${String(data['ID'])},IsActiveEntity=false)`
    const statements = await sqlWhile(async () =>
      expect((await film.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(201),
    )
    return statements.length
  }
  await count(30)
  expect(await count(30)).toBe(await count(2))
})

test('requests that come together are told of their own links', async () => {
  const wrong = (): Row => ({ ...filmWith(3), characters: [{ people_ID: people[0] }, { people_ID: randomUUID() }] })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => film.post<ErrorBody>('Film', index % 2 ? wrong() : filmWith(3))),
  )
  for (const [index, { status, data }] of answers.entries()) {
    expect(status).toBe(index % 2 ? 400 : 201)
    if (index % 2)
      expect(data.error).toMatchObject({ code: 'ASSERT_TARGET', target: expect.stringMatching(/^characters/) })
  }
})

test('of very many wrong links a hundred are told', async () => {
  const wrong = Array.from({ length: 150 }, () => ({ people_ID: randomUUID() }))
  const right = people.slice(0, 20).map((ID) => ({ people_ID: ID }))
  const { status, data } = await film.post<ErrorBody>('Film', { ...filmWith(0), characters: [...right, ...wrong] })
  expect([status, data.error.details?.length]).toEqual([400, 100])
  const draft = await film.post('Film', { title: 'Links', characters: [...right, ...wrong] })
  expect([draft.status, (draft.data['DraftMessages'] as Row[]).length]).toEqual([201, 100])
})
