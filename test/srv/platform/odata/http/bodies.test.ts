/** What a request body may say, on both databases: nothing wrong is stored, and nothing that was said is passed over. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { isDate, isTimeOfDay, isTimestamp } from '../../../../../srv/platform/odata/protocol/formats.ts'
import { type BorrowedServer, borrowServerOn } from '../../../../support/borrowed-server.ts'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown> & { error?: { code: string; target?: string } }
}

test('only days of the calendar are dates', () => {
  const anyDay = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(anyDay, (day) => isDate(day.toISOString().slice(0, 10))))
  const anyNumbers = fc.tuple(fc.nat(9999), fc.nat(20), fc.nat(40))
  fc.assert(
    fc.property(anyNumbers, ([year, month, day]) => {
      const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
        '-',
      )
      const parsed = new Date(`${text}T00:00:00Z`)
      expect(isDate(text)).toBe(year > 0 && !isNaN(Number(parsed)) && parsed.toISOString().startsWith(text))
    }),
  )
})

test.each(['2020-02-30', '2019-02-29', '2020-13-01', '2020-00-10', '2020-1-1', '0000-01-01', '12020-01-01', '', 'x'])(
  '%j is no date',
  (text) => {
    expect(isDate(text)).toBe(false)
    expect(isTimestamp(`${text}T00:00:00Z`)).toBe(false)
  },
)

test.each(['24:00:00', '23:60:00', '1:00:00', '12', '12:00:60', '12:00:00.'])('%j is no time', (text) => {
  expect(isTimeOfDay(text)).toBe(false)
  expect(isTimestamp(`2020-01-01T${text}Z`)).toBe(false)
})

test.each(['2020-02-29T23:59:59.999Z', '2020-02-29T00:00+14:00', '2020-02-29T12:30:00.1234567-01:30', '2020-02-29'])(
  '%j is a moment',
  (text) => {
    expect(isTimestamp(text)).toBe(true)
  },
)

test.each(['2020-02-29T00:00:00+14:30', '2020-02-29T00:00:00+24:00', '2020-02-29T', '2020-02-29 00:00:00Z'])(
  '%j is no moment',
  (text) => {
    expect(isTimestamp(text)).toBe(false)
  },
)

describe.each(['sqlite', 'postgres'] as const)('bodies on %s', (engine) => {
  let server: BorrowedServer
  let planet: string
  let person: string
  beforeAll(async () => {
    server = await borrowServerOn(engine)
    planet = await firstOf('Planet')
    person = await firstOf('People')
  }, 120_000)
  afterAll(() => server.stop())

  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const url = `${server.url}/odata/v4/${path}`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Answer['body'] }
  }
  const told = ({ status, body: { error } }: Answer): unknown => [status, error?.code, error?.target]
  const firstOf = async (set: string): Promise<string> => {
    const { body } = await send('GET', `SagaFilm/${set}?$top=1&$select=ID`)
    return (body['value'] as { ID: string }[])[0]!.ID
  }
  const newFilm = async (isActive: boolean): Promise<string> => {
    const { status, body } = await send('POST', 'SagaFilm/Film', { title: 'Bodies', IsActiveEntity: isActive })
    expect(status).toBe(201)
    return `SagaFilm/Film(ID=${String(body['ID'])},IsActiveEntity=${String(isActive)})`
  }

  const each = (field: string, ...values: unknown[]): [field: string, value: unknown][] =>
    values.map((value) => [field, value])
  const WRONG = [
    ...each('release_date', '2020-02-30', '2019-02-29', '0000-01-01', '2020-2-3', 20200101, true, {}),
    ...each('episode_id', 1.5, 2 ** 31, -(2 ** 31) - 1, true, '5', [], {}, 1e300),
    ...each('title', 5, true, 'x'.repeat(201), ['x']),
    ...each('createdAt', '2020-02-30T00:00:00Z', 5, 'x'),
    ...each('IsActiveEntity', 'true', 1, 'x', 0, null, []),
    ...each('HasDraftEntity', 'x'),
  ]

  test.each(WRONG)('%s is not %j', async (field, value) => {
    const created = [{ IsActiveEntity: true }, {}].map((state) =>
      send('POST', 'SagaFilm/Film', { title: 'x', ...state, [field]: value }),
    )
    const changed = [true, false].map(async (isActive) => send('PATCH', await newFilm(isActive), { [field]: value }))
    for (const answer of await Promise.all([...created, ...changed])) {
      const { error } = answer.body
      const all = [error, ...((error as { details?: NonNullable<typeof error>[] } | undefined)?.details ?? [])]
      expect([answer.status, all.find((each) => each?.code === 'ASSERT_DATA_TYPE')]).toMatchObject([
        400,
        { target: field },
      ])
    }
  })

  test.each([
    ['release_date', '2020-02-30'],
    ['episode_id', 1.5],
  ])('the property %s cannot be set to %j by itself', async (field, value) => {
    const answer = await send('PUT', `${await newFilm(true)}/${field}`, { value })
    expect(told(answer)).toEqual([400, 'ASSERT_DATA_TYPE', field])
  })

  test.each([
    ['release_date', '2020-02-29'],
    ['episode_id', 2 ** 31 - 1],
    ['title', 'x'.repeat(200)],
  ])('%s may be %j', async (field, value) => {
    const { status, body } = await send('POST', 'SagaFilm/Film', { title: 'x', [field]: value, IsActiveEntity: true })
    expect([status, body[field]]).toEqual([201, value])
  })

  test.each(['DraftAdministrativeData', 'SiblingEntity'])('%s in a body changes nothing', async (name) => {
    for (const value of [null, { DraftUUID: randomUUID() }])
      for (const isActive of [true, false]) {
        const created = await send('POST', 'SagaFilm/Film', { title: 'x', [name]: value, IsActiveEntity: isActive })
        expect([created.status, created.body['title']]).toEqual([201, 'x'])
        const film = await newFilm(isActive)
        expect((await send('PATCH', film, { [name]: value, director: 'D' })).status).toBe(204)
        const link = await send('POST', `${film}/planets`, { planet_ID: planet, [name]: value })
        expect([link.status, link.body['planet_ID']]).toEqual([201, planet])
        expect((await send('GET', film)).body).toMatchObject({ title: 'Bodies', director: 'D' })
      }
  })

  test.each<[string, object]>([
    ['null', { planet: null }],
    ['a key that is null', { planet: { ID: null } }],
    ['a binding to nothing', { 'planet@odata.bind': null }],
    ['a foreign key that is null', { planet_ID: null }],
    ['nothing', {}],
  ])('a mandatory link of an active film is not %s', async (_, link) => {
    const film = await newFilm(true)
    expect(told(await send('POST', `${film}/planets`, link))).toEqual([400, 'ASSERT_MANDATORY', 'planet_ID'])
    const deep = await send('PATCH', film, { planets: [link] })
    expect([deep.status, deep.body.error?.code]).toEqual([400, 'ASSERT_MANDATORY'])
    const keyed = await send('PATCH', film, { planets: [{ ID: randomUUID(), ...link }] })
    expect([keyed.status, keyed.body.error?.code]).toEqual([400, 'ASSERT_MANDATORY'])
    expect(keyed.body.error?.target).toMatch(/^planets.*planet_ID$/)
    expect((await send('GET', `${film}/planets`)).body['value']).toEqual([])
  })

  test.each<[string, () => object]>([
    ['no key', () => ({ planet: {} })],
    ['a collection', () => ({ planet: [] })],
    ['a text', () => ({ planet: 'x' })],
    ['two planets', () => ({ planet: { ID: planet }, planet_ID: randomUUID() })],
    ['a record and a binding', () => ({ planet: { ID: planet }, 'planet@odata.bind': `Planet(${planet})` })],
    ['a person', () => ({ 'planet@odata.bind': `People(${person})` })],
    ['a person by its URL', () => ({ planet: { '@odata.id': `People(${person})` } })],
    ['a number', () => ({ planet: { '@odata.id': 5 } })],
  ])('a link to %s is refused, in drafts too', async (_, link) => {
    for (const isActive of [true, false]) {
      const film = await newFilm(isActive)
      const { status, body } = await send('POST', `${film}/planets`, link())
      expect([status, body.error?.target]).toEqual([400, 'planet'])
      expect((await send('PATCH', film, { planets: [link()] })).status).toBe(400)
      expect((await send('GET', `${film}/planets`)).body['value']).toEqual([])
    }
  })

  test.each<[string, () => object]>([
    ['its key', () => ({ planet: { ID: planet } })],
    ['@odata.bind', () => ({ 'planet@odata.bind': `Planet(${planet})` })],
    ['@odata.id', () => ({ planet: { '@odata.id': `Planet(${planet})` } })],
    ['@id', () => ({ planet: { '@id': `Planet(${planet})` } })],
    ['an absolute URL', () => ({ planet: { '@odata.id': `${server.url}/odata/v4/SagaFilm/Planet(${planet})` } })],
    ['its foreign key', () => ({ planet_ID: planet })],
  ])('a planet is linked by %s', async (_, link) => {
    for (const isActive of [true, false]) {
      const single = await send('POST', `${await newFilm(isActive)}/planets`, link())
      expect([single.status, single.body['planet_ID']]).toEqual([201, planet])
      const film = await newFilm(isActive)
      expect((await send('PATCH', film, { planets: [link()] })).status).toBe(204)
      expect((await send('GET', `${film}/planets`)).body['value']).toMatchObject([{ planet_ID: planet }])
    }
  })

  test('a person keeps or changes the homeworld, but never loses it unasked', async () => {
    const { body } = await send('POST', 'SagaFilm/People', {
      name: 'x',
      homeworld: { '@odata.id': `Planet(${planet})` },
    })
    const path = `SagaFilm/People(${String(body['ID'])})`
    const homeworld = async (): Promise<unknown> => (await send('GET', path)).body['homeworld_ID']
    expect(await homeworld()).toBe(planet)
    expect((await send('PATCH', path, { homeworld: {} })).status).toBe(400)
    expect((await send('PATCH', path, { films: [{}] })).status).toBe(400)
    expect(await homeworld()).toBe(planet)
    expect((await send('PATCH', path, { homeworld: null })).status).toBe(204)
    expect(await homeworld()).toBeNull()
  })

  test('items of a collection are no URLs', async () => {
    const film = await newFilm(true)
    const { status } = await send('PATCH', film, {
      planets: [{ '@odata.id': `Film2Planets(${planet})`, planet_ID: planet }],
    })
    expect(status).toBe(400)
  })
})
