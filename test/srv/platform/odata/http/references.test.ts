/** References to records are read and changed alike on both databases, by themselves and in both kinds of batch. */
import { randomUUID } from 'node:crypto'
import { type Answer, type Ask, ways } from '../../../../support/odata.ts'
import { type BorrowedServer, borrowServerOn } from '../../../../support/borrowed-server.ts'

type Row = Record<string, unknown>
type App = Parameters<typeof ways>[0]

describe.each(['sqlite', 'postgres'] as const)('references on %s', (engine) => {
  let server: BorrowedServer
  const asks = new Map<string, Ask>()
  const top: Ask = (method, path, options) => asks.get('at top level')!(method, path, options)
  let planets: [string, string]
  let film: string

  const root = (): string => `${server.url}/odata/v4/SagaFilm/`
  const read = async (path: string): Promise<Answer['body']> => {
    const { status, body } = await top('GET', path)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const created = async (set: string, body: Row): Promise<string> =>
    ((await top('POST', set, { body })).body as { ID: string }).ID
  const homeworldOf = async (person: string): Promise<unknown> =>
    ((await read(`People(${person})?$select=homeworld_ID`)) as Row)['homeworld_ID']
  const active = (ID: string): string => `ID=${ID},IsActiveEntity=true`

  beforeAll(async () => {
    server = await borrowServerOn(engine)
    for (const [way, ask] of ways(server as unknown as App, 'SagaFilm')) asks.set(way, ask)
    planets = [await created('Planet', { name: 'First' }), await created('Planet', { name: 'Second' })]
    const characters = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => ({ people_ID: await created('People', { name }) })),
    )
    film = await created('Film', { title: 'Linked', IsActiveEntity: true, characters })
  }, 120_000)
  afterAll(async () => server.stop())

  const WAYS = ['at top level', 'in a JSON batch', 'in a multipart batch']

  describe.each(WAYS)('%s', (way) => {
    const ask: Ask = (method, path, options) => asks.get(way)!(method, path, options)

    test('a reference is set, read, and removed', async () => {
      const person = await created('People', { name: 'Wanderer', height: '180', homeworld_ID: planets[0] })
      const path = `People(${person})/homeworld/$ref`
      expect((await ask('GET', path)).body).toEqual({
        '@odata.context': `${root()}$metadata#$ref`,
        '@odata.id': `${root()}Planet(${planets[0]})`,
      })
      for (const body of [
        { '@odata.id': `Planet(${planets[1]})` },
        { '@odata.id': `${root()}Planet(${planets[0]})` },
        { '@id': `../../Planet(${planets[1]})` },
      ]) {
        const answer = await ask('PUT', path, { body })
        expect([answer.status, answer.text]).toEqual([204, ''])
        expect(Object.values(body)[0]).toContain(await homeworldOf(person))
      }
      expect((await ask('DELETE', path)).status).toBe(204)
      expect((await read(`People(${person})?$select=homeworld_ID,height`)) as Row).toMatchObject({
        homeworld_ID: null,
        height: '180',
      })
      expect((await ask('GET', path)).status).toBe(204)
    })

    test('a record is put into a collection and taken out of it', async () => {
      const person = await created('People', { name: 'Resident' })
      const residents = (planet: string): string => `Planet(${planet})/residents`
      const body = { '@odata.id': `People(${person})` }
      expect((await ask('POST', `${residents(planets[0])}/$ref`, { body })).status).toBe(204)
      expect(await homeworldOf(person)).toBe(planets[0])
      expect((await ask('DELETE', `${residents(planets[1])}(${person})/$ref`)).status).toBe(404)
      expect(await homeworldOf(person)).toBe(planets[0])
      expect((await ask('DELETE', `${residents(planets[0])}(${person})/$ref`)).status).toBe(204)
      expect(await homeworldOf(person)).toBeNull()
      await ask('POST', `${residents(planets[1])}/$ref`, { body })
      expect((await ask('DELETE', `${residents(planets[1])}/$ref?$id=${root()}People(${person})`)).status).toBe(204)
      expect(await homeworldOf(person)).toBeNull()
    })

    test('what cannot be decoded is refused', async () => {
      const paths = [
        "Planet('%zz')/residents(1)/$ref",
        'Planet(1)/residents/$ref?$id=%zz',
        'Planet(1)/residents/$ref?%zz',
      ]
      for (const path of [
        ...paths,
        '$entity?$id=%zz',
        '$entity?$id=Planet(%25zz)',
        "Planet/$ref?$filter=name eq '%zz'",
      ])
        for (const method of ['GET', 'DELETE']) {
          const { status } = await ask(method, path)
          expect([path, [400, 404, 405].includes(status)]).toEqual([path, true])
        }
    })

    test('a record is read by its URL', async () => {
      const expected = { name: 'First', ID: planets[0] }
      for (const id of [
        `Planet(${planets[0]})`,
        `${root()}Planet(${planets[0]})`,
        `/odata/v4/SagaFilm/Planet(${planets[0]})`,
      ])
        expect((await ask('GET', `$entity?$id=${id}&$select=name`)).body).toMatchObject(expected)
      const { body } = await ask('GET', `$entity?$id=Film(${active(film)})&$expand=characters($top=1)`)
      expect(body).toMatchObject({ '@odata.context': `${root()}$metadata#Film/$entity`, title: 'Linked' })
      expect(body.characters).toHaveLength(1)
      for (const id of [
        '',
        'Film',
        'Nope(1)',
        'Planet',
        `http://other.example/odata/v4/SagaFilm/Planet(${planets[0]})`,
      ])
        expect([id, (await ask('GET', `$entity?$id=${id}`)).status]).toEqual([id, 400])
      expect((await ask('GET', '$entity')).status).toBe(400)
      expect((await ask('GET', `$entity?$id=Planet(${randomUUID()})`)).status).toBe(404)
      expect((await ask('DELETE', `$entity?$id=Planet(${planets[0]})`)).status).toBe(405)
    })
  })

  test('references of a collection can be filtered, ordered, counted and paged', async () => {
    const ids = (body: Row): unknown[] => (body['value'] as Row[]).map((each) => each['@odata.id'])
    const { value } = (await read(`Film(${active(film)})/characters?$orderby=people/name`)) as {
      value: { ID: string }[]
    }
    const all = value.map(({ ID }) => `${root()}Film2People(${active(ID)})`)
    const path = `Film(${active(film)})/characters/$ref`
    expect(await read(`${path}?$orderby=people/name&$count=true`)).toEqual({
      '@odata.context': `${root()}$metadata#Collection($ref)`,
      '@odata.count': 3,
      '@count': 3,
      value: all.map((id) => ({ '@odata.id': id })),
    })
    expect(ids((await read(`${path}?$orderby=people/name&$skip=1&$top=1`)) as Row)).toEqual([all[1]])
    expect(ids((await read(`${path}?$filter=people/name eq 'C'`)) as Row)).toEqual([all[2]])
    const paged: unknown[] = []
    let next: string | undefined = `${path}?$orderby=people/name`
    for (let pages = 0; next && pages < 9; pages += 1) {
      const { body } = await top('GET', next, { headers: { prefer: 'maxpagesize=2' } })
      paged.push(...ids(body as Row))
      const link = (body as Row)['@odata.nextLink'] as string | undefined
      if (link) expect(link.startsWith(root() + path)).toBe(true)
      next = link?.slice(root().length)
    }
    expect(paged).toEqual(all)
    expect(ids((await read("Film/$ref?$filter=title eq 'Linked'")) as Row)).toEqual([`${root()}Film(${active(film)})`])
    const bare = await read(`Film(${active(film)})/$ref?$format=application/json;odata.metadata=none`)
    expect(bare).toEqual({ '@odata.id': `${root()}Film(${active(film)})` })
  })

  test('each reference can be read', async () => {
    const { value } = (await read(`Film(${active(film)})/characters/$ref`)) as { value: { '@odata.id': string }[] }
    for (const { '@odata.id': id } of value) expect((await fetch(id)).status).toBe(200)
  })

  test.each(['$select=ID', '$expand=characters', '$apply=aggregate($count as n)'])('%s is refused', async (option) => {
    expect((await top('GET', `Film/$ref?${option}`)).status).toBe(400)
  })

  test('what is no record has no reference', async () => {
    expect((await top('GET', `Film(${active(film)})/title/$ref`)).status).toBe(400)
    expect((await top('GET', `Film(${active(film)})/DraftAdministrativeData/$ref`)).status).toBe(400)
    expect((await top('GET', 'Nope/$ref')).status).toBe(404)
    expect((await top('GET', `People(${randomUUID()})/$ref`)).status).toBe(404)
  })

  test('a reference is to one record of the right kind, and nothing else is stored', async () => {
    const person = await created('People', { name: 'Steady', homeworld_ID: planets[0] })
    const path = `People(${person})/homeworld/$ref`
    const urls: unknown[] = [5, null, '', 'Planet', `People(${person})`, 'Planet(abc)', `Planet(${randomUUID()})`]
    urls.push(
      `http://other.example/odata/v4/SagaFilm/Planet(${planets[1]})`,
      `/odata/v4/SagaEpisode/Planet(${planets[1]})`,
    )
    urls.push(`Planet(${planets[1]})/residents`, `People(${person})/homeworld`, "Planet('%zz')")
    for (const url of urls)
      expect([url, (await top('PUT', path, { body: { '@odata.id': url } })).status]).toEqual([url, 400])
    for (const body of ['{}', '[]', 'null', '{'])
      expect((await top('PUT', path, { body, headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect((await top('PUT', path, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await top('DELETE', `${path}?$id=Planet(${planets[0]})`)).status).toBe(400)
    const body = { '@odata.id': `Planet(${planets[1]})` }
    expect((await top('PUT', `${path}?$id=Planet(${planets[1]})`, { body })).status).toBe(400)
    expect((await top('PUT', `${path}?$select=ID`, { body })).status).toBe(400)
    expect(await homeworldOf(person)).toBe(planets[0])
  })

  test('a record that is not there is not created by a reference', async () => {
    const person = randomUUID()
    const body = { '@odata.id': `Planet(${planets[0]})` }
    expect((await top('PUT', `People(${person})/homeworld/$ref`, { body })).status).toBe(404)
    expect((await top('DELETE', `People(${person})/homeworld/$ref`)).status).toBe(404)
    const added = { '@odata.id': `People(${person})` }
    expect((await top('POST', `Planet(${planets[0]})/residents/$ref`, { body: added })).status).toBe(404)
    expect((await top('GET', `People(${person})`)).status).toBe(404)
  })

  test.each([false, true])('links of a film, IsActiveEntity=%s', async (isActive) => {
    const [first, second] = [await created('People', { name: 'D' }), await created('People', { name: 'E' })]
    const characters = [{ people_ID: first }, { people_ID: second }]
    const ID = await created('Film', { title: 'Cast', IsActiveEntity: isActive, characters })
    const state = `,IsActiveEntity=${String(isActive)}`
    const path = `Film(ID=${ID}${state})/characters`
    const { value } = (await read(path)) as { value: { ID: string; people_ID: string }[] }
    const [one, two] = value.map((link) => `(ID=${link.ID}${state})`)

    const posted = await top('POST', `${path}/$ref`, { body: { '@odata.id': `Film2People${one!}` } })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, DELETE'])
    const other = await created('People', { name: 'F' })
    expect((await top('PUT', `${path}${one!}/people/$ref`, { body: { '@odata.id': `People(${other})` } })).status).toBe(
      204,
    )
    expect(((await read(`${path}${one!}`)) as Row)['people_ID']).toBe(other)
    // A draft may lack what it needs, and says so; an active record may not.
    expect((await top('DELETE', `${path}${one!}/people/$ref`)).status).toBe(isActive ? 400 : 204)
    expect((await top('DELETE', `${path}${one!}/film/$ref`)).status).toBe(405)
    expect((await top('DELETE', `${path}/$ref`)).status).toBe(400)
    expect((await top('DELETE', `${path}${one!}/$ref`)).status).toBe(204)
    expect((await top('DELETE', `${path}/$ref?$id=../../Film2People${two!}`)).status).toBe(204)
    expect((await read(path)) as Row).toMatchObject({ value: [] })
  })

  test('methods that mean nothing for a reference are refused with those that do', async () => {
    const person = await created('People', { name: 'Still' })
    const allowed = async (method: string, path: string): Promise<unknown> => {
      const { status, headers } = await top(method, path, { body: {} })
      return [status, headers['allow']]
    }
    expect(await allowed('POST', `People(${person})/homeworld/$ref`)).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    expect(await allowed('PATCH', `People(${person})/homeworld/$ref`)).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    expect(await allowed('PATCH', `Planet(${planets[0]})/residents/$ref`)).toEqual([
      405,
      'GET, HEAD, POST, PUT, DELETE',
    ])
    expect(await allowed('DELETE', `People(${person})/$ref`)).toEqual([405, 'GET, HEAD'])
    expect(await allowed('PUT', 'People/homeworld/$ref')).toEqual([405, 'GET, HEAD'])
  })

  test('$expand brings references', async () => {
    const options = "($filter=people/name ne 'B';$orderby=people/name desc;$top=1;$count=true)"
    const body = (await read(`Film(${active(film)})?$select=title&$expand=characters/$ref${options}`)) as Row
    const { value } = (await read(`Film(${active(film)})/characters?$filter=people/name eq 'C'`)) as {
      value: { ID: string }[]
    }
    expect(body).toMatchObject({
      '@odata.context': `${root()}$metadata#Film(title)/$entity`,
      'characters@odata.count': 2,
      characters: [{ '@odata.id': `${root()}Film2People(${active(value[0]!.ID)})` }],
    })
    expect(Object.keys((body['characters'] as Row[])[0]!)).toEqual(['@odata.id'])
    const person = await created('People', { name: 'Expanded', homeworld_ID: planets[1] })
    const homeworld = { '@odata.id': `${root()}Planet(${planets[1]})` }
    expect(await read(`People(${person})?$expand=homeworld/$ref`)).toMatchObject({ homeworld })
    expect(await read(`People(${person})?$expand=*/$ref`)).toMatchObject({ homeworld, films: [], species: [] })
    const deep = await read(`People(${person})?$expand=homeworld($expand=residents/$ref($filter=ID eq ${person}))`)
    expect(deep.homeworld.residents).toEqual([{ '@odata.id': `${root()}People(${person})` }])
    const back = await read(
      `People(${((await read(`Film2People?$top=1`)) as { value: Row[] }).value[0]!['people_ID'] as string})?$expand=films/$ref`,
    )
    expect(back.films[0]['@odata.id']).toMatch(/Film2People\(ID=[\da-f-]{36},IsActiveEntity=true\)$/)
  })

  test('$expand brings counts', async () => {
    const path = `Film?$filter=ID eq ${film}&$select=title&$expand=characters/$count`
    expect(((await read(path)) as { value: Row[] }).value).toEqual([
      expect.objectContaining({ title: 'Linked', 'characters@odata.count': 3, 'characters@count': 3 }),
    ])
    const [row] = ((await read(`${path}($filter=people/name gt 'A')`)) as { value: Row[] }).value
    expect(row).toMatchObject({ 'characters@odata.count': 2 })
    expect(row).not.toHaveProperty('characters')
  })

  test.each([
    'characters/$ref($select=ID)',
    'characters/$ref($expand=people)',
    'characters/$count($top=1)',
    'DraftAdministrativeData/$ref',
    'characters/$value',
    'nope/$ref',
    'characters($levels=2)',
    'characters($levels=max)',
    'characters($levels=0)',
    'characters($levels=x)',
    'SiblingEntity($levels=99)',
  ])('$expand=%s is refused', async (item) => {
    const { status, body } = await top('GET', `Film?$expand=${item}`)
    expect([status, typeof body.error.message]).toEqual([400, 'string'])
  })

  test('$levels expands what leads to records of its kind', async () => {
    const draft = await top('POST', `Film(${active(film)})/SagaFilm.draftEdit`, { body: {} })
    expect(draft.status).toBe(201)
    const levels = async (text: string): Promise<Row> =>
      (await read(`Film(${active(film)})?$select=ID&$expand=SiblingEntity($select=ID;$levels=${text})`)) as Row
    expect(await levels('1')).toMatchObject({ SiblingEntity: { ID: film, IsActiveEntity: false } })
    expect(await levels('2')).toMatchObject({ SiblingEntity: { SiblingEntity: { ID: film, IsActiveEntity: true } } })
    expect(await read(`Film(${active(film)})?$expand=characters($levels=1;$top=1)`)).toHaveProperty('characters')
    expect(await read(`Film(${active(film)})?$expand=SiblingEntity/$ref`)).toMatchObject({
      SiblingEntity: { '@odata.id': `${root()}Film(ID=${film},IsActiveEntity=false)` },
    })
    expect((await top('DELETE', `Film(ID=${film},IsActiveEntity=false)`)).status).toBe(204)
  })

  test('keys of several properties may be segments', async () => {
    expect(await read(`Film/${film}/true?$select=title`)).toMatchObject({ title: 'Linked' })
    expect(await read(`Film/${film}/true/title`)).toMatchObject({ value: 'Linked' })
    expect(((await read(`Film/${film}/true/characters/$ref`)) as { value: Row[] }).value).toHaveLength(3)
    expect((await top('PATCH', `Film/${film}/true`, { body: { director: 'Somebody' } })).status).toBe(204)
    expect((await top('GET', `Film/${film}/false`)).status).toBe(404)
    expect((await top('GET', `Film/${film}`)).status).toBe(404)
    const episode = ways(server as unknown as App, 'SagaEpisode')[0]![1]
    const { show_ID, planet_ID } = (await episode('GET', 'Show2Planets?$top=1')).body.value[0]
    expect((await episode('GET', `Show2Planets/${show_ID as string}/${planet_ID as string}`)).body).toMatchObject({
      show_ID,
      planet_ID,
    })
    const column = await ways(server as unknown as App, '-data')[0]![1]('GET', 'Entities_columns/SagaFilm.Film/title')
    expect(column.body).toMatchObject({ up__name: 'SagaFilm.Film', name: 'title' })
  })
})
