import { DatabaseSync } from 'node:sqlite'
import { PlaceChooser } from '../../../../srv/platform/readers/choose-place.ts'
import type { Connection } from '../../../../srv/platform/readers/structure.ts'

const database = new DatabaseSync(':memory:')
const asked: string[] = []
const connection: Connection = {
  prepare: (sql) => {
    asked.push(sql)
    return { all: () => database.prepare(sql).all() }
  },
}
database.exec(`
  CREATE TABLE film (id TEXT PRIMARY KEY, title TEXT, planet TEXT);
  CREATE INDEX of_planet ON film (planet)`)
afterAll(() => {
  database.close()
})

const fill = (most: number): void => {
  database.exec(`DELETE FROM film; WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${most})
    INSERT INTO film SELECT 'f' || i, 'Film ' || i, 'p' || i FROM s`)
}

const wrapped = (query: string): string => `SELECT json_insert('{}','$."id"',id) as _json_ FROM (${query})`
const BY_KEY = wrapped('SELECT "$f".id FROM film as "$f" WHERE "$f".id = ? LIMIT +?')
const PAGE = wrapped('SELECT "$f".id FROM film as "$f" ORDER BY "$f".id ASC LIMIT +? OFFSET ?')
const SCAN = wrapped('SELECT "$f".id FROM film as "$f" WHERE instr("$f".title,?) > 0 ORDER BY "$f".id ASC LIMIT +?')
const BACK = wrapped('SELECT "$f".id FROM film as "$f" WHERE "$f".planet = ? ORDER BY "$f".id ASC LIMIT +?')

test('small tables are not looked into', () => {
  fill(2_000)
  const chooser = new PlaceChooser()
  expect([chooser.choose(connection, SCAN, ['x', 20]), chooser.choose(connection, BACK, ['x', 20])]).toEqual([
    'here',
    'here',
  ])
  expect(asked.filter((sql) => sql.startsWith('EXPLAIN'))).toEqual([])
})

test('of a large one only what the plan bounds is read here', () => {
  fill(30_000)
  const chooser = new PlaceChooser()
  expect(chooser.choose(connection, BY_KEY, ['f1', 1])).toBe('here')
  expect(chooser.choose(connection, PAGE, [1_000, 0])).toBe('here')
  expect(chooser.choose(connection, PAGE, [20, 25_000])).toBe('beside, long')
  expect(chooser.choose(connection, SCAN, ['x', 20])).toBe('beside, long')
  expect(chooser.choose(connection, BACK, ['p1', 20])).toBe('beside')
})

test('a plan is asked for once, and anew when the structure has changed', async () => {
  const chooser = new PlaceChooser()
  const explained = (): number => asked.filter((sql) => sql === `EXPLAIN QUERY PLAN ${SCAN}`).length
  const before = explained()
  for (let time = 0; time < 3; time++) chooser.choose(connection, SCAN, ['x', 20])
  expect(explained()).toBe(before + 1)
  database.exec('CREATE INDEX of_title ON film (title)')
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  chooser.choose(connection, SCAN, ['x', 20])
  expect(explained()).toBe(before + 2)
})

test('what took long once is long', () => {
  const chooser = new PlaceChooser()
  chooser.choose(connection, BACK, ['p1', 20])
  chooser.took(BACK, 100)
  expect(chooser.choose(connection, BACK, ['p1', 20])).toBe('beside')
  chooser.took(BACK, 1_000)
  chooser.took(BACK, 1)
  expect(chooser.choose(connection, BACK, ['p1', 20])).toBe('beside, long')
})

test('what cannot be prepared fails as it would anyway', () => {
  expect(() => new PlaceChooser().choose(connection, 'SELECT missing FROM film', [])).toThrow(/no such column/)
})
