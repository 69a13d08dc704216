/**
 * An independent, strict OData client: SAP Cloud SDK, generated from our own $metadata, with its default settings.
 * One file, if a long one: generating the clients takes most of its time.
 * @long: generates and compiles clients.
 */
import { startApp } from './support/app.ts'
import {
  type Api,
  type Client,
  type Destination,
  type Executable,
  generateClients,
  type GetAll,
} from './support/cloud-sdk.ts'

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

const app = startApp()

let films: FilmService
let episodes: EpisodeService
let data: DataService
let here: Destination
let remove: (() => void) | undefined

beforeAll(async () => {
  here = { url: app.url }
  const segments = { SagaFilm: 'SagaFilm', SagaEpisode: 'SagaEpisode', DataService: '-data' }
  const services = Object.entries(segments).map(async ([name, segment]) => {
    const path = `/odata/v4/${segment}`
    const { data: metadata } = await app.GET<string>(`${path}/$metadata`)
    return { name, path, metadata }
  })
  const clients = await generateClients(await Promise.all(services))
  remove = clients.remove
  films = (clients.load('SagaFilm') as { sagaFilm: () => FilmService }).sagaFilm()
  episodes = (clients.load('SagaEpisode') as { sagaEpisode: () => EpisodeService }).sagaEpisode()
  data = (clients.load('DataService') as { dataService: () => DataService }).dataService()
  // An API that the client first meets through a link of another stays without links of its own, unless it was asked for before.
  expect([films.filmApi, films.film2PeopleApi, films.peopleApi, episodes.episodesApi, data.entitiesApi]).toHaveLength(5)
}, 60_000)

afterAll(() => remove?.())

/** The requests of the client, all to this server. */
const all = <Entity>(api: Api<Entity>): GetAll<Entity> => api.requestBuilder().getAll()
const make = <Entity>(api: Api<Entity>, values: Partial<Entity>): Executable<Entity> =>
  api.requestBuilder().create(api.entityBuilder().fromJson(values))
const create = <Entity>(api: Api<Entity>, values: Partial<Entity>): Promise<Entity> => make(api, values).execute(here)
const update = <Entity extends object>(api: Api<Entity>, entity: Entity, changes: Partial<Entity>): Promise<Entity> =>
  api.requestBuilder().update(Object.assign(entity, changes)).execute(here)
const read = <Entity>(api: Api<Entity>, ...key: unknown[]): Promise<Entity> =>
  api
    .requestBuilder()
    .getByKey(...key)
    .execute(here)
const erase = <Entity>(api: Api<Entity>, ...key: unknown[]): Promise<void> =>
  api
    .requestBuilder()
    .delete(...key)
    .execute(here)

const personNamed = async (name: string): Promise<Person | undefined> =>
  (await all(films.peopleApi).filter(films.peopleApi.schema['NAME']!.equals(name)).execute(here))[0]

const failure = async (request: Promise<unknown>): Promise<number | undefined> => {
  try {
    await request
    return undefined
  } catch (error) {
    return (error as { rootCause?: { response?: { status: number } } }).rootCause?.response?.status
  }
}

const NOWHERE = '00000000-0000-4000-8000-00000000dead'

describe('reading', () => {
  test('counts, filters, sorts and pages', async () => {
    const { filmApi } = films
    const numbered = (): GetAll<Film> => all(filmApi).filter(filmApi.schema['EPISODE_ID']!.greaterThan(0))
    expect(await all(filmApi).count().execute(here)).toBe(11)
    expect(await numbered().count().execute(here)).toBe(9)
    const page = await numbered().orderBy(filmApi.schema['EPISODE_ID']).skip(3).top(2).execute(here)
    expect(page.map(({ title }) => title)).toEqual(['A New Hope', 'The Empire Strikes Back'])
    expect(page[0]!.releaseDate!.format('YYYY-MM-DD')).toBe('1977-05-25')
  })

  test('expands, also two levels', async () => {
    const { filmApi, film2PeopleApi, peopleApi } = films
    const characters = filmApi.schema['CHARACTERS']!.expand(film2PeopleApi.schema['PEOPLE'])
    const hope = filmApi.schema['TITLE']!.equals('A New Hope')
    const [film] = await all(filmApi).filter(hope).expand(characters).execute(here)
    expect(film!.characters!.map(({ people }) => people!.name)).toContain('Luke Skywalker')
    const luke = peopleApi.requestBuilder().getByKey((await personNamed('Luke Skywalker'))!.id)
    expect((await luke.expand(peopleApi.schema['HOMEWORLD']).execute(here)).homeworld!.name).toBe('Tatooine')
  })

  test('reads the episodes of a show', async () => {
    const { episodesApi, showsApi } = episodes
    const mandalorian = episodesApi.schema['SHOW']!.filter(showsApi.schema['TITLE']!.equals('The Mandalorian'))
    const found = await all(episodesApi).filter(mandalorian).orderBy(episodesApi.schema['SEASON_NUMBER']).execute(here)
    expect(found).toHaveLength(24)
    expect(found.at(-1)!.seasonNumber).toBe(3)
  })
})

test('creates, updates, reads and deletes a person', async () => {
  const { peopleApi, planetApi } = films
  const [planet] = await all(planetApi).top(1).execute(here)
  const person = await create(peopleApi, { name: 'A Client', homeworldId: planet!.id })
  expect(person).toMatchObject({ name: 'A Client', homeworldId: planet!.id })
  await update(peopleApi, person, { height: '180' })
  expect(await read(peopleApi, person.id)).toMatchObject({ name: 'A Client', height: '180' })
  await erase(peopleApi, person.id)
  expect(await failure(read(peopleApi, person.id))).toBe(404)
})

test('a home world that does not exist is refused', async () => {
  expect(await failure(create(films.peopleApi, { name: 'A Client', homeworldId: NOWHERE }))).toBe(400)
})

describe('a batch', () => {
  const TYPES = ['default', 'absolute', 'relativeToService', 'relativeToEntity'] as const

  test.each(TYPES)('with %s paths reads and writes', async (type) => {
    const { peopleApi } = films
    const luke = all(peopleApi).filter(peopleApi.schema['NAME']!.equals('Luke Skywalker'))
    const batch = films.batch(luke, films.changeset(make(peopleApi, { name: `A Client, ${type}` })))
    if (type !== 'default') batch.withSubRequestPathType(type)
    const [found, written] = await batch.execute(here)
    expect([found!.httpCode, written!.responses?.map(({ httpCode }) => httpCode)]).toEqual([200, [201]])
    expect(found!.as!(peopleApi)).toMatchObject([{ name: 'Luke Skywalker' }])
    await erase(peopleApi, written!.responses![0]!.as!(peopleApi).id)
  })

  test('applies a change set as a whole or not at all', async () => {
    const good = make(films.peopleApi, { name: 'A Client of a broken batch' })
    const bad = make(films.peopleApi, { name: 'Another', homeworldId: NOWHERE })
    const [changes] = await films.batch(films.changeset(good, bad)).execute(here)
    expect(changes).toMatchObject({ httpCode: 400 })
    expect(await personNamed('A Client of a broken batch')).toBeUndefined()
  })
})

test('drafts are addressed by key with IsActiveEntity', async () => {
  const { filmApi } = films
  const draft = await create(filmApi, { title: 'A Draft' })
  expect(draft).toMatchObject({ title: 'A Draft', isActiveEntity: false })
  await update(filmApi, draft, { title: 'A Better Draft' })
  expect(await read(filmApi, draft.id, false)).toMatchObject({ title: 'A Better Draft' })
  expect(await failure(read(filmApi, draft.id, true))).toBe(404)

  await app.POST(`/odata/v4/SagaFilm/Film(ID=${draft.id},IsActiveEntity=false)/SagaFilm.draftActivate`, {})
  expect(await read(filmApi, draft.id, true)).toMatchObject({ title: 'A Better Draft' })
  expect(await failure(read(filmApi, draft.id, false))).toBe(404)
  await erase(filmApi, draft.id, true)
})

test('an active film is created with its links, and updated', async () => {
  const { filmApi } = films
  const { id: peopleId } = (await personNamed('Luke Skywalker'))!
  const film = await create(filmApi, { title: 'At Once', isActiveEntity: true, characters: [{ peopleId }] })
  expect(film.isActiveEntity).toBe(true)
  await update(filmApi, film, { episodeId: 10 })
  const changed = filmApi.requestBuilder().getByKey(film.id, true).expand(filmApi.schema['CHARACTERS'])
  expect(await changed.execute(here)).toMatchObject({ episodeId: 10, characters: [{ peopleId }] })
  await erase(filmApi, film.id, true)
})

test('entities are described with their columns', async () => {
  const { entitiesApi, entities_ColumnsApi: columnsApi } = data
  await create(entitiesApi, { name: 'Client', columns: [{ upName: 'Client', name: 'a', type: 'cds.String' }] })
  await create(columnsApi, { upName: 'Client', name: 'b', type: 'cds.Integer' })
  const entity = entitiesApi.requestBuilder().getByKey('Client').expand(entitiesApi.schema['COLUMNS'])
  expect((await entity.execute(here)).columns!.map(({ name }) => name).sort()).toEqual(['a', 'b'])
  expect(await read(columnsApi, 'Client', 'b')).toMatchObject({ type: 'cds.Integer' })
  await erase(entitiesApi, 'Client')
  expect(await failure(read(entitiesApi, 'Client'))).toBe(404)
})

test('records are created, updated, read and deleted', async () => {
  const { dataApi } = data
  const row = await create(dataApi, { dummy: 'client', record: [{ column: 'a', data: '1' }] })
  await update(dataApi, row, { record: [{ column: 'a', data: '2' }] })
  expect((await read(dataApi, 'client')).record).toEqual([{ column: 'a', data: '2' }])
  await erase(dataApi, 'client')
  expect(await failure(read(dataApi, 'client'))).toBe(404)
})
