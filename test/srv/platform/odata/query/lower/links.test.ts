import { type BorrowedServer, borrowServerOn } from '../../../../../support/borrowed-server.ts'

interface Link {
  readonly people: {
    readonly name: string
    readonly gender: string | null
    readonly homeworld_ID: string | null
  } | null
}
interface Film {
  readonly ID: string
  readonly title: string
  readonly characters: readonly Link[]
}

describe.each(['sqlite', 'postgres'] as const)('a count of some rows on %s', (engine) => {
  let server: BorrowedServer
  let films: Film[]

  const ask = async (
    options: string,
  ): Promise<{ status: number; body: { value: Film[]; error?: { message: string } } }> => {
    const response = await fetch(`${server.url}/odata/v4/SagaFilm/${options}`)
    return { status: response.status, body: (await response.json()) as { value: Film[] } }
  }
  const titles = async (options: string): Promise<string[]> => {
    const { status, body } = await ask(`Film?$select=title&${options}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.value.map(({ title }) => title)
  }
  const counted = (is: (link: Link, film: Film) => boolean) => (film: Film) =>
    film.characters.filter((link) => is(link, film)).length
  const women = counted(({ people }) => people?.gender === 'female')

  beforeAll(async () => {
    server = await borrowServerOn(engine)
    films = (await ask('Film?$expand=characters($expand=people($select=name,gender,homeworld_ID))')).body.value
    expect(films.some((film) => women(film) > 1)).toBe(true)
  }, 120_000)
  afterAll(async () => server.stop())

  test('is compared, within and, or and arithmetic', async () => {
    const some = films.filter((film) => women(film) > 1).map(({ title }) => title)
    expect((await titles("$filter=characters/$count($filter=people/gender eq 'female') gt 1")).sort()).toEqual(
      some.sort(),
    )
    const most = films.filter((film) => women(film) * 2 < film.characters.length).map(({ title }) => title)
    const filter = "characters/$count($filter=people/gender eq 'female') mul 2 lt characters/$count"
    expect((await titles(`$filter=${filter}`)).sort()).toEqual(most.sort())
    expect((await titles(`$filter=not (${filter})`)).length).toBe(films.length - most.length)
  })

  test('is an order, and is computed', async () => {
    const count = "characters/$count($filter=contains(people/name,'''') or people/gender ne 'male')"
    const right = counted(({ people }) => people?.name.includes("'") === true || people?.gender !== 'male')
    const { body } = await ask(
      `Film?$compute=${encodeURIComponent(count)} as n&$select=ID,n&$orderby=${encodeURIComponent(count)} desc,ID`,
    )
    const rows = body.value as unknown as { ID: string; n: number }[]
    expect(rows).toHaveLength(films.length)
    for (const { ID, n } of rows) expect(n).toBe(right(films.find((film) => film.ID === ID)!))
    expect(rows.map(({ n }) => n)).toEqual(rows.map(({ n }) => n).sort((a, b) => b - a))
  })

  test('knows the row around it as $it, and any and all of its own', async () => {
    const name = films[0]?.characters.at(0)?.people?.name ?? ''
    expect(await titles(`$filter=characters/$count($filter=$it/title eq 'nowhere') gt 0`)).toEqual([])
    expect(await titles(`$filter=characters/$count($filter=$it/title ne null) eq characters/$count`)).toHaveLength(
      films.length,
    )
    const some = films.filter(({ characters }) => characters.some(({ people }) => people?.name === name))
    const quoted = encodeURIComponent(name.replaceAll("'", "''"))
    const films2 = await titles(
      `$filter=characters/$count($filter=people/films/any(f:f/people/name eq '${quoted}')) ge 1`,
    )
    expect(films2.sort()).toEqual(some.map(({ title }) => title).sort())
  })

  test('counts within counts, and within any and all', async () => {
    const people = (await ask('People?$select=ID,name&$expand=films($select=film_ID)')).body.value as unknown as {
      readonly name: string
      readonly films: readonly unknown[]
    }[]
    const often = new Set(people.filter((each) => each.films.length > 3).map(({ name }) => name))
    const some = counted(({ people: one }) => often.has(one?.name ?? ''))
    const expected = films.filter((film) => some(film) > 1).map(({ title }) => title)
    expect(expected.length).toBeGreaterThan(0)
    const filter = 'characters/$count($filter=people/films/$count gt 3) gt 1'
    expect((await titles(`$filter=${filter}`)).sort()).toEqual(expected.sort())
    const any = films.filter((film) => some(film) > 0).map(({ title }) => title)
    expect((await titles('$filter=characters/any(c:c/people/films/$count($filter=true) gt 3)')).sort()).toEqual(
      any.sort(),
    )
  })

  test.each([
    'characters/$count($filter=nope eq 1) gt 1',
    'characters/$count($filter=people/name gt 1) gt 1',
    'characters/$count($filter=people/name) gt 1',
    'characters/$count($top=1) gt 1',
    'characters/$count($filter=) gt 1',
    'characters/$count() gt 1',
    'title/$count($filter=true) gt 1',
    "characters/$count($filter=people/films/any(f:title eq 'x')) gt 1",
  ])('%s is refused with a reason', async (filter) => {
    const { status, body } = await ask(`Film?$filter=${encodeURIComponent(filter)}`)
    expect([status, typeof body.error?.message]).toEqual([400, 'string'])
  })
})
