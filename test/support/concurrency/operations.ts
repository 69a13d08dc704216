/** Every operation that writes, as data. What each writes carries a mark, by which it is known who was last. */
import type { Role, Scene, Tagged } from './scene.ts'

export interface Request {
  readonly method: string
  /** Below the root of the server. */
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface Operation {
  readonly name: string
  /** The rows that it writes, or that must stay as they are for it; those that have none in common cannot be in each other's way. */
  readonly touches: readonly Role[]
  readonly user: 'editor' | 'bob' | 'admin'
  request(scene: Scene, mark: string): Request
  /** A file that has to be there before. */
  file?(scene: Scene, mark: string): { readonly name: string; readonly text: string }
  /** Whether it creates what is not there: of two that do so at once, the later one may be told by 409. */
  readonly isCreating?: boolean
  /** Whether it is done by the administration API. */
  readonly isAdmin?: boolean
  /** Whether it touches the rows of all scenes, so that there may be one only. */
  readonly isWide?: boolean
}

const FILM = '/odata/v4/SagaFilm'
const DATA = '/odata/v4/-data'

type Make = (scene: Scene, mark: string) => object
type Path = (scene: Scene) => string

const odata = (
  name: string,
  touches: readonly Role[],
  method: string,
  path: Path,
  body?: Make,
  user: Operation['user'] = 'editor',
): Operation => ({
  name,
  touches,
  user,
  request: (scene, mark) => ({ method, path: path(scene), ...(body && { body: body(scene, mark) }) }),
})

const at =
  (role: Role, set: string, rest = ''): Path =>
  (scene) =>
    `${FILM}/${set}(${scene.id(role)})${rest}`
const film =
  (role: Role, rest = '', isActive = true): Path =>
  (scene) =>
    `${FILM}/Film(ID=${scene.id(role)},IsActiveEntity=${String(isActive)})${rest}`
const draft = (role: Role, rest = ''): Path => film(role, rest, false)
const link =
  (role: Role, isActive: boolean): Path =>
  (scene) =>
    `${FILM}/Film2People(ID=${scene.id(role)},IsActiveEntity=${String(isActive)})`
const to =
  (path: string): Path =>
  () =>
    FILM + path
const record =
  (set: string, role: Role, rest = ''): Path =>
  (scene) =>
    `${DATA}/${set}('${scene.id(role)}')${rest}`
const action = (name: string): string => `/SagaFilm.${name}`
const nothing: Make = () => ({})

/** The same, if the record still has the state in which the scene began. */
const ifMatch = (operation: Operation, of: Tagged): Operation => ({
  ...operation,
  name: `${operation.name}, If-Match`,
  request: (scene, mark) => ({ ...operation.request(scene, mark), headers: { 'if-match': scene.etag(of) } }),
})

/** Some operations in one change set. */
const changeSet = (...operations: readonly Operation[]): Operation => ({
  name: `change set of [${operations.map(({ name }) => name).join(' + ')}]`,
  touches: [...new Set(operations.flatMap(({ touches }) => touches))],
  user: operations[0]!.user,
  request: (scene, mark) => {
    const requests = operations.map((operation, index) => {
      const { method, path, body, headers } = operation.request(scene, mark)
      const own = { 'content-type': 'application/json', ...headers }
      return { id: String(index), atomicityGroup: 'all', method, url: path, headers: own, ...(body && { body }) }
    })
    const [, , , service = ''] = requests[0]!.url.split('/')
    return { method: 'POST', path: `/odata/v4/${service}/$batch`, body: { requests } }
  },
})

const csv = (...lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.join()}\n`).join('')

/** Rows of a file into a table. */
const imported = (
  name: string,
  touches: readonly Role[],
  table: string,
  rows: (scene: Scene, mark: string) => string,
  truncate = false,
): Operation => {
  const nameOf = (scene: Scene, mark: string): string => `scene-${String(scene.number)}-${mark}.csv`
  return {
    name,
    touches,
    user: 'admin',
    isCreating: true,
    isAdmin: true,
    ...(truncate && { isWide: true }),
    file: (scene, mark) => ({ name: nameOf(scene, mark), text: rows(scene, mark) }),
    request: (scene, mark) => ({
      method: 'POST',
      path: '/api/v1/import',
      body: { table, file: nameOf(scene, mark), truncate },
    }),
  }
}

const copied = (table: string, touches: readonly Role[]): Operation => ({
  name: `tableCopy of ${table}`,
  touches,
  user: 'admin',
  isAdmin: true,
  request: (scene, mark) => ({
    method: 'POST',
    path: '/api/v1/tableCopy',
    body: {
      sourceTable: table,
      targetTable: `copy_${String(scene.number)}_${mark}_${table.toLowerCase()}`,
      includeData: true,
    },
  }),
})

const title: Make = (_, mark) => ({ title: mark })
const newFilm: Make = ({ id }, mark) => ({ ID: id('newFilm'), title: mark, IsActiveEntity: true })
const newCast =
  (person: Role): Make =>
  ({ id }, mark) => ({ ID: id('newFilm'), title: mark, IsActiveEntity: true, characters: [{ people_ID: id(person) }] })

const activeFilms: readonly Operation[] = [
  odata('POST film', ['newFilm'], 'POST', to('/Film'), newFilm),
  odata('POST film with a link', ['newFilm', 'free'], 'POST', to('/Film'), newCast('free')),
  odata('PATCH new film', ['newFilm'], 'PATCH', film('newFilm'), title),
  odata('PUT new film', ['newFilm'], 'PUT', film('newFilm'), title),
  odata('PATCH film', ['film'], 'PATCH', film('film'), title),
  odata('PATCH director of film', ['film'], 'PATCH', film('film'), (_, mark) => ({ director: mark })),
  odata('PUT film', ['film'], 'PUT', film('film'), title),
  odata('PUT title of film', ['film'], 'PUT', film('film', '/title'), (_, value) => ({ value })),
  odata('DELETE director of film', ['film'], 'DELETE', film('film', '/director')),
  odata('PATCH links of film', ['film', 'free', 'cast'], 'PATCH', film('film'), ({ id }, mark) => ({
    title: mark,
    characters: [{ people_ID: id('free') }],
  })),
  odata('PATCH film without links', ['film', 'cast'], 'PATCH', film('film'), (_, mark) => ({
    title: mark,
    characters: [],
  })),
  odata('DELETE film', ['film', 'cast'], 'DELETE', film('film')),
  odata('PATCH edited film', ['edited'], 'PATCH', film('edited'), title),
  odata('DELETE edited film', ['edited', 'editedCast'], 'DELETE', film('edited')),
]

const drafts: readonly Operation[] = [
  odata('POST draft', ['newFilm'], 'POST', to('/Film'), ({ id }, mark) => ({ ID: id('newFilm'), title: mark })),
  odata('draftEdit', ['film', 'cast'], 'POST', film('film', action('draftEdit')), nothing),
  odata('draftEdit by bob', ['film', 'cast'], 'POST', film('film', action('draftEdit')), nothing, 'bob'),
  odata('draftEdit of edited', ['edited'], 'POST', film('edited', action('draftEdit')), nothing),
  odata('PATCH draft', ['edited'], 'PATCH', draft('edited'), title),
  odata('PUT draft', ['edited'], 'PUT', draft('edited'), title),
  odata('PATCH director of draft', ['edited'], 'PATCH', draft('edited'), (_, mark) => ({ director: mark })),
  odata('draftPrepare', ['edited'], 'POST', draft('edited', action('draftPrepare')), nothing),
  odata('draftActivate', ['edited', 'extra'], 'POST', draft('edited', action('draftActivate')), nothing),
  odata('discard', ['edited'], 'DELETE', draft('edited')),
  odata('DELETE DraftAdministrativeData', ['edited'], 'DELETE', draft('edited', '/DraftAdministrativeData')),
  odata('PATCH fresh draft', ['fresh'], 'PATCH', draft('fresh'), title),
  odata('draftActivate fresh', ['fresh', 'extra'], 'POST', draft('fresh', action('draftActivate')), nothing),
  odata('discard fresh', ['fresh'], 'DELETE', draft('fresh')),
  odata('POST film of the fresh ID', ['fresh'], 'POST', to('/Film'), ({ id }, mark) => ({
    ID: id('fresh'),
    title: mark,
    IsActiveEntity: true,
  })),
]

const links: readonly Operation[] = [
  odata('POST link', ['film', 'free', 'newLink'], 'POST', to('/Film2People'), ({ id }) => ({
    ID: id('newLink'),
    film_ID: id('film'),
    people_ID: id('free'),
    IsActiveEntity: true,
  })),
  odata('POST characters', ['film', 'free'], 'POST', film('film', '/characters'), ({ id }) => ({
    people_ID: id('free'),
    IsActiveEntity: true,
  })),
  odata('POST draft characters', ['edited', 'free', 'newLink'], 'POST', draft('edited', '/characters'), ({ id }) => ({
    ID: id('newLink'),
    people_ID: id('free'),
  })),
  odata('PATCH link', ['cast', 'free', 'film'], 'PATCH', link('cast', true), ({ id }) => ({ people_ID: id('free') })),
  odata('DELETE link', ['cast', 'film', 'actor'], 'DELETE', link('cast', true)),
  odata('PATCH draft link', ['addedCast', 'free', 'edited'], 'PATCH', link('addedCast', false), ({ id }) => ({
    people_ID: id('free'),
  })),
  odata('DELETE draft link', ['addedCast', 'edited', 'extra'], 'DELETE', link('addedCast', false)),
]

const people: readonly Operation[] = [
  odata('POST person', ['newPerson', 'spare'], 'POST', to('/People'), ({ id }, mark) => ({
    ID: id('newPerson'),
    name: mark,
    homeworld_ID: id('spare'),
  })),
  odata('PATCH new person', ['newPerson', 'spare'], 'PATCH', at('newPerson', 'People'), ({ id }, mark) => ({
    name: mark,
    homeworld_ID: id('spare'),
  })),
  odata('PATCH person', ['free'], 'PATCH', at('free', 'People'), (_, mark) => ({ name: mark })),
  odata('PATCH homeworld', ['free', 'spare'], 'PATCH', at('free', 'People'), ({ id }) => ({
    homeworld_ID: id('spare'),
  })),
  odata('PUT homeworld/$ref', ['free', 'spare'], 'PUT', at('free', 'People', '/homeworld/$ref'), ({ id }) => ({
    '@odata.id': `Planet(${id('spare')})`,
  })),
  odata('PUT person', ['free', 'spare'], 'PUT', at('free', 'People'), ({ id }, mark) => ({
    name: mark,
    homeworld_ID: id('spare'),
  })),
  odata('DELETE person', ['free', 'spare'], 'DELETE', at('free', 'People')),
  odata('DELETE extra person', ['extra'], 'DELETE', at('extra', 'People')),
  odata('DELETE actor', ['actor', 'cast', 'editedCast'], 'DELETE', at('actor', 'People')),
  odata('DELETE resident', ['resident', 'home'], 'DELETE', at('resident', 'People')),
  odata('DELETE home', ['home'], 'DELETE', at('home', 'Planet')),
  odata('PATCH planet', ['spare'], 'PATCH', at('spare', 'Planet'), (_, mark) => ({ name: mark })),
  odata('DELETE spare', ['spare'], 'DELETE', at('spare', 'Planet')),
  odata('POST planet', ['newPlanet'], 'POST', to('/Planet'), ({ id }, mark) => ({ ID: id('newPlanet'), name: mark })),
  odata('PUT new planet', ['newPlanet'], 'PUT', at('newPlanet', 'Planet'), (_, mark) => ({ name: mark })),
]

const cells: Make = (_, mark) => ({ record: [{ column: 'first', data: mark }] })
const column: Make = (_, mark) => ({ name: 'second', type: mark })
const records: readonly Operation[] = [
  odata(
    'POST record',
    ['newRecord'],
    'POST',
    () => `${DATA}/Data`,
    (scene, mark) => ({
      dummy: scene.id('newRecord'),
      ...cells(scene, mark),
    }),
  ),
  odata('PATCH new record', ['newRecord'], 'PATCH', record('Data', 'newRecord'), cells),
  odata('PATCH record', ['record'], 'PATCH', record('Data', 'record'), cells),
  odata('PUT record', ['record'], 'PUT', record('Data', 'record'), cells),
  odata('DELETE record', ['record'], 'DELETE', record('Data', 'record')),
  odata(
    'POST entity',
    ['newEntity'],
    'POST',
    () => `${DATA}/Entities`,
    (scene, mark) => ({
      name: scene.id('newEntity'),
      columns: [column(scene, mark)],
    }),
  ),
  odata('PATCH new entity', ['newEntity'], 'PATCH', record('Entities', 'newEntity'), (scene, mark) => ({
    columns: [column(scene, mark)],
  })),
  odata('PATCH columns', ['entity'], 'PATCH', record('Entities', 'entity'), (scene, mark) => ({
    columns: [column(scene, mark)],
  })),
  odata('DELETE entity', ['entity'], 'DELETE', record('Entities', 'entity')),
  odata('POST column', ['entity'], 'POST', record('Entities', 'entity', '/columns'), (scene, mark) => ({
    up__name: scene.id('entity'),
    ...column(scene, mark),
  })),
]

const STAMP = '2026-01-01T00:00:00.000Z'
const administration: readonly Operation[] = [
  imported('import of a film', ['newFilm'], 'saga_Film', ({ id }, mark) =>
    csv(['ID', 'title', 'modifiedAt'], [id('newFilm'), mark, STAMP]),
  ),
  imported('import of a person', ['newPerson', 'spare'], 'saga_People', ({ id }, mark) =>
    csv(['ID', 'name', 'homeworld_ID'], [id('newPerson'), mark, id('spare')]),
  ),
  imported('import of a link', ['newLink', 'film', 'free'], 'saga_Film2People', ({ id }) =>
    csv(['ID', 'film_ID', 'people_ID'], [id('newLink'), id('film'), id('free')]),
  ),
  imported('import of a record', ['newRecord'], 'saga_Data', ({ id }) =>
    csv(['dummy', 'firstColumn'], [id('newRecord'), 'first']),
  ),
  imported(
    'import instead of all records',
    ['record', 'newRecord'],
    'saga_Data',
    ({ id }) => csv(['dummy', 'firstColumn'], [id('newRecord'), 'first']),
    true,
  ),
  copied('saga_Film', ['film', 'newFilm']),
  copied('saga_People', ['free', 'newPerson']),
]

/** They create what is not there, where others would change what is. */
const CREATING = /^(?:PATCH|PUT) new |^PATCH (?:links of film|columns)$/

const plain = [activeFilms, drafts, links, people, records]
  .flat()
  .map((each) => ({ ...each, isCreating: CREATING.test(each.name) }))
export const called = (name: string): Operation => OPERATIONS.find((each) => each.name === name)!
const of = (name: string): Operation => plain.find((each) => each.name === name)!

const conditional: readonly Operation[] = [
  ...['PATCH film', 'PATCH director of film', 'PUT film', 'PUT title of film', 'DELETE director of film'].map((name) =>
    ifMatch(of(name), 'film'),
  ),
  ...['PATCH links of film', 'DELETE film', 'draftEdit'].map((name) => ifMatch(of(name), 'film')),
  ...['PATCH edited film', 'DELETE edited film'].map((name) => ifMatch(of(name), 'edited')),
  ...['PATCH draft', 'PUT draft', 'draftActivate', 'discard'].map((name) => ifMatch(of(name), 'edited draft')),
  ...['PATCH fresh draft', 'draftActivate fresh'].map((name) => ifMatch(of(name), 'fresh draft')),
]

const changeSets: readonly Operation[] = [
  changeSet(of('PATCH film'), of('POST characters')),
  changeSet(conditional[0]!, of('PATCH person')),
  changeSet(of('POST planet'), of('POST person')),
  changeSet(of('DELETE link'), of('DELETE actor')),
  changeSet(of('PATCH homeworld'), of('PATCH planet')),
  changeSet(of('PATCH planet'), of('PATCH homeworld')),
  changeSet(of('PATCH draft'), of('draftActivate')),
  changeSet(of('PATCH record'), of('POST column')),
]

export const OPERATIONS: readonly Operation[] = [...plain, ...conditional, ...changeSets, ...administration]
