import fc from 'fast-check'
import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { conditions } from '../../../../../support/filter-oracle.ts'
import { client, type ErrorBody, type Row, withQuery } from '../../../../../support/client.ts'
import { runs } from '../../../../../support/long.ts'

const app = borrowApp()
const film = client(app, 'SagaFilm')

const ODD_FILMS: Row[] = [
  { title: "D'oh 100%_\\", director: null, producer: null, episode_id: null },
  { title: 'Ärger "quoted"', director: 'Ärger', producer: 'ärger', episode_id: 0 },
  { title: 'plus + & ; ,', director: '', producer: 'x', episode_id: 1000 },
]

let films: Row[] = []

beforeAll(async () => {
  for (const body of ODD_FILMS) expect((await film.post('Film', { ...body, IsActiveEntity: true })).status).toBe(201)
  films = await film.rows('Film')
})

const titles = (rows: readonly Row[]): string[] => rows.map((row) => String(row['title'])).sort()

test('every filter keeps the rows that it is true for', async () => {
  const words = films.flatMap(({ title, director }) => [title, director]).filter((each) => typeof each === 'string')
  const condition = conditions(['episode_id'], ['title', 'director', 'producer'], words)
  await fc.assert(
    fc.asyncProperty(condition, async ({ text, of }) => {
      expect(titles(await film.rows(withQuery('Film', { filter: text, select: 'title' })))).toEqual(
        titles(films.filter((row) => of(row))),
      )
    }),
    { numRuns: runs(15, 120) },
  )
})

const filmsWith = async (filter: string): Promise<string[]> => titles(await film.rows(withQuery('Film', { filter })))

test('a boolean property is a condition by itself', async () => {
  const people = async (filter: string): Promise<number> => (await film.rows(withQuery('People', { filter }))).length
  expect(await people('scoundrel')).toBeGreaterThan(0)
  expect(await people('scoundrel')).toBe(await people('scoundrel eq true'))
  expect(await people('not scoundrel')).toBe(await people('scoundrel eq false'))
})

test('spaces may come as +, and lists may have spaces', async () => {
  const rows = await film.rows("Film?$filter=title+in+('A+New+Hope',+'Solo')")
  expect(titles(rows)).toContain('A New Hope')
})

test('a time zone keeps its plus', async () => {
  const all = films.length
  expect(await filmsWith('createdAt gt 1977-05-25T00:00:00+02:00')).toHaveLength(all)
  const { status } = await film.get('Film?$filter=createdAt%20gt%201977-05-25T00:00:00+02:00')
  expect(status).toBe(200)
})

test('any and all keep working beside arithmetic', async () => {
  const filter =
    "characters/any(c:c/people/name eq 'Luke Skywalker' and length(c/people/name) add 1 gt 3) and episode_id lt 5"
  expect(await filmsWith(filter)).toEqual(['A New Hope', 'Revenge of the Sith'])
})

test.each([
  'geo.distance(title,title) eq 1',
  "title has 'x'",
  'foo(title) eq 1',
  'title eq',
  'title eq )',
  '((title eq 1)',
])('$filter=%s is answered with 400', async (filter) => {
  const { status, data } = await film.get<ErrorBody>(`Film?$filter=${filter}`)
  expect(status).toBe(400)
  expect(data.error.message).toEqual(expect.any(String))
})

test('malformed percent-encoding is answered with 400', async () => {
  expect((await film.get('Film?$filter=title%20eq%20%27%E0%A4%A%27')).status).toBe(400)
})

test('$levels is answered with 400', async () => {
  expect((await film.get('Film?$expand=characters($levels=2)')).status).toBe(400)
})

test('$expand=* stands for every navigation property, SiblingEntity as well', async () => {
  const [row] = await film.rows(withQuery('Film', { expand: '*', top: 1 }))
  expect(Object.keys(row!)).toEqual(
    expect.arrayContaining([
      ...['characters', 'planets', 'starships', 'vehicles', 'species'],
      ...['DraftAdministrativeData', 'SiblingEntity'],
    ]),
  )
})

test('the link to the next page carries the query as it was written', async () => {
  const { data } = await film.get(withQuery('People', { search: 'a OR e', orderby: 'name', select: 'name' }))
  expect(data['@odata.nextLink']).toBeUndefined()
  const first = await film.get(`${withQuery('People', { search: 'a OR e', orderby: 'length(name) add 1' })}&$top=3`)
  expect(first.status).toBe(200)
})

test('$batch understands the same queries', async () => {
  const requests = [
    { id: '1', method: 'GET', url: withQuery('Film', { search: '"new hope" OR "last jedi"', select: 'title' }) },
    { id: '2', method: 'GET', url: withQuery('Film', { filter: 'episode_id add 1 eq 5', select: 'title' }) },
    { id: '3', method: 'GET', url: withQuery('Film', { search: 'hope OR' }) },
  ]
  const { data } = await film.post<{ responses: { status: number; body: { value: Row[] } }[] }>('$batch', { requests })
  expect(data.responses.map(({ status }) => status)).toEqual([200, 200, 400])
  expect(titles(data.responses[0]!.body.value)).toEqual(['A New Hope', 'The Last Jedi'])
  expect(titles(data.responses[1]!.body.value)).toEqual(['A New Hope'])
})
