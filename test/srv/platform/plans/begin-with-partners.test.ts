/** Conditions on partners are true for the same rows, however SQLite is told to look for them. */
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'

startApp()

type Row = Readonly<Record<string, unknown>>

let rows: { people: Row[]; planets: Row[]; films: Row[]; links: Row[] }
beforeAll(async () => {
  await cds.run(INSERT.into('saga.People').entries({ ID: 'stray', name: 'Stray', homeworld_ID: null }))
  await cds.run(INSERT.into('saga.Film2People').entries({ ID: 'lost', film_ID: null, people_ID: null }))
  const all = async (name: string): Promise<Row[]> => (await cds.run(SELECT.from(name))) as Row[]
  rows = {
    people: await all('saga.People'),
    planets: await all('saga.Planet'),
    films: await all('saga.Film'),
    links: await all('saga.Film2People'),
  }
})

const person = (id: unknown): Row | undefined => rows.people.find(({ ID }) => ID === id)
const planet = (id: unknown): Row | undefined => rows.planets.find(({ ID }) => ID === id)
const cast = (film: Row): (Row | undefined)[] =>
  rows.links.filter(({ film_ID }) => film_ID === film['ID']).map(({ people_ID }) => person(people_ID))
const LUKE = 'Luke Skywalker'
const isLuke = (each: Row | undefined): boolean => each?.['name'] === LUKE

/** Each with how it is written in SQL: `in` where a value is looked for. */
const FILMS: Record<string, [condition: string, expected: (film: Row) => boolean, sql: RegExp]> = {
  'a name': [
    `exists characters[people.name = '${LUKE}']`,
    (film) => cast(film).some(isLuke),
    /WHERE \(not exists \(.* and "\$F"\.ID in .* or exists .* and exists/,
  ],
  'a key': [
    `exists characters[people_ID = 'nobody']`,
    () => false,
    /WHERE \("\$F"\.ID in \(SELECT .* is not null\) and "\$F"\.ID is not null\)$/,
  ],
  'no such name': [`exists characters[people.name = 'Nobody']`, () => false, /ID in/],
  'not a name': [`not exists characters[people.name = '${LUKE}']`, (film) => !cast(film).some(isLuke), /not \(/],
  'a name or a title': [
    `exists characters[people.name = '${LUKE}'] or title = 'Solo'`,
    (film) => cast(film).some(isLuke) || film['title'] === 'Solo',
    /\) or /,
  ],
  'one of two names': [
    `exists characters[people.name = '${LUKE}' or people.name = 'Rey']`,
    (film) => cast(film).some((each) => isLuke(each) || each?.['name'] === 'Rey'),
    /exists \(SELECT 1 as "1" FROM saga_Film2People as "\$c" WHERE "\$c"\.film_ID = "\$F"\.ID and "\$c"\.people_ID in/,
  ],
  'the name of a homeworld': [
    `exists characters[people.homeworld.name = 'Tatooine' and people.gender = 'male']`,
    (film) =>
      cast(film).some((each) => planet(each?.['homeworld_ID'])?.['name'] === 'Tatooine' && each?.['gender'] === 'male'),
    /people_ID in \(.*homeworld_ID in \(/,
  ],
  'a part of a name': [
    `exists characters[people.name like '%Sky%']`,
    (film) => cast(film).some((each) => String(each?.['name']).includes('Sky')),
    /exists \(.* in \(/,
  ],
  'a fact about the film itself': [
    `exists characters[people.name = film.title]`,
    (film) => cast(film).some((each) => each?.['name'] === film['title']),
    /exists/,
  ],
  'anything at all': ['exists characters', (film) => cast(film).length > 0, /exists/],
  'partners of partners': [
    `exists characters[exists people[name = '${LUKE}']]`,
    (film) => cast(film).some(isLuke),
    /exists \(.* in \(/,
  ],
}

const read = async (entity: string, condition: string): Promise<{ ids: unknown[]; sql: string }> => {
  const query = (cds.ql as unknown as (text: string) => object)(`SELECT ID from ${entity} where ${condition}`)
  const { sql } = (cds.db as unknown as { cqn2sql(query: object): { sql: string } }).cqn2sql(query)
  return { ids: ((await cds.run(query as never)) as Row[]).map(({ ID }) => ID).sort(), sql }
}

const idsOf = (all: readonly Row[]): unknown[] => all.map(({ ID }) => ID).sort()

test.each(Object.entries(FILMS))('films by %s', async (_, [condition, expected, form]) => {
  const { ids, sql } = await read('saga.Film', condition)
  expect(ids).toEqual(idsOf(rows.films.filter(expected)))
  expect(sql).toMatch(form)
})

test('rows without a partner are among those that have no such one', async () => {
  const { ids } = await read('saga.People', `not exists homeworld[name = 'Tatooine']`)
  const isElsewhere = (each: Row): boolean => planet(each['homeworld_ID'])?.['name'] !== 'Tatooine'
  expect(ids).toEqual(idsOf(rows.people.filter(isElsewhere)))
  expect(ids).toContain('stray')
})

test('partners that belong to nobody hide nothing', async () => {
  const { ids } = await read('saga.Film', `not exists characters[ID = 'lost']`)
  expect(ids).toEqual(idsOf(rows.films))
})

test('what many rows have is looked for in each row, with the same result', async () => {
  const clone = (_: unknown, number: number): Row => ({ ID: `clone ${String(number)}`, name: 'Clone', gender: 'none' })
  await cds.run(INSERT.into('saga.People').entries(Array.from({ length: 10_001 }, clone)))
  const [film, planet] = [rows.films[0]!['ID'], rows.planets[0]!['ID']]
  await cds.run(INSERT.into('saga.Film2People').entries({ ID: 'many', film_ID: film, people_ID: 'clone 7' }))
  await cds.run(UPDATE('saga.People', 'clone 8').set({ homeworld_ID: planet }))
  expect((await read('saga.Film', `exists characters[people.name = 'Clone']`)).ids).toEqual([film])
  expect((await read('saga.Planet', `exists residents[name = 'Clone']`)).ids).toEqual([planet])
  expect((await read('saga.Planet', `not exists residents[name = 'Clone']`)).ids).toHaveLength(rows.planets.length - 1)
})
