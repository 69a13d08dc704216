import { SIGNATURES } from '../../../../../srv/platform/odata/meaning/functions.ts'
import { borrowApp } from '../../../../support/borrowed-server.ts'
import { client, type ErrorBody, withQuery } from '../../../../support/client.ts'

const app = borrowApp()
const film = client(app, 'SagaFilm')

const titles = async (options: Record<string, string | number>): Promise<unknown[]> =>
  (await film.rows(withQuery('Film', { select: 'title', ...options }))).map((row) => row['title'])

const HOPE = ['A New Hope']

test.each([
  'episode_id add 1 eq 5 and episode_id sub 1 eq 3',
  'episode_id mul 2 eq 8 and episode_id gt 0',
  'episode_id div 3 eq 1 and episode_id eq 4',
  'episode_id mod 3 eq 1 and episode_id div 2 eq 2',
  'episode_id div 2.0 eq 2 and episode_id divby 8 eq 0.5',
  'episode_id mod 2.5 eq 1.5 and episode_id lt 5',
  '-episode_id eq -4',
  '(episode_id add 2) mul 2 sub 1 eq 11',
  'episode_id add 2 mul 2 eq 8',
  '(0 sub episode_id) div 3 eq -1 and (0 sub episode_id) mod 3 eq -1 and episode_id lt 5',
  "cast(episode_id,Edm.String) eq '4'",
  'cast(episode_id,Edm.Decimal) eq 4',
  "cast(title,Edm.String) eq 'A New Hope'",
  'isof(title,Edm.String) and episode_id eq 4 and isof(SagaFilm.Film)',
  'not isof(title,Edm.Int32) and episode_id eq 4',
  'length(title) add episode_id eq 14 and episode_id eq 4',
  'year(release_date) eq 1977 and month(release_date) add 1 eq 6 and day(release_date) eq 25',
  "indexof(title,'Hope') eq 6",
  "concat(concat(title,'-'),'x') eq 'A New Hope-x'",
  "substring(title,2) eq 'New Hope' and substring(title,2,3) eq 'New'",
  "toupper(trim(title)) eq 'A NEW HOPE'",
  'round(episode_id divby 8) eq 1 and ceiling(episode_id divby 8) eq 1 and floor(episode_id divby 8) eq 0 and episode_id eq 4',
])('$filter=%s', async (filter) => {
  expect(await titles({ filter })).toEqual(HOPE)
})

test.each([
  'episode_id div 0 eq 1',
  'episode_id mod 0 eq 1',
  'episode_id divby 0 eq 1',
  'episode_id div (episode_id sub episode_id) eq 1',
])('%s: a division by zero is null, which equals no number', async (filter) => {
  expect(await titles({ filter })).toEqual([])
})

test('numbers beyond the range of a column are compared all the same', async () => {
  expect(
    await titles({ filter: 'episode_id add 9999999999 gt 9999999999 and episode_id mul 9999999999 eq 39999999996' }),
  ).toEqual(HOPE)
})

test('results of arithmetic are sorted by', async () => {
  const rows = await film.rows(
    withQuery('Film', { orderby: 'episode_id mod 2 desc,episode_id', filter: 'episode_id gt 0' }),
  )
  expect(rows.map((row) => row['episode_id'])).toEqual([1, 3, 5, 7, 9, 2, 4, 6, 8])
})

test.each([
  'aggregate(episode_id with hex as x)',
  "groupby((director))/filter(contains(hex(director),'4'))",
  "groupby((director))/filter(contains(director,'G'))/groupby((director))/filter(contains(hex(director),'4'))",
])('$apply=%s: a function of the database that is not offered is not called', async (apply) => {
  expect((await film.get<ErrorBody>(withQuery('Film', { apply }))).status).toBe(400)
})

test.each([
  "substring(title,-4) eq 'Hope'",
  "substring(title,-100) eq 'A New Hope'",
  "substring(title,0 sub episode_id,3) eq 'Hop'",
  "substring(title,episode_id,3) eq 'w H'",
  "indexof(title,'Hope') mul 2 eq 12",
  "endswith(title,concat('Ho','pe'))",
  '(episode_id sub 8) mod 2.5 eq -1.5 and (episode_id sub 8) div 3 eq -1',
  'not (length(title) add episode_id gt 15)',
  'length(title) eq episode_id add 6',
])('$filter=%s, with operands that are computed', async (filter) => {
  expect(await titles({ filter })).toEqual(HOPE)
})

describe('nav/$count', () => {
  const counted = async (): Promise<{ title: unknown; count: number }[]> =>
    (await film.rows('Film?$expand=characters')).map((row) => ({
      title: row['title'],
      count: (row['characters'] as unknown[]).length,
    }))

  test('filters by the number of linked rows', async () => {
    const all = await counted()
    for (const limit of [0, 5, 20]) {
      const expected = all.filter(({ count }) => count > limit).map(({ title }) => title)
      expect((await titles({ filter: `characters/$count gt ${limit}` })).sort()).toEqual(expected.sort())
    }
    expect(await titles({ filter: 'characters/$count add planets/$count lt 0' })).toEqual([])
  })

  test('sorts by the number of linked rows', async () => {
    const counts = new Map((await counted()).map(({ title, count }) => [title, count]))
    const sorted = (await titles({ orderby: 'characters/$count desc,title' })).map((title) => counts.get(title)!)
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a))
  })

  test('counts along a path, in the middle of a condition and for a count', async () => {
    const home = "homeworld/residents/$count ge 10 and homeworld/name eq 'Tatooine'"
    const people = await film.rows(withQuery('People', { filter: home, expand: 'homeworld($expand=residents)' }))
    expect(people.length).toBeGreaterThanOrEqual(10)
    const { data } = await film.get<unknown>(withQuery('People/$count', { filter: home }))
    expect(Number(data)).toBe(people.length)
  })

  test('counts the links of a draft for a draft', async () => {
    const { data } = await film.post('Film', { title: 'Draft', characters: [] })
    const [luke] = await film.rows("People?$filter=name eq 'Luke Skywalker'")
    await film.post(`Film(ID=${String(data['ID'])},IsActiveEntity=false)/characters`, { people_ID: luke!['ID'] })
    expect(await titles({ filter: 'IsActiveEntity eq false and characters/$count eq 1' })).toEqual(['Draft'])
    expect(await titles({ filter: 'IsActiveEntity eq false and characters/$count eq 0' })).toEqual([])
  })
})

test.each([
  ['title add 1 eq 2', 'numbers'],
  ['cast(title,Edm.Int32) eq 1', 'cast'],
  ['cast(title,Edm.Nope) eq 1', 'cast'],
  ['cast(title,constructor) eq 1', 'cast'],
  ['isof(title,Edm.Nope)', 'isof'],
  ['title/$count gt 1', 'collection'],
  ['year(title) eq 1', 'year'],
  ["contains(episode_id,'1')", 'contains'],
  ['length(title,title) eq 1', 'length'],
  ['substring(title) eq 1', 'substring'],
  ['totalseconds(createdAt) eq 1', 'totalseconds'],
])('%s is answered with 400', async (filter, hint) => {
  const { status, data } = await film.get<ErrorBody>(withQuery('Film', { filter }))
  expect(status).toBe(400)
  expect(data.error.message).toContain(hint)
})

test('$metadata lists the functions that filters may use', async () => {
  for (const service of ['SagaFilm', 'SagaEpisode']) {
    const { data } = await client(app, service).get<string>('$metadata')
    const [, list] = /Term="Capabilities.FilterFunctions">\s*<Collection>([^]*?)<\/Collection>/.exec(data)!
    const names = [...list!.matchAll(/<String>(.*?)<\/String>/g)].map(([, name]) => name)
    expect(names.map((name) => String(name).toLowerCase()).sort()).toEqual(
      [...SIGNATURES.keys(), 'cast', 'isof'].sort(),
    )
  }
})
