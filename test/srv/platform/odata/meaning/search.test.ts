import fc from 'fast-check'
import { readOption } from '../../../../../srv/platform/odata/url/query.ts'
import { borrowApp } from '../../../../support/borrowed-server.ts'
import { client, type ErrorBody, type Row, withQuery } from '../../../../support/client.ts'
import { matches } from '../../../../support/search-oracle.ts'
import { runs } from '../../../../support/long.ts'

const app = borrowApp()
const film = client(app, 'SagaFilm')

const ODD_PLANETS: Row[] = [
  { name: 'Ärger 100%', climate: 'kühl_nass', terrain: null },
  { name: 'D\'Qar \\ "quoted"', climate: null, terrain: 'ÉCLAIR; (forest)' },
  { name: 'percent % under_score', climate: null, terrain: null },
  { name: 'ΣΊΣΥΦΟΣ', climate: 'AND or NOT', terrain: 'ice & snow + wind' },
]

let planets: Row[] = []

beforeAll(async () => {
  for (const planet of ODD_PLANETS) expect((await film.post('Planet', planet)).status).toBe(201)
  planets = await film.rows('Planet?$select=ID,name,climate,terrain')
})

const names = (rows: readonly Row[]): string[] => rows.map((row) => String(row['name'])).sort()

const expected = (search: string): string[] => {
  const expression = readOption('search', search)
  return names(planets.filter(({ name, climate, terrain }) => matches(expression, [name, climate, terrain])))
}

const found = async (search: string): Promise<string[]> => names(await film.rows(withQuery('Planet', { search })))

test.each([
  'tatooine OR hoth',
  'desert AND arid',
  'desert arid',
  'NOT desert',
  '"grasslands, mountains"',
  '(ice OR desert) NOT tatooine',
  'ärger',
  'ÄRGER',
  '100%',
  '_',
  '%',
  '\\',
  "d'qar",
  '"\\"quoted\\""',
  'éclair',
  'ΣΊΣΥΦΟΣ',
  '";"',
  '"(forest)"',
  '"&"',
  '"+"',
  '"AND"',
])('$search=%s finds what the words say', async (search) => {
  const rows = await found(search)
  expect(rows).toEqual(expected(search))
  expect(rows.length).toBeGreaterThan(0)
})

test('every search over words of the rows finds the rows that an in-memory search finds', async () => {
  const words = planets
    .flatMap(({ name, climate, terrain }) => [name, climate, terrain])
    .filter((text): text is string => typeof text === 'string')
  const part = fc
    .tuple(fc.constantFrom(...words), fc.nat(), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([text, start, length, isUpper]) => {
      const from = start % text.length
      const piece = text.slice(from, from + length)
      return isUpper ? piece.toUpperCase() : piece
    })
  const phrase = part.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
  const search = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      phrase,
      tie('any').map((of) => `NOT (${of})`),
      fc.tuple(tie('any'), fc.constantFrom(' AND ', ' OR ', ' '), tie('any')).map(([a, op, b]) => `(${a}${op}${b})`),
    ),
  })).any
  await fc.assert(
    fc.asyncProperty(search, async (text) => {
      expect(await found(text)).toEqual(expected(text))
    }),
    { numRuns: runs(8, 60) },
  )
})

test('spaces may come as + and as %20, a plus as %2B', async () => {
  const path = (search: string): string => `Planet?$select=name&$search=${search}`
  expect(names(await film.rows(path('ice+%2B+wind')))).toEqual(['ΣΊΣΥΦΟΣ'])
  expect(names(await film.rows(path('ice%20snow')))).toEqual(['ΣΊΣΥΦΟΣ'])
})

test('a search narrows what a filter leaves, and counts agree with it', async () => {
  const options = { search: 'desert OR ice', filter: "climate ne 'arid'", count: true, top: 2 }
  const all = planets.filter((row) => expected('desert OR ice').includes(String(row['name'])))
  const count = all.filter(({ climate }) => climate !== 'arid').length
  const { data } = await film.get(withQuery('Planet', options))
  expect(Number(data['@odata.count'])).toBe(count)
  const { data: plain } = await film.get<unknown>(
    withQuery('Planet/$count', { search: options.search, filter: options.filter }),
  )
  expect(Number(plain)).toBe(count)
})

test('a search works in navigation collections, through names of the linked rows', async () => {
  const [hope] = await film.rows('Film?$filter=episode_id eq 4&$select=ID')
  const path = `Film(ID=${String(hope!['ID'])},IsActiveEntity=true)/characters`
  const rows = await film.rows(withQuery(path, { search: 'skywalker', expand: 'people($select=name)' }))
  expect(rows.map((row) => (row['people'] as Row)['name'])).toContain('Luke Skywalker')
  expect(rows.every((row) => String((row['people'] as Row)['name']).includes('Skywalker'))).toBe(true)
})

test('a search within $expand narrows the expanded items and their count', async () => {
  const expand = 'characters($search="luke" OR (leia NOT x);$count=true;$expand=people($select=name))'
  const [hope] = await film.rows(withQuery('Film', { filter: 'episode_id eq 4', expand }))
  const people = (hope!['characters'] as Row[]).map((row) => (row['people'] as Row)['name'])
  expect(people.sort()).toEqual(['Leia Organa', 'Luke Skywalker'])
  expect(Number(hope!['characters@odata.count'])).toBe(2)
})

test('drafts are searched like active records', async () => {
  const { data } = await film.post('Film', { title: 'Zebra', producer: 'Ömer' })
  const options = { search: 'ömer zebra', filter: 'IsActiveEntity eq false' }
  expect((await film.rows(withQuery('Film', options))).map((row) => row['ID'])).toEqual([data['ID']])
})

test('the other services and the views are searched, too', async () => {
  const episodes = client(app, 'SagaEpisode')
  const titles = (await episodes.rows(withQuery('Episodes', { search: 'chapter NOT 1' }))).map((row) => row['title'])
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.every((title) => /chapter/i.test(String(title)) && !String(title).includes('1'))).toBe(true)
  const shows = await episodes.rows(
    withQuery('Shows', { search: 'mandalorian', expand: 'episodes($search="chapter 2")' }),
  )
  expect(shows).toHaveLength(1)
  expect((shows[0]!['episodes'] as Row[]).length).toBeGreaterThan(0)
  const directors = await film.rows(withQuery('directors', { search: 'lucas OR kershner' }))
  expect(directors.map((row) => row['director'])).toEqual(expect.arrayContaining(['George Lucas', 'Irvin Kershner']))
})

test.each(['hope OR', '(hope', '"hope', 'AND', 'a)'])('$search=%s is answered with 400', async (search) => {
  for (const path of [withQuery('Film', { search }), withQuery('Film/$count', { search })]) {
    const { status, data } = await film.get<ErrorBody>(path)
    expect(status).toBe(400)
    expect(data.error.message).toContain('$search')
  }
})

test('a broken search within $expand, and $search twice, are answered with 400', async () => {
  expect((await film.get(withQuery('Film', { expand: 'characters($search=luke OR)' }))).status).toBe(400)
  expect((await film.get('Film?$search=a&$search=b')).status).toBe(400)
})

test('a search within $apply finds what $search finds', async () => {
  const apply = 'search(hope OR jedi)/aggregate($count as n)'
  const found = await film.rows(withQuery('Film', { search: 'hope OR jedi' }))
  expect(found.length).toBeGreaterThan(1)
  expect(await film.rows(withQuery('Film', { apply }))).toEqual([{ n: found.length }])
  const quoted = "filter(title eq 'search(x)')/aggregate($count as n)"
  expect((await film.get(withQuery('Film', { apply: quoted }))).status).toBe(200)
})

test('blank text searches for nothing', async () => {
  expect(await film.rows('Planet?$search=%20')).toHaveLength(planets.length)
})
