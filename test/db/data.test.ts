import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import cds from '@sap/cds'
import { buildRows } from '../../db/source/build-rows.ts'
import { buildCsvFiles } from '../../db/source/csv-files.ts'
import { formatCsv, type Row } from '../../db/source/csv.ts'
import { readSources, type Item, type Sources } from '../../db/source/read-sources.ts'
import { readTables, type Model, type Table } from '../../db/source/table-model.ts'
import { uuidV5 } from '../../db/source/uuid.ts'

interface ElementChecks {
  '@assert.format'?: string
  length?: number
  type?: string
}

const folder = join(cds.root, 'db')
const sources = readSources(join(folder, 'source'))
let model: Model
let tables: Map<string, Table>
let rows: Map<string, Row[]>

beforeAll(async () => {
  model = await cds.load(folder)
  tables = readTables(model, 'saga')
  rows = buildRows(sources, tables)
})

const rowsOf = (table: string): Row[] => rows.get(table) ?? []
const valuesOf = (table: string, column: string): string[] => rowsOf(table).flatMap((row) => row[column] ?? [])
const duplicatesIn = (values: readonly string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i)
const findByName = (table: string, name: string): Row | undefined =>
  rowsOf(table).find((row) => (row['name'] ?? row['title']) === name)

/** What a person lives by, in a source. */
const livesBy = (...occupations: string[]): Item => ({ occupations, sources: { occupations: 'databank' } })

/** Every value that ships, with the place it stands in and what the model says of its element. */
function* allCells(): Generator<{ place: string; value: string; element: ElementChecks | undefined }> {
  for (const [table, list] of rows) {
    const elements = model.definitions?.[`saga.${table}`]?.elements as Record<string, ElementChecks> | undefined
    for (const row of list) {
      for (const [column, value] of Object.entries(row)) {
        yield { place: `${table}.${column}`, value, element: elements?.[column] }
      }
    }
  }
}

describe('the CSV files', () => {
  test('are up to date with the sources', () => {
    const outdated = [...buildCsvFiles(sources, model)].filter(
      ([name, text]) => readFileSync(join(folder, 'data', name), 'utf8') !== text,
    )
    expect(outdated.map(([name]) => name)).toEqual([])
  })

  test('hold a row for everything: no table is empty', () => {
    expect([...rows].filter(([, list]) => list.length === 0).map(([name]) => name)).toEqual([])
  })
})

describe('links', () => {
  test('every ID is unique within its table', () => {
    expect([...rows.keys()].flatMap((table) => duplicatesIn(valuesOf(table, 'ID')))).toEqual([])
  })

  test('every reference leads to a row', () => {
    const dangling: string[] = []
    for (const table of tables.values()) {
      for (const [element, target] of table.references) {
        const ids = new Set(valuesOf(target, 'ID'))
        const lost = valuesOf(table.name, `${element}_ID`).filter((id) => !ids.has(id))
        dangling.push(...lost.map((id) => `${table.name}.${element}: ${id}`))
      }
    }
    expect(dangling).toEqual([])
  })

  test('no pair is linked twice, and both ends are set', () => {
    const linkTables = [...tables.values()].filter(({ name }) => name.includes('2'))
    expect(linkTables).toHaveLength(13)
    for (const { name, references } of linkTables) {
      const pairs = rowsOf(name).map((row) => [...references.keys()].map((end) => row[`${end}_ID`] ?? 'none').join('/'))
      expect(duplicatesIn(pairs)).toEqual([])
      expect(pairs.filter((pair) => pair.includes('none'))).toEqual([])
    }
  })

  test('no name is both a starship and a vehicle, or occurs twice in a table', () => {
    const craft = [...valuesOf('Starship', 'name'), ...valuesOf('Vehicle', 'name')]
    expect(duplicatesIn(craft.map((name) => name.toLowerCase()))).toEqual([])
    for (const table of ['People', 'Planet', 'Species']) expect(duplicatesIn(valuesOf(table, 'name'))).toEqual([])
    for (const table of ['Film', 'Show']) expect(duplicatesIn(valuesOf(table, 'title'))).toEqual([])
  })
})

describe('shows', () => {
  const episodesOf = (show: Row): Row[] => rowsOf('Episode').filter((episode) => episode['show_ID'] === show['ID'])
  const seasonsOf = (show: Row): Row[][] =>
    Object.values(Object.groupBy(episodesOf(show), (episode) => episode['season_number'] ?? '')).map((it) => it ?? [])

  test('seasons and episodes are numbered from 1 without a gap', () => {
    for (const show of rowsOf('Show')) {
      const seasons = seasonsOf(show)
      expect(seasons.map((season) => Number(season[0]?.['season_number']))).toEqual(seasons.map((_, i) => i + 1))
      expect(show['total_seasons']).toBe(String(seasons.length))
      for (const season of seasons) {
        expect(season.map((episode) => Number(episode['episode_number']))).toEqual(season.map((_, i) => i + 1))
      }
    }
  })

  test('air dates never fall within a season', () => {
    for (const season of rowsOf('Show').flatMap(seasonsOf)) {
      const dates = season.flatMap((episode) => episode['air_date'] ?? [])
      expect(dates).toEqual(dates.toSorted())
    }
  })

  test('the release year is the year of the first air date', () => {
    for (const show of rowsOf('Show')) {
      const first = episodesOf(show)
        .flatMap((episode) => episode['air_date'] ?? [])
        .toSorted()[0]
      expect([show['title'], show['release_year']]).toEqual([show['title'], first?.slice(0, 4)])
    }
  })

  test.each([
    ['The Skywalker Saga', 9],
    ['Anthology Films', 2],
  ])('every episode of %s is a film by title, director and date', (title, count) => {
    const show = findByName('Show', title)
    const episodes = show ? episodesOf(show) : []
    expect(episodes).toHaveLength(count)
    for (const episode of episodes) {
      expect(findByName('Film', episode['title'] ?? '')).toMatchObject({
        director: episode['director'],
        release_date: episode['air_date'],
      })
    }
  })
})

describe('films', () => {
  test('are eleven, and the episodes 1 to 9 occur once each', () => {
    const numbers = valuesOf('Film', 'episode_id').map(Number).toSorted()
    expect(numbers).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('have a director, a producer, a date and a summary of at most 600 characters', () => {
    for (const film of rowsOf('Film')) {
      expect(film['director']).toBeTruthy()
      expect(film['producer']).toBeTruthy()
      expect(film['release_date']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(film['opening_crawl']?.length).toBeGreaterThan(0)
      expect(film['opening_crawl']?.length).toBeLessThanOrEqual(600)
    }
  })

  test.each([
    ['People', 162],
    ['Planets', 33],
    ['Species', 73],
    ['Starships', 55],
    ['Vehicles', 49],
  ])('I to VI link to as many %s as the public data: %d', (target, count) => {
    const firstSix = new Set(
      rowsOf('Film').flatMap((film) => (/^[1-6]$/.test(film['episode_id'] ?? '') ? film['ID'] : [])),
    )
    expect(rowsOf(`Film2${target}`).filter((link) => firstSix.has(link['film_ID']))).toHaveLength(count)
  })
})

describe('values', () => {
  test('every format of the model accepts what ships', () => {
    const refused: string[] = []
    for (const { place, value, element } of allCells()) {
      const format = element?.['@assert.format']
      if (format !== undefined && !new RegExp(format, 'u').test(value)) refused.push(`${place}: ${value}`)
    }
    expect(refused).toEqual([])
  })

  test('every text fits its column', () => {
    const tooLong: string[] = []
    for (const { place, value, element } of allCells()) {
      if (element?.length !== undefined && value.length > element.length) tooLong.push(`${place}: ${value}`)
    }
    expect(tooLong).toEqual([])
  })

  test('dates, integers and booleans are what they say', () => {
    const patterns: Record<string, RegExp> = {
      'cds.Date': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
      'cds.Integer': /^\d+$/,
      'cds.Boolean': /^(true|false)$/,
      'cds.UUID': /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    }
    const wrong: string[] = []
    for (const { place, value, element } of allCells()) {
      const pattern = patterns[place.endsWith('ID') ? 'cds.UUID' : (element?.type ?? '')]
      if (pattern && !pattern.test(value)) wrong.push(`${place}: ${value}`)
    }
    expect(wrong).toEqual([])
  })

  test('what is not known is null, not a word, and nothing has blanks around it', () => {
    const wrong: string[] = []
    for (const { place, value } of allCells()) {
      if (/\b(unknown|n\/a)\b/i.test(value) || value.trim() !== value || value === '') wrong.push(`${place}: ${value}`)
    }
    expect(wrong).toEqual([])
  })

  test('colours, climates and terrains are lists with a comma and one blank', () => {
    const wrong: string[] = []
    for (const { place, value } of allCells()) {
      if (!/\.(climate|terrain|\w+_colors?)$/.test(place)) continue
      if (!/^[a-z][a-z -]*(, [a-z][a-z -]*)*$/.test(value)) wrong.push(`${place}: ${value}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('people', () => {
  /** Names of those who appear in a film with one of these numbers. */
  const peopleOf = (...episodes: number[]): Set<string> => {
    const films = new Set(
      rowsOf('Film').flatMap((film) => (episodes.includes(Number(film['episode_id'])) ? film['ID'] : [])),
    )
    const ids = rowsOf('Film2People').flatMap((link) => (films.has(link['film_ID']) ? link['people_ID'] : []))
    return new Set(rowsOf('People').flatMap((row) => (ids.includes(row['ID']) ? row['name']! : [])))
  }
  const others = (all: Set<string>, ...known: Set<string>[]): Row[] =>
    rowsOf('People').filter(({ name }) => all.has(name!) && !known.some((names) => names.has(name!)))
  const count = (people: readonly Row[], column: string): number => people.filter((row) => column in row).length

  test('have the figures that published sources tell, and no others', () => {
    const everybody = new Set(valuesOf('People', 'name'))
    const [first, sequels, stories] = [peopleOf(1, 2, 3, 4, 5, 6), peopleOf(7, 8, 9), peopleOf(0)]
    const groups = {
      'I to VI': others(first),
      'VII to IX alone': others(sequels, first),
      'the stories alone': others(stories, first, sequels),
      'the shows alone': others(everybody, first, sequels, stories),
    }
    const told = Object.entries(groups).map(([group, people]) => [
      group,
      [people.length, count(people, 'height'), count(people, 'mass'), count(people, 'scoundrel')],
    ])
    expect(Object.fromEntries(told)).toEqual({
      'I to VI': [82, 81, 59, 82],
      'VII to IX alone': [21, 17, 8, 19],
      'the stories alone': [20, 20, 0, 20],
      'the shows alone': [104, 9, 5, 90],
    })
  })

  test('are neither smaller than a hand nor taller than a house, and weigh accordingly', () => {
    const within = (column: string, least: number, most: number): string[] =>
      valuesOf('People', column).filter((value) => Number(value) < least || Number(value) > most)
    expect(within('height', 20, 500)).toEqual([])
    expect(within('mass', 10, 1500)).toEqual([])
  })

  test('name sources and occupations that the lists have, and the lists have no others', () => {
    const people = sources.items['People'] ?? []
    const named = people.flatMap((person) => Object.values((person['sources'] ?? {}) as Record<string, string>))
    expect([...new Set(named)].sort()).toEqual(sources.references.toSorted())
    const { scoundrel, other } = sources.occupations
    const lived = new Set(people.flatMap((person) => (person['occupations'] ?? []) as string[]))
    expect([...lived].sort()).toEqual([...scoundrel, ...other].sort())
  })

  test.each([
    ['true', ['Han Solo', 'Lando Calrissian', 'Boba Fett', 'Zorii Bliss', 'Enfys Nest', 'Din Djarin', 'Jod Na Nawood']],
    ['false', ['Leia Organa', 'Luke Skywalker', 'Darth Vader', 'Rey', 'Kylo Ren', 'Galen Erso', 'Kuiil']],
    [undefined, ['Maz Kanata', 'Grogu', 'D-O']],
  ])('are scoundrels by what they live by: %s', (scoundrel, names) => {
    expect(names.map((name) => [name, findByName('People', name)?.['scoundrel']])).toEqual(
      names.map((name) => [name, scoundrel]),
    )
  })

  test('keep what was null where no source tells more', () => {
    const hair = rowsOf('People').map((row) => row['hair_color'])
    expect(hair.filter((color) => color === undefined || color === 'blond')).toHaveLength(114)
    expect(rowsOf('Episode').filter((row) => row['opening_crawl'] === undefined)).toHaveLength(85)
  })
})

describe('known errors of the public data', () => {
  test('no planet is called unknown, and who has no known homeworld has none', () => {
    expect(findByName('Planet', 'unknown')).toBeUndefined()
    expect(findByName('People', 'Yoda')).not.toHaveProperty('homeworld_ID')
  })

  test('names are spelt right', () => {
    for (const name of ['Aayla Secura', 'Ratts Tyerel', 'Beru Whitesun Lars', 'Wilhuff Tarkin']) {
      expect(findByName('People', name)).toBeDefined()
    }
    expect(findByName('Species', 'Wookiee')).toBeDefined()
  })

  test('humans are linked to their species', () => {
    const human = findByName('Species', 'Human')
    const humans = new Set(
      rowsOf('Species2People').flatMap((it) => (it['species_ID'] === human?.['ID'] ? it['people_ID'] : [])),
    )
    for (const name of ['Luke Skywalker', 'Leia Organa', 'Han Solo', 'Padmé Amidala', 'Rey', 'Jyn Erso']) {
      expect(humans).toContain(findByName('People', name)?.['ID'])
    }
  })

  test('bald people of the films have no hair, which is not the same as unknown hair', () => {
    for (const name of ['Darth Vader', 'Lobot', 'Mace Windu']) {
      expect(findByName('People', name)).toMatchObject({ hair_color: 'none' })
    }
    expect(findByName('People', 'R2-D2')).not.toHaveProperty('hair_color')
  })

  test('producers and dates are those of the first release', () => {
    expect(findByName('Film', 'A New Hope')).toMatchObject({ producer: 'Gary Kurtz' })
    expect(findByName('Film', 'The Empire Strikes Back')).toMatchObject({ release_date: '1980-05-21' })
  })
})

describe('the builder', () => {
  const planet = { name: 'Tatooine' }
  const words = { references: ['databank'], occupations: { scoundrel: ['thief'], other: ['cook'] } }
  const build = (items: Sources['items']): Map<string, Row[]> => buildRows({ items, shows: [], ...words }, tables)
  const person = (facts: Item): Sources['items'] => ({ People: [{ name: 'Luke', ...facts }] })

  test.each([
    [
      'an unknown name',
      { People: [{ name: 'Luke', homeworld: 'Nowhere' }] },
      "People 'Luke': unknown Planet 'Nowhere'",
    ],
    ['a name that occurs twice', { Planet: [planet, planet] }, "Planet: 'Tatooine' occurs twice"],
    ['an unknown key', { Planet: [{ ...planet, size: '1' }] }, "Planet 'Tatooine': unknown key 'size'"],
    ['an own ID', { Planet: [{ ...planet, ID: '1' }] }, "Planet 'Tatooine': unknown key 'ID'"],
    ['an item without a name', { Planet: [{ climate: 'arid' }] }, 'Planet: an item has no name'],
    ['a word for null', { Planet: [{ ...planet, gravity: 'unknown' }] }, "'gravity' is 'unknown'"],
    ['a name where a list belongs', { Film: [{ title: 'Film', planets: 'Tatooine' }] }, "'planets' must be a list"],
    [
      'a pair twice',
      { Planet: [planet], Film: [{ title: 'Film', planets: ['Tatooine', 'Tatooine'] }] },
      'occurs twice',
    ],
    ['a craft of two kinds', { Starship: [{ name: 'Ghost' }], Vehicle: [{ name: 'Ghost' }] }, 'both a starship and'],
    ['a height without a source', person({ height: '172' }), "People 'Luke': 'height' has no source"],
    ['a mass without a source', person({ mass: '7', sources: {} }), "People 'Luke': 'mass' has no source"],
    ['an occupation without a source', person({ occupations: ['cook'] }), "'occupations' has no source"],
    ['a source of nothing', person({ sources: { mass: 'databank' } }), "a source of 'mass', which is not there"],
    ['a source of what has none', person({ gender: 'male', sources: { gender: 'databank' } }), "a source of 'gender'"],
    ['an unknown source', person({ height: '172', sources: { height: 'hearsay' } }), "unknown source 'hearsay'"],
    ['sources without a key', person({ height: '172', sources: 'databank' }), "'sources' must be by key"],
    ['an unknown occupation', person(livesBy('cok')), "People 'Luke': unknown occupation 'cok'"],
    ['no occupation in a list of them', person(livesBy()), "'occupations' must be a list"],
    ['a scoundrel by hand', person({ scoundrel: 'true' }), "'scoundrel' is derived from 'occupations'"],
  ] satisfies [string, Sources['items'], string][])('refuses %s', (_, items, message) => {
    expect(() => build(items)).toThrow(message)
  })

  test.each([
    ['who ever was a thief', livesBy('cook', 'thief'), 'true'],
    ['who was never one', livesBy('cook'), 'false'],
    ['of whom no occupation is known', {}, undefined],
  ] satisfies [string, Item, string | undefined][])('says of a person %s: scoundrel %s', (_, facts, scoundrel) => {
    const row = build(person(facts)).get('People')?.[0]
    expect(row?.['scoundrel']).toBe(scoundrel)
    expect(Object.keys(row ?? {})).not.toContain('occupations')
  })

  test('refuses an episode without a title, or of an unknown film', () => {
    const show = (episode: Record<string, string>): Sources => ({
      ...words,
      items: {},
      shows: [{ title: 'Show', seasons: [{ number: '1', episodes: [episode] }] }],
    })
    expect(() => buildRows(show({ director: 'Somebody' }), tables)).toThrow("Episode 'Show/1/1': 'title' is missing")
    expect(() => buildRows(show({ film: 'Nothing' }), tables)).toThrow("unknown film 'Nothing'")
  })

  test('quotes what CSV needs quoted, and leaves null empty', () => {
    expect(formatCsv(['a', 'b', 'c'], [{ a: 'x, "y"', c: 'z' }])).toBe('a,b,c\n"x, ""y""",,z\n')
  })

  test('derives UUIDs as the standard says', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8' // namespace and example of RFC 9562, appendix A.4
    expect(uuidV5('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  })
})
