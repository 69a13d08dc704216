/** What filters mean on both databases, against the same question put to the rows in JavaScript. */
import { type BorrowedServer, borrowServerOn } from '../../../../support/borrowed-server.ts'
import { DATABASES } from '../../../../support/server-on.ts'

interface Row {
  readonly ID: string
  readonly title: string
  readonly name: string
  readonly opening_crawl: string | null
  readonly episode_number: number
  readonly season_number: number
  readonly total_seasons: number
  readonly air_date: string
  readonly createdAt: string
  readonly hair_color: string | null
  readonly skin_color: string | null
  readonly eye_color: string | null
  readonly episodes: readonly Row[]
  readonly characters: readonly Row[]
  readonly people: Row
  readonly homeworld: Row | null
  readonly films: readonly Row[]
  readonly residents: readonly Row[]
  readonly height: string | null
  readonly episode_id: number
  readonly value: Row[]
  readonly '@odata.count': number
}
type Test = (row: Row) => boolean

jest.setTimeout(180_000)

const HOPE = '0FB3C6F8-BB29-572D-A61C-5BD35BFBE246'
const DAY = 86_400_000

const EPISODES: readonly (readonly [filter: string, test: Test])[] = [
  ['null eq opening_crawl', (row) => row.opening_crawl === null],
  ['null ne opening_crawl', (row) => row.opening_crawl !== null],
  ["not contains(opening_crawl,'x')", (row) => row.opening_crawl !== null && !has(row.opening_crawl, 'x')],
  [
    "not (contains(opening_crawl,'x') or startswith(opening_crawl,'x') or endswith(opening_crawl,'x'))",
    (row) => row.opening_crawl !== null && !has(row.opening_crawl, 'x'),
  ],
  [
    "not startswith(opening_crawl,'W')",
    (row) => row.opening_crawl !== null && !text(row.opening_crawl).startsWith('W'),
  ],
  ["not endswith(opening_crawl,'.')", (row) => row.opening_crawl !== null && !text(row.opening_crawl).endsWith('.')],
  ["contains(opening_crawl,'x') ne true", (row) => !has(row.opening_crawl, 'x')],
  ["contains(null,'x')", () => false],
  ["not contains(null,'x')", () => false],
  ['not null', () => false],
  ['episode_number gt 2.5', (row) => row.episode_number > 2.5],
  ['2.5 gt episode_number', (row) => row.episode_number < 2.5],
  ['not (episode_number gt 2.5)', (row) => row.episode_number <= 2.5],
  ['episode_number eq 3.0', (row) => row.episode_number === 3],
  ['episode_number lt 1e1', (row) => row.episode_number < 10],
  ['episode_number lt 1.2e1 and episode_number gt -1e99', (row) => row.episode_number < 12],
  ['episode_number lt INF', () => true],
  ['episode_number gt INF or episode_number eq NaN', () => false],
  ['-INF lt episode_number and episode_number ne NaN', () => true],
  ['episode_number lt 99999999999999999999', () => true],
  ['episode_number in (1,2.5,null,3.0)', (row) => [1, 3].includes(row.episode_number)],
  ['length(title) lt 10.5', (row) => text(row.title).length < 10.5],
  ['(episode_number) gt (2.5)', (row) => row.episode_number > 2.5],
  ['episode_number lt 5m and episode_number gt 1d', (row) => row.episode_number > 1 && row.episode_number < 5],
  ['episode_number lt 1.5e1f and episode_number lt 1.7976931348623157e308', (row) => row.episode_number < 15],
  ['createdAt lt 2026-11-20T00:00:00.1234567Z', () => true],
  ['time(createdAt) lt 00:00:00.5', () => true],
  ['episode_number le 1e1', (row) => row.episode_number <= 10],
  ['length(title) gt 10.5', (row) => text(row.title).length > 10.5],
  ['episode_number add 0.5 gt 3', (row) => row.episode_number + 0.5 > 3],
  ['air_date gt 2020-01-01T00:00:01Z', (row) => moment(row.air_date) > Date.parse('2020-01-01T00:00:01Z')],
  ['2020-12-18T00:00:00Z ge air_date', (row) => moment(row.air_date) <= Date.parse('2020-12-18')],
  ['air_date eq 2020-12-18T00:00:00Z', (row) => row.air_date === '2020-12-18'],
  ['air_date eq 2020-12-18T00:00:01Z', () => false],
  ['air_date lt createdAt', (row) => moment(row.air_date) < moment(row.createdAt)],
  ['createdAt eq 2026-11-20', (row) => moment(row.createdAt) === Date.parse('2026-11-20')],
  ['createdAt eq 2026-11-20T02:00:00+02:00', (row) => moment(row.createdAt) === Date.parse('2026-11-20')],
  [
    "createdAt add duration'P1D' gt 2026-11-20T23:00:00Z",
    (row) => moment(row.createdAt) + DAY > Date.parse('2026-11-20T23:00:00Z'),
  ],
  [
    "createdAt sub duration'PT0.5S' eq 2026-11-19T23:59:59.5Z",
    (row) => moment(row.createdAt) === Date.parse('2026-11-20'),
  ],
  [
    "createdAt sub 2026-11-19T00:00:00Z eq duration'PT12H' mul 2",
    (row) => moment(row.createdAt) === Date.parse('2026-11-20'),
  ],
  ["createdAt sub 2026-11-19T00:00:00Z lt duration'P1D'", () => false],
  [
    'totalseconds(createdAt sub 2026-11-19T00:00:00Z) div 2 eq 43200',
    (row) => moment(row.createdAt) === Date.parse('2026-11-20'),
  ],
  ["air_date add duration'P1DT12H' gt 2020-12-18", (row) => moment(row.air_date) + DAY > Date.parse('2020-12-18')],
  ["air_date sub 2020-01-01 gt duration'P365D'", (row) => moment(row.air_date) - Date.parse('2020-01-01') > 365 * DAY],
  [
    "year(air_date add duration'P10D') eq 2021",
    (row) => new Date(moment(row.air_date) + 10 * DAY).getUTCFullYear() === 2021,
  ],
  ['totaloffsetminutes(createdAt) eq 0 and totaloffsetminutes(2020-01-01T00:00:00+02:30) eq 150', () => true],
  ["cast('3',Edm.Int32) eq episode_number", (row) => row.episode_number === 3],
  ["cast(cast('3',Edm.Int32),Edm.String) eq '3' and cast('x',Edm.Int32) eq null", () => true],
  ['cast(episode_number,Edm.String) eq cast(3,Edm.String)', (row) => row.episode_number === 3],
  ['time(createdAt) lt 23:00', () => true],
  ['show eq null or ID eq null', () => false],
]

const PEOPLE: typeof EPISODES = [
  ["hair_color in ('blond',null)", (row) => [null, 'blond'].includes(row.hair_color)],
  ["not (hair_color in ('blond',null))", (row) => ![null, 'blond'].includes(row.hair_color)],
  ["tolower(hair_color) in ('blond',null)", (row) => [null, 'blond'].includes(row.hair_color)],
  ["'blond' in (hair_color,skin_color)", (row) => [row.hair_color, row.skin_color].includes('blond')],
  ['hair_color in (null)', (row) => row.hair_color === null],
  ['hair_color in (skin_color,eye_color)', (row) => [row.skin_color, row.eye_color].includes(row.hair_color)],
]

const REFUSED = [
  ...[
    'title',
    'not title',
    'title eq 5',
    "ID eq 'x'",
    'show',
    'show eq 5',
    'air_date eq 5',
    "air_date eq '2020-01-01'",
  ],
  ...[
    'title eq true',
    "episode_number eq '5'",
    'title gt 5',
    'title add 1 eq 2',
    'air_date eq createdBy',
    '-title eq 1',
  ],
  ...[
    "episode_number in (1,'x')",
    'length(5) eq 1',
    "year('x') eq 1",
    "round('x') eq 1",
    "substring(title,'1') eq 'x'",
  ],
  ...['air_date gt 2020-02-30', 'createdAt gt 2020-02-30T00:00:00Z', 'createdAt gt 2020-01-01T24:00:00Z'],
  ...[
    'time(createdAt) lt 24:00:00',
    'createdAt gt 2020-01-01T00:60:00Z',
    'createdAt add 5 gt now()',
    '12020-01-01 gt air_date',
  ],
  ...[
    "createdAt gt duration'P1D'",
    'createdAt add createdAt gt now()',
    "duration'P1D' eq 5",
    "createdAt lt duration'1D'",
  ],
  ...['characters eq null', 'characters', 'episode_number', '5', "'x'", 'createdAt mul 2 eq 1'],
]

const text = (value: unknown): string => value as string
const has = (value: unknown, part: string): boolean => typeof value === 'string' && value.includes(part)
const moment = (value: unknown): number => Date.parse(value as string)

describe.each(DATABASES)('filters on %s', (database) => {
  let server: BorrowedServer
  beforeAll(async () => {
    server = await borrowServerOn(database)
  })
  afterAll(() => server.stop())

  const send = async (method: string, path: string, body?: object): Promise<{ status: number; body: Row }> => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${server.url}/odata/v4/${path}`, { method, ...init })
    const content = await answer.text()
    return { status: answer.status, body: (content ? JSON.parse(content) : {}) as Row }
  }
  const rows = async (path: string): Promise<Row[]> => {
    const { status, body } = await send('GET', path)
    expect([path, status]).toEqual([path, 200])
    return body.value
  }
  const ids = (found: readonly Row[]): unknown[] => found.map((row) => row.ID).sort()
  const compared = async (set: string, tests: typeof EPISODES): Promise<void> => {
    const all = await rows(set)
    for (const [filter, test] of tests) {
      const found = await rows(`${set}?$filter=${encodeURIComponent(filter)}`)
      expect([filter, ids(found)]).toEqual([filter, ids(all.filter(test))])
    }
  }
  const count = async (set: string, filter: string): Promise<unknown> =>
    (await send('GET', `${set}?$count=true&$top=1&$filter=${encodeURIComponent(filter)}`)).body['@odata.count']

  test('mean what they mean of the rows', async () => {
    await compared('SagaEpisode/Episodes', EPISODES)
    await compared('SagaFilm/People', PEOPLE)
  })

  test('mean the same within $apply', async () => {
    const all = await rows('SagaEpisode/Episodes')
    for (const [filter, test] of EPISODES) {
      const apply = encodeURIComponent(`filter(${filter})/aggregate($count as n)`)
      expect([filter, await rows(`SagaEpisode/Episodes?$apply=${apply}`)]).toEqual([
        filter,
        [{ n: all.filter(test).length }],
      ])
    }
    for (const filter of REFUSED) {
      const apply = encodeURIComponent(`filter(${filter})/groupby((title))`)
      expect([filter, (await send('GET', `SagaEpisode/Episodes?$apply=${apply}`)).status]).toEqual([filter, 400])
    }
  })

  test('along links that lead to nothing are about null', async () => {
    const people = await rows('SagaFilm/People?$expand=homeworld')
    const home = people.find(({ homeworld }) => homeworld)!.homeworld!
    const ofPeople: [string, Test][] = [
      [`homeworld/ID ne ${home.ID}`, (row) => row.homeworld?.ID !== home.ID],
      [`not (homeworld/ID eq ${home.ID})`, (row) => row.homeworld?.ID !== home.ID],
      [`homeworld/name ne '${home.name}'`, (row) => row.homeworld?.name !== home.name],
      ['homeworld eq null', (row) => !row.homeworld],
    ]
    for (const [filter, test] of ofPeople)
      expect([filter, ids(await rows(`SagaFilm/People?$filter=${encodeURIComponent(filter)}`))]).toEqual([
        filter,
        ids(people.filter(test)),
      ])
    const films = await rows('SagaFilm/Film?$expand=characters($expand=people($expand=homeworld))')
    const homes = ({ characters }: Row): unknown[] => characters.map((link) => link.people.homeworld?.name ?? null)
    const cases: [string, Test][] = [
      ['characters/all(x:x/people/homeworld/name ne null)', (row) => homes(row).every((name) => name !== null)],
      ['characters/any(x:x/people/homeworld/name eq null)', (row) => homes(row).includes(null)],
      ['not characters/any(x:x/people/homeworld/name eq null)', (row) => !homes(row).includes(null)],
      [
        "characters/any(x:x/people/homeworld/name in ('Tatooine') and title in ('A New Hope'))",
        (row) => homes(row).includes('Tatooine') && row.title === 'A New Hope',
      ],
    ]
    for (const [filter, test] of cases)
      expect([filter, ids(await rows(`SagaFilm/Film?$filter=${encodeURIComponent(filter)}`))]).toEqual([
        filter,
        ids(films.filter(test)),
      ])
  })

  test('are true for all rows only where they are not null for one', async () => {
    const planets = await rows('SagaFilm/Planet?$expand=residents')
    const found = await rows("SagaFilm/Planet?$filter=residents/all(r:contains(r/height,'1'))")
    expect(ids(found)).toEqual(
      ids(planets.filter(({ residents }) => residents.every(({ height }) => height?.includes('1') === true))),
    )
  })

  test('of what is expanded know the record around it as $it', async () => {
    const films = await rows('SagaFilm/Film?$expand=characters($filter=$it/episode_id eq 4)')
    for (const { episode_id: episode, characters } of films) expect(characters.length > 0).toBe(episode === 4)
    const often = await rows(
      'SagaFilm/Film?$expand=characters($filter=people/films/$count gt 3;$expand=people($expand=films))',
    )
    expect(often.some(({ characters }) => characters.length)).toBe(true)
    for (const { characters } of often)
      for (const { people } of characters) expect(people.films.length).toBeGreaterThan(3)
  })

  test('are computed with their types', async () => {
    const compute = 'title eq null as a,7 mul length(title) as b,episode_number gt 3 as c'
    for (const row of await rows(
      `SagaEpisode/Episodes?$select=title,episode_number,a,b,c&$compute=${encodeURIComponent(compute)}`,
    ))
      expect(row).toMatchObject({ a: false, b: 7 * row.title.length, c: row.episode_number > 3 })
  })

  test('of null have the known figures', async () => {
    expect(await count('SagaEpisode/Episodes', 'null eq opening_crawl')).toBe(85)
    expect(await count('SagaFilm/People', "hair_color in ('blond',null)")).toBe(114)
  })

  test('of other types than their operands are refused', async () => {
    for (const filter of REFUSED) {
      const { status } = await send('GET', `SagaEpisode/Episodes?$filter=${encodeURIComponent(filter)}`)
      expect([filter, status]).toEqual([filter, 400])
    }
    expect((await send('GET', 'SagaFilm/Film?$orderby=characters')).status).toBe(400)
    expect((await send('GET', 'SagaFilm/Film?$expand=characters($filter=ID%20eq%205)')).status).toBe(400)
    expect((await send('GET', 'SagaFilm/Film?$filter=title%20eq%20@p&@p=5')).status).toBe(400)
  })

  test('find GUIDs in any case', async () => {
    for (const filter of [
      `ID eq ${HOPE}`,
      `ID in (${HOPE})`,
      `${HOPE} eq ID`,
      `ID eq '${HOPE}'`,
      `characters/any(c:c/film_ID eq ${HOPE})`,
    ])
      expect(await rows(`SagaFilm/Film?$select=title&$filter=${encodeURIComponent(filter)}`)).toMatchObject([
        { title: 'A New Hope' },
      ])
    expect(await count('SagaFilm/Film', `ID ne ${HOPE}`)).toBe((await rows('SagaFilm/Film')).length - 1)
    for (const list of [`@p&@p=${HOPE}`, `@p&@p='${HOPE}'`])
      expect(await rows(`SagaFilm/Film?$filter=ID%20eq%20${list}`)).toHaveLength(1)
    expect(await rows(`SagaFilm/Film?$filter=ID%20in%20@p&@p=["${HOPE}","${HOPE}"]`)).toHaveLength(1)
    for (const key of [`ID=${HOPE},IsActiveEntity=true`, `IsActiveEntity=true,ID='${HOPE}'`])
      expect((await send('GET', `SagaFilm/Film(${key})`)).body).toMatchObject({ ID: HOPE.toLowerCase() })
    expect((await send('GET', `SagaFilm/Film(ID=@k,IsActiveEntity=true)?@k=${HOPE}`)).status).toBe(200)
    expect(
      await rows(`SagaFilm/Film(ID=${HOPE},IsActiveEntity=true)/characters?$filter=film_ID%20eq%20${HOPE}`),
    ).not.toEqual([])
    const batch = { requests: [{ id: '1', method: 'GET', url: `Film(ID=${HOPE},IsActiveEntity=true)/title` }] }
    expect((await send('POST', 'SagaFilm/$batch', batch)).body).toMatchObject({ responses: [{ status: 200 }] })
  })

  test('find what was stored with GUIDs in upper case', async () => {
    const [planet] = await rows('SagaFilm/Planet?$top=1')
    const key = text(planet!.ID).toUpperCase()
    const id = 'ABCDEF01-2345-4789-ABCD-EF0123456789'
    for (const [name, link] of Object.entries({
      planet_ID: key,
      'planet@odata.bind': `Planet(${key})`,
      planet: { ID: key },
    })) {
      const film = { ID: id, title: 'Case', IsActiveEntity: true, planets: [{ [name]: link }] }
      expect((await send('POST', 'SagaFilm/Film', film)).status).toBe(201)
      const found = await rows(`SagaFilm/Film?$expand=planets($expand=planet)&$filter=ID%20eq%20${id.toLowerCase()}`)
      expect(found).toMatchObject([{ ID: id.toLowerCase(), planets: [{ planet: { ID: key.toLowerCase() } }] }])
      const address = `SagaFilm/Film(ID=${id},IsActiveEntity=true)`
      expect((await send('POST', `${address}/SagaFilm.draftEdit`, {})).status).toBeLessThan(300)
      const draft = `SagaFilm/Film(ID=${id},IsActiveEntity=false)`
      expect((await send('PATCH', draft, { title: 'Changed' })).status).toBeLessThan(300)
      expect((await send('POST', `${draft}/SagaFilm.draftActivate`, {})).status).toBeLessThan(300)
      expect((await send('DELETE', address)).status).toBe(204)
    }
  })

  test('within a lambda mean $it where no variable is named', async () => {
    const shows = await rows('SagaEpisode/Shows?$expand=episodes($expand=characters($expand=people))')
    const ofShow =
      (test: (episode: Row, show: Row) => boolean) =>
      (show: Row): boolean =>
        show.episodes.some((episode) => test(episode, show))
    const cases: [string, Test][] = [
      ['episodes/any(e:e/title eq title)', ofShow((episode, show) => episode.title === show.title)],
      ['episodes/any(e:e/title eq $it/title)', ofShow((episode, show) => episode.title === show.title)],
      ['episodes/any(e:e/season_number add 1.5 gt 5)', ofShow((episode) => episode.season_number + 1.5 > 5)],
      ['episodes/any(e:e/title ne title)', ofShow((episode, show) => episode.title !== show.title)],
      [
        'episodes/any(e:e/season_number gt total_seasons sub 1)',
        ofShow((episode, show) => episode.season_number > show.total_seasons - 1),
      ],
      [
        'episodes/all(e:e/season_number lt total_seasons)',
        (show) => !ofShow((episode) => episode.season_number >= show.total_seasons)(show),
      ],
      [
        'episodes/any(e:e/characters/any(c:c/people/name eq title))',
        ofShow((episode, show) => episode.characters.some((link) => link.people.name === show.title)),
      ],
    ]
    for (const [filter, test] of cases) {
      const expected = shows.filter(test)
      expect([filter, ids(await rows(`SagaEpisode/Shows?$filter=${encodeURIComponent(filter)}`))]).toEqual([
        filter,
        ids(expected),
      ])
      expect([filter, await count('SagaEpisode/Shows', filter)]).toEqual([filter, expected.length])
    }
    for (const filter of [
      'episodes/any(e:nope eq 1)',
      'episodes/any(e:season_number eq 1)',
      'episodes/any(e:e/title eq 5)',
    ])
      expect((await send('GET', `SagaEpisode/Shows?$filter=${encodeURIComponent(filter)}`)).status).toBe(400)
  })

  test('of linked rows are counted on every page', async () => {
    const shows = await rows('SagaEpisode/Shows?$expand=episodes')
    const expected = shows.filter((show) => show.episodes.length > 2).length
    expect(await count('SagaEpisode/Shows', 'episodes/$count gt 2')).toBe(expected)
  })

  test('a search for what is not there finds rows without a text', async () => {
    const all = await rows('SagaFilm/People')
    const found = await rows('SagaEpisode/Episodes?$search=NOT%20zzz')
    expect(found).toHaveLength((await rows('SagaEpisode/Episodes')).length)
    expect((await rows('SagaFilm/People?$search=NOT%20luke')).length).toBe(
      all.filter((row) => !text(row.name).toLowerCase().includes('luke')).length,
    )
  })
})
