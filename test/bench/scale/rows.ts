/** The rows of the large database, as SQL that SQLite and PostgreSQL both take; the same each time. */

/** How many there are. */
export const COUNTS = { planets: 60_000, people: 1_000_000, films: 100_000, links: 2_000_000 }
type Kind = keyof typeof COUNTS
/** A digit of its own for each kind, in the keys. */
const KINDS: readonly Kind[] = ['planets', 'people', 'films', 'links']

/** Odd, so that no two numbers of 32 bits become the same: keys are spread as those of random UUIDs are. */
const SPREAD = 2_654_435_761n
const MASK = 0xffff_ffffn

const hexadecimal = (value: bigint, digits: number): string => value.toString(16).padStart(digits, '0')

/** The key of the record of a number. */
export const keyOf = (kind: Kind, number: number): string => {
  const n = BigInt(number % COUNTS[kind])
  return `${hexadecimal((n * SPREAD) & MASK, 8)}-0000-4000-800${String(KINDS.indexOf(kind))}-${hexadecimal(n, 12)}`
}

/** Twenty people have the same surname, two of them the same name. */
const FIRST_NAMES = ['Leia', 'Han', 'Rey', 'Finn', 'Poe', 'Mace', 'Jyn', 'Cara', 'Bo', 'Din']
export const nameOf = (person: number): string =>
  `${FIRST_NAMES[person % FIRST_NAMES.length]!} ${String(Math.floor(person / 20))}`

/** What the engines write differently. */
export interface Spelling {
  /** The numbers from 0, as a table `n` with the column `i`. */
  numbers(count: number): string
  /** The key for an expression. */
  key(kind: string, number: string): string
  /** A day so many days after the first of 1950. */
  day(days: string): string
}

export const SQLITE: Spelling = {
  numbers: (count) =>
    `(WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < ${String(count - 1)}) SELECT i FROM r) AS n`,
  key: (kind, number) =>
    `format('%08x-0000-4000-800${kind}-%012x', (${number}) * ${String(SPREAD)} & ${String(MASK)}, ${number})`,
  day: (days) => `date('1950-01-01', '+' || (${days}) || ' days')`,
}

export const POSTGRES: Spelling = {
  numbers: (count) => `generate_series(0::bigint, ${String(count - 1)}) AS n(i)`,
  key: (kind, number) =>
    `lpad(to_hex((${number}) * ${String(SPREAD)} & ${String(MASK)}), 8, '0') || '-0000-4000-800${kind}-' || lpad(to_hex(${number}), 12, '0')`,
  day: (days) => `date '1950-01-01' + (${days})::int`,
}

const NOW = `'2024-01-01 00:00:00'`

/** The statements that fill the tables. Each film has twenty people, each planet some seventeen residents. */
export const fillStatements = ({ numbers, key, day }: Spelling): string[] => {
  const id = (kind: Kind, number: string): string => key(String(KINDS.indexOf(kind)), number)
  const firstName = `CASE i % 10 ${FIRST_NAMES.map((name, at) => `WHEN ${String(at)} THEN '${name}'`).join(' ')} END`
  return [
    `INSERT INTO saga_Planet (ID, createdAt, modifiedAt, name, climate, terrain, population)
      SELECT ${id('planets', 'i')}, ${NOW}, ${NOW}, 'Planet ' || i,
        CASE i % 4 WHEN 0 THEN 'arid' WHEN 1 THEN 'frozen' WHEN 2 THEN 'murky' ELSE 'humid' END, 'desert, mountains', '1000'
      FROM ${numbers(COUNTS.planets)} ORDER BY 1`,
    `INSERT INTO saga_People (ID, createdAt, modifiedAt, name, height, mass, hair_color, eye_color, birth_year, gender, homeworld_ID)
      SELECT ${id('people', 'i')}, ${NOW}, ${NOW}, ${firstName} || ' ' || (i / 20), '' || (150 + i % 60), '' || (50 + i % 70),
        'brown', 'blue', (i % 900) || 'BBY', CASE i % 2 WHEN 0 THEN 'female' ELSE 'male' END,
        ${id('planets', `(i * 7919 % ${String(COUNTS.planets)})`)}
      FROM ${numbers(COUNTS.people)} ORDER BY 1`,
    `INSERT INTO saga_Film (ID, createdAt, modifiedAt, title, episode_id, opening_crawl, director, producer, release_date)
      SELECT ${id('films', 'i')}, ${NOW}, ${NOW}, 'Film ' || i, i % 10, 'It is a time of war, number ' || i,
        'Director ' || (i % 2000), 'Producer ' || (i % 3000), ${day('i % 25000')}
      FROM ${numbers(COUNTS.films)} ORDER BY 1`,
    `INSERT INTO saga_Film2People (ID, film_ID, people_ID)
      SELECT ${id('links', 'i')}, ${id('films', '(i / 20)')}, ${id('people', `(i * 7919 % ${String(COUNTS.people)})`)}
      FROM ${numbers(COUNTS.links)} ORDER BY 2, 3`,
  ]
}
