import { type BorrowedServer, borrowServerOn } from '../../../../support/borrowed-server.ts'

type Row = Record<string, unknown>

interface Answer {
  readonly status: number
  readonly body: { value: Row[]; error?: { message: string } } & Row
}

interface Episode {
  readonly ID: string
  readonly title: string
  readonly director: string | null
  readonly episode_number: number
  readonly season_number: number
  readonly air_date: string | null
  readonly show: { title: string; release_year: number }
  readonly characters: readonly unknown[]
}

/** Rows by what a function gives for them, in the order of the first of each. */
const grouped = <T>(rows: readonly T[], by: (row: T) => unknown): T[][] => [
  ...Map.groupBy(rows, (row) => JSON.stringify(by(row))).values(),
]

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const average = (numbers: readonly number[]): number => sum(numbers) / numbers.length
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

describe.each(['sqlite', 'postgres'] as const)('$apply and $compute on %s', (engine) => {
  let server: BorrowedServer
  let episodes: Episode[]
  let films: { title: string; director: string; episode_id: number }[]
  beforeAll(async () => {
    server = await borrowServerOn(engine)
    const plain = await get('SagaEpisode/Episodes?$expand=show,characters')
    episodes = plain.body.value as unknown as Episode[]
    films = (await get('SagaFilm/Film')).body.value as unknown as typeof films
  }, 120_000)
  afterAll(() => server.stop())

  const get = async (path: string): Promise<Answer> => {
    const answer = await fetch(`${server.url}/odata/v4/${path}`)
    const text = await answer.text()
    return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Answer['body'] }
  }
  const episodesBy = async (apply: string): Promise<Row[]> => {
    const { status, body } = await get(`SagaEpisode/Episodes?$apply=${apply}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.value
  }
  const refused = async (path: string): Promise<void> => {
    const { status, body } = await get(path)
    expect([path, status]).toEqual([path, 400])
    expect(body.error?.message).toBeTruthy()
  }

  test('groups of films have their properties and no ETag', async () => {
    const { status, body } = await get('SagaFilm/Film?$apply=groupby((director),aggregate($count as n))')
    expect(status).toBe(200)
    const expected = grouped(films, ({ director }) => director).map((group) => ({
      director: group[0]!.director,
      n: group.length,
    }))
    expect(sorted(body.value)).toEqual(sorted(expected))
    const byVersion = (await get('SagaFilm/Film?$apply=groupby((modifiedAt))')).body.value
    expect(byVersion.map((row) => Object.keys(row))).toEqual([['modifiedAt']])
    expect(byVersion[0]!['modifiedAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('from: the average over days of the sums of each', async () => {
    const sums = grouped(episodes, ({ air_date }) => air_date).map((day) => sum(day.map((each) => each.episode_number)))
    const [row] = await episodesBy('aggregate(episode_number with sum from air_date with average as T)')
    expect(row!['T']).toBeCloseTo(average(sums), 6)
    const byShow = await episodesBy(
      'groupby((show/title),aggregate(episode_number with max from season_number with sum as T))',
    )
    const expected = grouped(episodes, ({ show }) => show.title).map((ofShow) => ({
      show: { title: ofShow[0]!.show.title },
      T: sum(
        grouped(ofShow, (each) => each.season_number).map((season) =>
          Math.max(...season.map((each) => each.episode_number)),
        ),
      ),
    }))
    expect(sorted(byShow)).toEqual(sorted(expected))
    const [best] = await episodesBy('aggregate(episode_number with sum from show/title,season_number with max as T)')
    const bySeason = grouped(episodes, ({ show, season_number }) => `${show.title} ${season_number}`)
    expect(best!['T']).toBe(Math.max(...bySeason.map((season) => sum(season.map((each) => each.episode_number)))))
    const two = 'episode_number with sum from air_date with average as T,$count as n'
    await refused(`SagaEpisode/Episodes?$apply=aggregate(${two})`)
  })

  test.each([
    '$filter=characters/people/gender eq %27male%27',
    '$filter=length(characters/people/name) gt 3',
    '$filter=not (characters/people/gender in (%27male%27))',
    '$filter=characters/any(c:$it/planets/planet/name eq c/people/name)',
    '$orderby=characters/people/name',
    '$select=characters/people',
    '$select=show/title',
    '$select=title&$compute=characters/people/name as n',
    '$apply=groupby((characters/people/gender))',
    '$apply=aggregate(characters/people/name with countdistinct as n)',
    '$apply=aggregate(characters/ID with countdistinct as n)',
    '$apply=filter(characters/people/gender eq %27male%27)/aggregate($count as n)',
    '$apply=orderby(characters/people/name)/top(3)',
    '$expand=show($filter=episodes/title eq %27x%27)',
    '$expand=show($select=episodes/title)',
    '$expand=show($expand=episodes($orderby=characters/people/name))',
  ])('a path through a collection is refused: %s', (options) => refused(`SagaEpisode/Episodes?${options}`))

  test('counts and lambda expressions of collections stay', async () => {
    const few = await get(
      'SagaEpisode/Episodes?$filter=characters/$count gt 5 and characters/any(c:c/people/name ne null)',
    )
    expect(few.body.value).toHaveLength(episodes.filter(({ characters }) => characters.length > 5).length)
    expect((await get('SagaEpisode/Shows?$orderby=episodes/$count&$filter=episodes/any()')).status).toBe(200)
  })

  test('pages within $apply are no pages of the server', async () => {
    const latest = episodes.map(({ air_date }) => air_date ?? '').sort()
    const first = await get('SagaEpisode/Episodes?$apply=filter(air_date ne null)/orderby(air_date desc)/top(1)')
    expect(first.body.value.map((row) => row['air_date'])).toEqual([latest.at(-1)])
    expect(first.body).not.toHaveProperty(['@odata.nextLink'])
    const groups = await get('SagaEpisode/Episodes?$apply=groupby((show/title),aggregate($count as n))/top(3)')
    expect(groups.body.value).toHaveLength(3)
    expect(groups.body).not.toHaveProperty(['@odata.nextLink'])
    expect(await episodesBy('skip(90)/top(20)/aggregate($count as n)')).toEqual([{ n: episodes.length - 90 }])
    expect(await episodesBy('top(20)/skip(15)/aggregate($count as n)')).toEqual([{ n: 5 }])
    const counted = await get('SagaEpisode/Episodes?$apply=top(7)&$count=true&$filter=title ne null&$top=2')
    expect([counted.body['@odata.count'], counted.body.value.length]).toEqual([7, 2])
  })

  test('links lead through all groups, each once', async () => {
    const found: unknown[] = []
    let next: string | undefined = 'Episodes?$apply=groupby((title))&$count=true'
    for (let page = 0; next && page < 20; page++) {
      const url = next.startsWith('http') ? next : `${server.url}/odata/v4/SagaEpisode/${next}`
      const answer = await fetch(url, { headers: { prefer: 'odata.maxpagesize=10' } })
      const body = (await answer.json()) as Answer['body'] & { '@odata.nextLink'?: string }
      expect(body['@odata.count']).toBe(new Set(episodes.map(({ title }) => title)).size)
      found.push(...body.value.map((row) => row['title']))
      next = body['@odata.nextLink']
    }
    expect(found.sort()).toEqual([...new Set(episodes.map(({ title }) => title))].sort())
  })

  test('a result is in its order, also where $select leaves out what it is ordered by', async () => {
    const all = 'SagaFilm/Film?$apply=groupby((director,title))&$orderby=director,title'
    const [whole, some] = [await get(all), await get(`${all}&$select=title`)]
    expect(whole.body.value.map(({ director }) => director)).not.toEqual([])
    expect(some.body.value.map(({ title }) => title)).toEqual(whole.body.value.map(({ title }) => title))
  })

  test('topcount and bottomcount', async () => {
    const ids = films.map(({ episode_id }) => episode_id).sort((a, b) => a - b)
    const top = await get('SagaFilm/Film?$apply=topcount(3,episode_id)/aggregate(episode_id with sum as s)')
    expect(top.body.value).toEqual([{ s: sum(ids.slice(-3)) }])
    const bottom = await get('SagaFilm/Film?$apply=bottomcount(5,episode_id)&$select=episode_id&$count=true')
    expect(bottom.body.value.map((row) => row['episode_id'])).toEqual(ids.slice(0, 5))
  })

  /** As few rows, those of the most or the least first, as have that much. */
  const partOf = (numbers: readonly number[], least: number): number[] =>
    numbers.filter((_, index) => sum(numbers.slice(0, index)) < least)

  test.each([
    ['topsum', 100, false],
    ['bottomsum', 20, false],
    ['toppercent', 50, true],
    ['bottompercent', 12.5, true],
    ['topsum', 0, false],
    ['TopPercent', 100, true],
  ])('%s(%s,…) keeps as few rows as have that much', async (name, much, isPercent) => {
    const numbers = episodes.map((each) => each.episode_number).sort((a, b) => a - b)
    const ordered = name.startsWith('bottom') ? numbers : numbers.reverse()
    const expected = partOf(ordered, isPercent ? (sum(numbers) * much) / 100 : much)
    const found = await episodesBy(`${name}(${much},episode_number)&$select=episode_number`)
    expect(found.map((row) => row['episode_number'])).toEqual(expected.slice(0, found.length))
    const figures = 'aggregate($count as n,episode_number with sum as s)'
    const all = await episodesBy(`${name}(${much},episode_number)/${figures}`)
    expect(all).toEqual([{ n: expected.length, s: expected.length ? sum(expected) : null }])
    const shows = await episodesBy(`groupby((show/title),${name}(${much},episode_number)/${figures})`)
    const byShow = grouped(episodes, ({ show }) => show.title).map((group): Row | undefined => {
      const own = group.map((each) => each.episode_number).sort((a, b) => (name.startsWith('bottom') ? a - b : b - a))
      const part = partOf(own, isPercent ? (sum(own) * much) / 100 : much)
      return { show: { title: group[0]!.show.title }, n: part.length, s: sum(part) }
    })
    expect(sorted(shows)).toEqual(sorted(byShow.filter((row) => row?.['n'] !== 0)))
  })

  test('what is done within groups is done in each', async () => {
    const groups = grouped(episodes, ({ show, season_number: season }) => [show.title, season])
    const last = await episodesBy('groupby((show/title,season_number),identity/topcount(1,episode_number))')
    const told = last.map(({ show, season_number, episode_number }) => ({ show, season_number, episode_number }))
    expect(sorted(told)).toEqual(
      sorted(
        groups.map((group) => ({
          show: { title: group[0]!.show.title },
          season_number: group[0]!.season_number,
          episode_number: Math.max(...group.map((each) => each.episode_number)),
        })),
      ),
    )
    const paged = await episodesBy(
      'groupby((show/title,season_number),orderby(episode_number desc)/skip(1)/top(2)/aggregate(episode_number with sum as s))' +
        '/aggregate(s with sum as all)',
    )
    const second = groups.flatMap((group) =>
      group
        .map((each) => each.episode_number)
        .sort((a, b) => b - a)
        .slice(1, 3),
    )
    expect(paged).toEqual([{ all: sum(second) }])
    const chosen = await episodesBy(
      'groupby((show/title),filter(episode_number eq 1)/compute(length(title) as l)/aggregate(l with max as m))',
    )
    const firsts = grouped(
      episodes.filter((each) => each.episode_number === 1),
      ({ show }) => show.title,
    )
    expect(sorted(chosen)).toEqual(
      sorted(
        firsts.map((group) => ({
          show: { title: group[0]!.show.title },
          m: Math.max(...group.map(({ title }) => title.length)),
        })),
      ),
    )
    const parts = await episodesBy('groupby((show/title),concat(aggregate($count as n),top(1)/aggregate($count as m)))')
    expect(parts).toHaveLength(2 * new Set(episodes.map(({ show }) => show.title)).size)
  })

  test('join gives a row for each record that one leads to', async () => {
    const { body } = await get('SagaEpisode/Episodes?$expand=characters($expand=people)')
    const all = (
      body.value as unknown as (Episode & { characters: { people: { gender: string } | null }[] })[]
    ).flatMap(({ title, characters }) => characters.map(({ people }) => ({ title, gender: people?.gender ?? null })))
    const rows = await episodesBy('join(characters as c)/groupby((title,c/people/gender),aggregate($count as n))')
    const expected = grouped(all, ({ title, gender }) => [title, gender]).map((group) => ({
      title: group[0]!.title,
      c: { people: { gender: group[0]!.gender } },
      n: group.length,
    }))
    expect(sorted(rows)).toEqual(sorted(expected))
    const men = await episodesBy(
      "filter(season_number eq 1)/join(characters as c,filter(people/gender eq 'male'))/filter(c/ID ne ID)/aggregate($count as n)",
    )
    const first = new Set(episodes.filter((each) => each.season_number === 1).map(({ title }) => title))
    expect(men).toEqual([{ n: all.filter(({ title, gender }) => gender === 'male' && first.has(title)).length }])
    const [one] = await episodesBy('filter(episode_number eq 1)/join(show as of)&$top=1')
    expect(one).toMatchObject({ episode_number: 1, of: { title: expect.any(String) as unknown } })
    expect(one).not.toHaveProperty(['of', 'episodes'])
  })

  test('outerjoin keeps the records that lead to none', async () => {
    const counted = async (apply: string): Promise<[unknown, unknown][]> => {
      const { value } = (await get(`SagaFilm/People?$apply=${apply}`)).body
      return (value as { h?: { name: unknown }; homeworld?: { name: unknown }; n: unknown }[])
        .map(({ h, homeworld, n }): [unknown, unknown] => [(h ?? homeworld)?.name, n])
        .sort()
    }
    const joined = await counted('outerjoin(homeworld as h)/groupby((h/name),aggregate($count as n))')
    expect(joined).toEqual(await counted('groupby((homeworld/name),aggregate($count as n))'))
    expect(joined.some(([name]) => name === null)).toBe(true)
  })

  test('figures of groups, conditions and orders on them', async () => {
    const rows = await episodesBy(
      'filter(season_number eq 1)/groupby((show/title,show/release_year),aggregate(episode_number with sum as s,' +
        'episode_number with average as a,air_date with max as last,director with countdistinct as d,$count as n,' +
        'title with min as t))/filter(n gt 2 and last gt 2019-06-01)&$orderby=s desc,show/title',
    )
    const expected = grouped(
      episodes.filter((each) => each.season_number === 1),
      ({ show }) => show.title,
    )
      .map((group) => ({
        show: { title: group[0]!.show.title, release_year: group[0]!.show.release_year },
        s: sum(group.map((each) => each.episode_number)),
        a: average(group.map((each) => each.episode_number)),
        last: group
          .map((each) => each.air_date ?? '')
          .sort()
          .at(-1)!,
        d: new Set(group.flatMap((each) => each.director ?? [])).size,
        n: group.length,
        t: expect.any(String) as unknown,
      }))
      .filter(({ n, last }) => n > 2 && last > '2019-06-01')
      .sort((a, b) => b.s - a.s)
    expect(rows.map(({ s }) => s)).toEqual(expected.map(({ s }) => s))
    for (const row of expected) expect(rows).toContainEqual({ ...row, a: expect.closeTo(row.a, 6) as unknown })
  })

  test('groups of groups, and what is computed of either', async () => {
    const rows = await episodesBy(
      'compute(length(title) div 10 as tens)/groupby((show/title,tens),aggregate($count as n))' +
        '/groupby((tens),aggregate(n with max as most))/compute(most mul 2 as double)&$orderby=tens&$select=tens,double',
    )
    const tens = ({ title }: Episode): number => Math.trunc(title.length / 10)
    const expected = grouped(episodes, tens).map((group) => ({
      tens: tens(group[0]!),
      double: 2 * Math.max(...grouped(group, ({ show }) => show.title).map((each) => each.length)),
    }))
    expect(rows).toEqual(expected.sort((a, b) => a.tens - b.tens))
  })

  test('counts of linked records choose records before they are aggregated', async () => {
    const many = episodes.filter(({ characters }) => characters.length > 5)
    const rows = await episodesBy(
      'filter(characters/$count gt 5)/groupby((show/title),aggregate($count as n))/aggregate(n with sum as all,$count as shows)',
    )
    expect(rows).toEqual([{ all: many.length, shows: new Set(many.map(({ show }) => show.title)).size }])
  })

  test('concat puts together, with one connection to the database as well', async () => {
    const apply =
      'concat(aggregate($count as n),filter(season_number eq 1)/aggregate($count as m),topcount(1,episode_number))'
    const rows = await episodesBy(apply)
    expect(rows.slice(0, 2)).toEqual([
      { n: episodes.length },
      { m: episodes.filter((each) => each.season_number === 1).length },
    ])
    expect(rows[2]).toMatchObject({ episode_number: Math.max(...episodes.map((each) => each.episode_number)) })
    const at = await Promise.all(Array.from({ length: 8 }, () => get(`SagaEpisode/Episodes?$apply=${apply}`)))
    expect(at.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await episodesBy(`${apply}&$top=1`)).toHaveLength(1)
  })

  test('records of the data service', async () => {
    const columns = (await get('-data/Entities_columns')).body.value
    const { body } = await get('-data/Entities_columns?$apply=groupby((up__name),aggregate($count as n))/top(500)')
    const expected = grouped(columns, (row) => row['up__name']).map((group) => ({
      up__name: group[0]!['up__name'],
      n: group.length,
    }))
    expect(sorted(body.value)).toEqual(sorted(expected))
    await refused('-data/Entities_columns?$apply=topcount(2,length(name))')
    await refused('-data/Data?$apply=groupby((firstColumn))')
    await refused('-data/Data?entity=SagaFilm.Film&$apply=aggregate($count as n)')
  })

  test('the number of groups', async () => {
    const { body } = await get('SagaFilm/Film/$count?$apply=groupby((director))')
    expect(body['text']).toBe(String(new Set(films.map(({ director }) => director)).size))
  })

  test.each([
    'aggregate(title with sum as s)',
    'aggregate(title with average as s)',
    'aggregate(air_date with sum as s)',
    'aggregate(characters/$count as n)',
    'aggregate(characters/$count with sum as n)/filter(n gt characters/$count)',
    'aggregate(title with max)',
    'aggregate(title as t)',
    'aggregate(nope with max as n)',
    'aggregate(show with max as n)',
    'aggregate($count as n,title with max as n)',
    'topsum(x,episode_number)',
    'bottompercent(101,episode_number)',
    'topcount(x,episode_number)',
    'top(-1)',
    'groupby((show))',
    'groupby((nope))',
    'groupby((title))/filter(director eq null)',
    'groupby((title))/groupby((director))',
    'groupby((title))&$select=director',
    'groupby((title))&$expand=show',
    'groupby((title))&$search=x',
    'compute(length(title) as title)',
    'compute(episode_number as a,episode_number as a)',
    'concat(aggregate($count as n),identity)/filter(n gt 1)',
    'explode(title)',
    'topsum(1,title)',
    'topcount(1,show)',
    'orderby(characters)/top(1)/aggregate($count as n)',
    'groupby((title),concat(identity,identity))/aggregate($count as n)',
    'outerjoin(characters as c)',
    'outerjoin(show as s,filter(ID ne null))',
    'nest(groupby((title)) as t)',
    'addnested(characters,filter(ID ne null) as c)',
    'join(title as t)',
    'join(show as title)',
    'join(characters as c,groupby((ID)))',
    'join(characters as c)/join(characters as d)',
    'groupby((title))/join(show as s)',
    'aggregate(Forecast)',
    'aggregate(title with My.method as t)',
  ])('$apply=%s is refused', (apply) => refused(`SagaEpisode/Episodes?$apply=${apply}`))

  test('the context of aggregated rows lists their properties', async () => {
    const { body } = await get('SagaEpisode/Episodes?$apply=groupby((show/title,show/ID),aggregate($count as n))')
    expect(body['@odata.context']).toMatch(/\/\$metadata#Episodes\(show\(title,ID\),n\)$/)
  })

  test('$compute is for $filter, $orderby and $select', async () => {
    const options =
      '$compute=length(title) as l,l mul 2 as d&$filter=l gt 12 and d lt 60&$orderby=l desc,title&$select=title,d'
    const { body } = await get(`SagaFilm/Film?${options}`)
    const expected = films
      .filter(({ title }) => title.length > 12 && title.length < 30)
      .sort((a, b) => b.title.length - a.title.length || (a.title < b.title ? -1 : 1))
      .map(({ title }) => ({ title, d: title.length * 2 }))
    expect(body.value.map(({ title, d }) => ({ title, d }))).toEqual(expected)
    expect(body.value.every((row) => !('l' in row))).toBe(true)
  })

  test('$compute goes along paths to one record, counts, and tells what is true', async () => {
    const options =
      '$compute=concat(show/title,title) as t,characters/$count as c,contains(title,%27e%27) as e&$filter=c gt 3 and e'
    const { body } = await get(`SagaEpisode/Episodes?${options}&$select=t,c,e&$orderby=t`)
    const expected = episodes
      .filter(({ title, characters }) => characters.length > 3 && title.includes('e'))
      .map(({ title, show, characters }) => ({ t: show.title + title, c: characters.length, e: true }))
    expect(sorted(body.value.map(({ t, c, e }) => ({ t, c, e })))).toEqual(sorted(expected))
    const one = await get(`SagaEpisode/Episodes(${episodes[0]!.ID})?$compute=length(title) as l&$select=l`)
    expect(one.body['l']).toBe(episodes[0]!.title.length)
    const all = await get('SagaEpisode/Episodes?$compute=length(title) as l&$top=1')
    expect(all.body.value[0]).toMatchObject({ title: expect.any(String) as unknown, l: expect.any(Number) as unknown })
  })

  test.each([
    '$compute=length(title)',
    '$compute=length(title) as title',
    '$compute=nope add 1 as l',
    '$compute=title add 1 as l',
    '$compute=nope(title) as l',
    '$compute=1 as l',
  ])('%s is refused', (options) => refused(`SagaEpisode/Episodes?${options}`))

  test('$compute is for records that are expanded, and its names are known within any', async () => {
    const { body } = await get('SagaEpisode/Episodes?$expand=show($compute=length(title) mul 2 as l;$select=title,l)')
    for (const { show } of body.value as unknown as { show: { title: string; l: number } }[])
      expect(show.l).toBe(show.title.length * 2)
    const long = await get(
      'SagaEpisode/Episodes?$compute=length(title) as l&$filter=characters/any(c:l gt 12)&$select=title',
    )
    expect(sorted(long.body.value.map(({ title }) => title))).toEqual(
      sorted(
        episodes.filter(({ title, characters }) => title.length > 12 && characters.length).map(({ title }) => title),
      ),
    )
  })

  test('$apply searches among records', async () => {
    const found = await episodesBy('search(the)/aggregate($count as n)')
    const searched = await get('SagaEpisode/Episodes/$count?$search=the')
    expect(found).toEqual([{ n: Number(searched.body['text']) }])
  })

  test('rollup groups by all levels, and by fewer', async () => {
    const rows = await episodesBy('groupby((rollup($all,show/title,season_number)),aggregate($count as n))')
    const seasons = grouped(episodes, ({ show, season_number: season }) => [show.title, season])
    const shows = grouped(episodes, ({ show }) => show.title)
    expect(sorted(rows)).toEqual(
      sorted([
        ...seasons.map((group) => ({
          show: { title: group[0]!.show.title },
          season_number: group[0]!.season_number,
          n: group.length,
        })),
        ...shows.map((group) => ({ show: { title: group[0]!.show.title }, n: group.length })),
        { n: episodes.length },
      ]),
    )
  })

  test('names that stand for others do not grow without end', async () => {
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `a${String(index)} add a${String(index)} as a${String(index + 1)}`,
    )
    await refused(`SagaEpisode/Episodes?$compute=episode_number as a0,${doubling.join(',')}`)
    await refused(
      `SagaEpisode/Episodes?$apply=compute(episode_number as a0,${doubling.join(',')})/aggregate(a40 with sum as s)`,
    )
  })
})
