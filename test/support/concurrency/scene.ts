/**
 * A scene is a small set of rows of its own, with every state that a film can be in. The server makes one; all others are copies
 * of its rows under other IDs, so that hundreds of rounds can run on one server.
 */
import { basic } from '../users.ts'
import type { Row, Store } from './store.ts'

/** What a scene has, and what operations may add to it. */
export const ROLES = [
  ...['home', 'spare', 'resident', 'actor', 'extra', 'free'],
  ...['film', 'cast', 'edited', 'editedCast', 'addedCast', 'fresh', 'freshCast'],
  ...['record', 'entity'],
  ...['newFilm', 'newPerson', 'newPlanet', 'newLink', 'newRecord', 'newEntity'],
] as const
export type Role = (typeof ROLES)[number]

/** Who has an ETag. */
export type Tagged = 'film' | 'edited' | 'edited draft' | 'fresh draft'

export interface Scene {
  readonly number: number
  id(role: Role): string
  /** Of the state in which the scene begins. */
  etag(of: Tagged): string
}

/** The rows of a scene, as text in which only the number of the scene has to be replaced. */
export interface Template {
  readonly tables: readonly (readonly [table: string, rows: string])[]
  readonly etags: Readonly<Record<Tagged, string>>
  /** Tables that operations may write, parents first. */
  readonly names: readonly string[]
}

const prefix = (scene: number): string => `${scene.toString(16).padStart(8, '0')}-0000-4000-8000-0000000000`
const idOf = (scene: number, index: number): string => prefix(scene) + index.toString(16).padStart(2, '0')
export const SCENE_ID = /([0-9a-f]{8})-0000-4000-8000-0000000000([0-9a-f]{2})/g
export const ANY_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The name of an ID of a scene; those that the server has made for the first scene come after the roles. */
export const nameOf = (index: string): string => ROLES[parseInt(index, 16)] ?? `made ${index}`

export const sceneOf = (number: number, etags: Template['etags']): Scene => ({
  number,
  id: (role) => idOf(number, ROLES.indexOf(role)),
  etag: (of) => etags[of],
})

/** Foreign keys lead to these, in this order. */
const PARENTS = /^saga_(?:planet|people|species|starship|vehicle|film|show|entities|data)$/i
const OF_MODEL = /^(?:saga|draft)/i
const parentsFirst = (names: readonly string[]): string[] => {
  const rank = (name: string): number => (/planet$/i.test(name) ? 0 : PARENTS.test(name) ? 1 : 2)
  return names.filter((name) => OF_MODEL.test(name)).toSorted((a, b) => rank(a) - rank(b))
}

const API = '/odata/v4/'

async function ask(url: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...basic('editor'), 'content-type': 'application/json' }
  const reply = await fetch(url + API + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${await reply.text()}`)
  return reply
}

async function makeFirst(url: string): Promise<Template['etags']> {
  const id = (role: Role): string => idOf(0, ROLES.indexOf(role))
  const post = (path: string, body: object): Promise<Response> => ask(url, 'POST', path, body)
  const film = (role: Role, draft = false): string =>
    `SagaFilm/Film(ID=${id(role)},IsActiveEntity=${draft ? 'false' : 'true'})`
  await post('SagaFilm/Planet', { ID: id('home'), name: 'home' })
  await post('SagaFilm/Planet', { ID: id('spare'), name: 'spare' })
  await post('SagaFilm/People', { ID: id('resident'), name: 'resident', homeworld_ID: id('home') })
  for (const role of ['actor', 'extra', 'free'] as const) await post('SagaFilm/People', { ID: id(role), name: role })
  for (const [role, cast] of [
    ['film', 'cast'],
    ['edited', 'editedCast'],
  ] as const) {
    const characters = [{ ID: id(cast), people_ID: id('actor') }]
    await post('SagaFilm/Film', { ID: id(role), title: role, director: 'first', IsActiveEntity: true, characters })
  }
  await post(`${film('edited')}/SagaFilm.draftEdit`, {})
  await ask(url, 'PATCH', film('edited', true), { title: 'edited in a draft' })
  await post(`${film('edited', true)}/characters`, { ID: id('addedCast'), people_ID: id('extra') })
  const characters = [{ ID: id('freshCast'), people_ID: id('extra') }]
  await post('SagaFilm/Film', { ID: id('fresh'), title: 'fresh', characters })
  await post('-data/Data', { dummy: id('record'), record: [{ column: 'first', data: 'first' }] })
  await post('-data/Entities', { name: id('entity'), columns: [{ name: 'first', type: 'first' }] })
  const etag = async (path: string): Promise<string> => (await ask(url, 'GET', path)).headers.get('etag')!
  return {
    film: await etag(film('film')),
    edited: await etag(film('edited')),
    'edited draft': await etag(film('edited', true)),
    'fresh draft': await etag(film('fresh', true)),
  }
}

/** Deletes the rows of all scenes from some tables, and drops others. */
export async function clear(
  store: Store,
  { filled, copies }: { readonly filled: readonly string[]; readonly copies: readonly string[] },
): Promise<void> {
  const where = (name: string): string =>
    /^saga_entities/i.test(name)
      ? ` WHERE ${/columns$/i.test(name) ? 'up__name' : 'name'} LIKE '%-0000-4000-8000-%'`
      : ''
  const deletions = filled.toReversed().map((name) => `DELETE FROM "${name}"${where(name)}`)
  const drops = copies.map((name) => `DROP TABLE "${name}"`)
  await store.execute(['BEGIN', ...deletions, ...drops, 'COMMIT'].join(';\n'))
}

/** Lets the server make the first scene, and takes its rows out of an otherwise empty database. */
export async function makeTemplate(store: Store): Promise<Template> {
  const names = parentsFirst(await store.tables())
  await clear(store, { filled: names, copies: [] })
  const etags = await makeFirst(store.servers[0]!.url)
  const made = new Map<string, string>()
  const tables: [string, string][] = []
  const all = new Map(await store.read((name) => names.includes(name)))
  for (const name of names) {
    const rows = all.get(name) ?? []
    const own = rows.filter((row) => !/^saga_entities/i.test(name) || JSON.stringify(row).includes('-0000-4000-8000-'))
    const text = JSON.stringify(own).replace(ANY_ID, (id) => {
      if (id.startsWith(prefix(0))) return id
      if (!made.has(id)) made.set(id, idOf(0, ROLES.length + made.size))
      return made.get(id)!
    })
    if (own.length) tables.push([name, text])
  }
  await clear(store, { filled: names, copies: [] })
  return { tables, etags, names }
}

/** Puts fresh scenes into the database. */
export async function makeScenes(
  store: Store,
  { tables, etags }: Template,
  numbers: readonly number[],
): Promise<Scene[]> {
  const rows = tables.map(([table, text]): [string, Row[]] => [
    table,
    numbers.flatMap((number) => JSON.parse(text.replaceAll(prefix(0), prefix(number))) as Row[]),
  ])
  await store.insert(rows)
  return numbers.map((number) => sceneOf(number, etags))
}
