/** An independent, strict OData client: SAP Cloud SDK, generated from our own $metadata, with its default settings. */
import { startApp } from './support/app.ts'
import { generateClients } from './support/cloud-sdk.ts'
import type { Api, Client, Destination, GetAll } from './support/cloud-sdk.ts'

interface Person {
  id: string
  name: string
  height: string | null
  homeworldId: string | null
  homeworld?: { name: string }
}

interface Link {
  peopleId: string
  people?: Person
}

interface Film {
  id: string
  isActiveEntity: boolean
  title: string
  episodeId: number | null
  releaseDate: { format(pattern: string): string } | null
  characters?: Link[]
}

interface Entity {
  name: string
  columns?: Column[]
}

interface Column {
  upName: string
  name: string
  type: string | null
}

interface Cell {
  column: string
  data: string
}

interface DataRow {
  dummy: string
  record: Cell[]
}

type FilmService = Client<{
  filmApi: Api<Film>
  film2PeopleApi: Api<Link>
  peopleApi: Api<Person>
  planetApi: Api<{ id: string }>
}>
type DataService = Client<{ dataApi: Api<DataRow>; entitiesApi: Api<Entity>; entities_ColumnsApi: Api<Column> }>
type EpisodeService = Client<{
  showsApi: Api<{ title: string }>
  episodesApi: Api<{ title: string; seasonNumber: number }>
}>

const { GET, POST, axios } = startApp()

let films: FilmService
let episodes: EpisodeService
let data: DataService
let here: Destination
let remove: (() => void) | undefined

beforeAll(async () => {
  here = { url: axios.defaults.baseURL! }
  const segments = { SagaFilm: 'SagaFilm', SagaEpisode: 'SagaEpisode', DataService: '-data' }
  const services = Object.entries(segments).map(async ([name, segment]) => {
    const path = `/odata/v4/${segment}`
    const { data: metadata } = (await GET(`${path}/$metadata`)) as { data: string }
    return { name, path, metadata }
  })
  const clients = await generateClients(await Promise.all(services))
  remove = clients.remove
  films = (clients.load('SagaFilm') as { sagaFilm: () => FilmService }).sagaFilm()
  episodes = (clients.load('SagaEpisode') as { sagaEpisode: () => EpisodeService }).sagaEpisode()
  data = (clients.load('DataService') as { dataService: () => DataService }).dataService()
  // An API that the client first meets through a link of another stays without links of its own, unless it was asked for before.
  void [films.filmApi, films.film2PeopleApi, films.peopleApi, episodes.episodesApi, data.entitiesApi]
}, 60_000)

afterAll(() => remove?.())

const personNamed = async (name: string): Promise<Person> => {
  const { schema } = films.peopleApi
  const [person] = await films.peopleApi.requestBuilder().getAll().filter(schema['NAME']!.equals(name)).execute(here)
  return person!
}

const statusOf = (request: Promise<unknown>): Promise<number | undefined> =>
  request.then(
    () => undefined,
    (error: { rootCause?: { response?: { status: number } } }) => error.rootCause?.response?.status,
  )

describe('reading', () => {
  test('counts, filters, sorts and pages', async () => {
    const { schema } = films.filmApi
    const numbered = schema['EPISODE_ID']!.greaterThan(0)
    const all = (): GetAll<Film> => films.filmApi.requestBuilder().getAll().filter(numbered)
    expect(await all().count().execute(here)).toBe(9)
    const page = await all().orderBy(schema['EPISODE_ID']).skip(3).top(2).execute(here)
    expect(page.map(({ title }) => title)).toEqual(['A New Hope', 'The Empire Strikes Back'])
    expect(page[0]!.releaseDate!.format('YYYY-MM-DD')).toBe('1977-05-25')
    expect(await films.filmApi.requestBuilder().getAll().count().execute(here)).toBe(11)
  })

  test('expands two levels', async () => {
    const { schema } = films.filmApi
    const toPeople = films.film2PeopleApi.schema['PEOPLE']!
    const [film] = await films.filmApi
      .requestBuilder()
      .getAll()
      .filter(schema['TITLE']!.equals('A New Hope'))
      .expand(schema['CHARACTERS']!.expand(toPeople))
      .execute(here)
    expect(film!.characters!.map(({ people }) => people!.name)).toContain('Luke Skywalker')
    const luke = await personNamed('Luke Skywalker')
    const withHome = films.peopleApi.requestBuilder().getByKey(luke.id).expand(films.peopleApi.schema['HOMEWORLD'])
    expect((await withHome.execute(here)).homeworld!.name).toBe('Tatooine')
  })

  test('reads shows and episodes', async () => {
    const { schema } = episodes.episodesApi
    const seasons = await episodes.episodesApi
      .requestBuilder()
      .getAll()
      .filter(episodes.episodesApi.schema['SHOW']!.filter(episodes.showsApi.schema['TITLE']!.equals('The Mandalorian')))
      .orderBy(schema['SEASON_NUMBER'])
      .execute(here)
    expect(seasons).toHaveLength(24)
    expect(seasons.at(-1)!.seasonNumber).toBe(3)
  })
})

test('creates, updates, reads and deletes a person', async () => {
  const { id: homeworldId } = (await films.planetApi.requestBuilder().getAll().top(1).execute(here))[0]!
  const people = films.peopleApi
  const created = await people
    .requestBuilder()
    .create(people.entityBuilder().fromJson({ name: 'A Client', homeworldId }))
    .execute(here)
  expect(created).toMatchObject({ name: 'A Client', homeworldId })
  await people
    .requestBuilder()
    .update(Object.assign(created, { height: '180' }))
    .execute(here)
  expect(await people.requestBuilder().getByKey(created.id).execute(here)).toMatchObject({
    name: 'A Client',
    height: '180',
  })
  await people.requestBuilder().delete(created.id).execute(here)
  expect(await statusOf(people.requestBuilder().getByKey(created.id).execute(here))).toBe(404)
})

test('a home world that does not exist is refused', async () => {
  const values = { name: 'A Client', homeworldId: '00000000-0000-4000-8000-00000000dead' }
  const create = films.peopleApi.requestBuilder().create(films.peopleApi.entityBuilder().fromJson(values))
  expect(await statusOf(create.execute(here))).toBe(400)
})

describe('a batch', () => {
  test.each(['default', 'absolute', 'relativeToService', 'relativeToEntity'] as const)(
    'with %s paths reads and writes',
    async (type) => {
      const people = films.peopleApi
      const person = people.entityBuilder().fromJson({ name: `A Client, ${type}` })
      const luke = people.requestBuilder().getAll().filter(people.schema['NAME']!.equals('Luke Skywalker'))
      const batch = films.batch(luke, films.changeset(people.requestBuilder().create(person)))
      if (type !== 'default') batch.withSubRequestPathType(type)
      const [read, write] = await batch.execute(here)
      expect([read!.httpCode, write!.responses?.map(({ httpCode }) => httpCode)]).toEqual([200, [201]])
      expect(read!.as!(people)).toMatchObject([{ name: 'Luke Skywalker' }])
      await people.requestBuilder().delete(write!.responses![0]!.as!(people).id).execute(here)
    },
  )

  test('applies a change set as a whole or not at all', async () => {
    const people = films.peopleApi
    const create = (values: Partial<Person>): unknown =>
      people.requestBuilder().create(people.entityBuilder().fromJson(values))
    const good = create({ name: 'A Client of a broken batch' })
    const bad = create({ name: 'Another', homeworldId: '00000000-0000-4000-8000-00000000dead' })
    const [changes] = await films.batch(films.changeset(good, bad)).execute(here)
    expect(changes).toMatchObject({ httpCode: 400 })
    expect(await personNamed('A Client of a broken batch')).toBeUndefined()
  })
})

test('drafts are addressed by key with IsActiveEntity', async () => {
  const { filmApi } = films
  const draft = await filmApi
    .requestBuilder()
    .create(filmApi.entityBuilder().fromJson({ title: 'A Draft' }))
    .execute(here)
  expect(draft).toMatchObject({ title: 'A Draft', isActiveEntity: false })
  await filmApi
    .requestBuilder()
    .update(Object.assign(draft, { title: 'A Better Draft' }))
    .execute(here)
  expect(await filmApi.requestBuilder().getByKey(draft.id, false).execute(here)).toMatchObject({
    title: 'A Better Draft',
  })
  expect(await statusOf(filmApi.requestBuilder().getByKey(draft.id, true).execute(here))).toBe(404)

  await POST(`/odata/v4/SagaFilm/Film(ID=${draft.id},IsActiveEntity=false)/SagaFilm.draftActivate`, {})
  expect(await filmApi.requestBuilder().getByKey(draft.id, true).execute(here)).toMatchObject({
    title: 'A Better Draft',
  })
  expect(await statusOf(filmApi.requestBuilder().getByKey(draft.id, false).execute(here))).toBe(404)
  await filmApi.requestBuilder().delete(draft.id, true).execute(here)
})

test('an active film is created with its links, and updated', async () => {
  const { filmApi } = films
  const { id: peopleId } = await personNamed('Luke Skywalker')
  const film = filmApi.entityBuilder().fromJson({ title: 'At Once', isActiveEntity: true, characters: [{ peopleId }] })
  const created = await filmApi.requestBuilder().create(film).execute(here)
  expect(created.isActiveEntity).toBe(true)
  await filmApi
    .requestBuilder()
    .update(Object.assign(created, { episodeId: 10 }))
    .execute(here)
  const read = filmApi.requestBuilder().getByKey(created.id, true).expand(filmApi.schema['CHARACTERS'])
  expect(await read.execute(here)).toMatchObject({ episodeId: 10, characters: [{ peopleId }] })
  await filmApi.requestBuilder().delete(created.id, true).execute(here)
})

test('data: entities with their columns, and records', async () => {
  const { entitiesApi, entities_ColumnsApi: columnsApi, dataApi } = data
  const columns = [{ upName: 'Client', name: 'a', type: 'cds.String' }]
  await entitiesApi
    .requestBuilder()
    .create(entitiesApi.entityBuilder().fromJson({ name: 'Client', columns }))
    .execute(here)
  const column = columnsApi.entityBuilder().fromJson({ upName: 'Client', name: 'b', type: 'cds.Integer' })
  await columnsApi.requestBuilder().create(column).execute(here)
  const entity = entitiesApi.requestBuilder().getByKey('Client').expand(entitiesApi.schema['COLUMNS'])
  expect((await entity.execute(here)).columns!.map(({ name }) => name).sort()).toEqual(['a', 'b'])
  expect(await columnsApi.requestBuilder().getByKey('Client', 'b').execute(here)).toMatchObject({ type: 'cds.Integer' })
  await entitiesApi.requestBuilder().delete('Client').execute(here)
  expect(await statusOf(entitiesApi.requestBuilder().getByKey('Client').execute(here))).toBe(404)

  const record = [{ column: 'a', data: '1' }]
  const row = await dataApi
    .requestBuilder()
    .create(dataApi.entityBuilder().fromJson({ dummy: 'client', record }))
    .execute(here)
  await dataApi
    .requestBuilder()
    .update(Object.assign(row, { record: [{ column: 'a', data: '2' }] }))
    .execute(here)
  expect((await dataApi.requestBuilder().getByKey('client').execute(here)).record).toEqual([{ column: 'a', data: '2' }])
  await dataApi.requestBuilder().delete('client').execute(here)
  expect(await statusOf(dataApi.requestBuilder().getByKey('client').execute(here))).toBe(404)
})
