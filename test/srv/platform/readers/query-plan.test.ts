/** Plans as SQLite makes them, on tables with known numbers of rows. */
import { DatabaseSync } from 'node:sqlite'
import { type Effort, effortOf, isInOrder, type PlanRow, stepsOf } from '../../../../srv/platform/readers/query-plan.ts'
import { aliasesIn, type Connection, readStructure } from '../../../../srv/platform/readers/structure.ts'

const ROWS = 5_000

const database = new DatabaseSync(':memory:')
const numbers = `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${ROWS})`
database.exec(`
  CREATE TABLE film (id TEXT PRIMARY KEY, title TEXT);
  CREATE TABLE link (id TEXT PRIMARY KEY, film TEXT, person TEXT, UNIQUE (film, person));
  CREATE INDEX of_person ON link (person);
  CREATE VIEW films AS SELECT f_0.id, f_0.title FROM film AS f_0;
  INSERT INTO film ${numbers} SELECT 'f' || i, 'Film ' || i FROM s;
  INSERT INTO link ${numbers} SELECT i, 'f' || i, 'p' || i FROM s`)
afterAll(() => {
  database.close()
})

const connection: Connection = { prepare: (sql) => ({ all: () => database.prepare(sql).all() }) }
const structure = readStructure(connection).sizes(connection)

const plan = (sql: string) => stepsOf(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as PlanRow[])
const effort = (sql: string, limit?: number): Effort =>
  effortOf(plan(sql), { structure, aliases: aliasesIn(sql), limit })

test.each<[string, number, number]>([
  ['SELECT * FROM film WHERE id = ?', 1, 1],
  ['SELECT * FROM films WHERE id = ?', 1, 1],
  ['SELECT * FROM film WHERE rowid = ?', 1, 1],
  ['SELECT * FROM link WHERE film = ? AND person = ?', 1, 1],
  ['SELECT * FROM link WHERE film = ?', ROWS, 10],
  ['SELECT * FROM link WHERE person = ?', ROWS, 10],
  ['SELECT * FROM film WHERE id > ?', ROWS, ROWS],
  ['SELECT * FROM film WHERE title = ?', ROWS, ROWS],
  ['SELECT * FROM films WHERE title = ?', ROWS, ROWS],
  ['SELECT count(*) FROM film', ROWS, ROWS],
  ['SELECT * FROM link JOIN film ON film.id = link.film', ROWS, ROWS],
  ['SELECT 1', 1, 1],
])('%s goes through %i rows at most, and %i as a rule', (sql, most, likely) => {
  expect(effort(sql)).toEqual({ most, likely })
})

test('loops multiply, below each other and beside each other', () => {
  const search = 'SELECT 1 FROM link AS l WHERE l.person = f.id'
  expect(effort(`SELECT * FROM film AS f WHERE EXISTS (${search})`).most).toBeGreaterThanOrEqual(ROWS * ROWS)
  expect(effort(`SELECT id, (SELECT group_concat(id) FROM (${search})) FROM film AS f`).likely).toBeGreaterThanOrEqual(
    ROWS * 10,
  )
  expect(effort('SELECT * FROM film AS a, film AS b').most).toBe(ROWS * ROWS)
  expect(effort('SELECT * FROM film AS a, film AS b WHERE a.title = b.title').most).toBeGreaterThanOrEqual(ROWS * ROWS)
  expect(effort('SELECT id FROM film UNION ALL SELECT id FROM link').most).toBeGreaterThanOrEqual(2 * ROWS)
  expect(effort(`SELECT * FROM film WHERE id IN (SELECT film FROM link WHERE id > ?)`).most).toBeGreaterThanOrEqual(
    ROWS,
  )
  expect(effort(`SELECT * FROM film WHERE id = ? OR title = ?`).most).toBeGreaterThanOrEqual(ROWS)
})

test('a limit bounds the first loop alone', () => {
  const page = `SELECT * FROM (SELECT f.id, (SELECT count(*) FROM link AS l WHERE l.id = f.id) AS n FROM film AS f ORDER BY f.id LIMIT ?)`
  expect(isInOrder(plan(page))).toBe(true)
  expect(effort(page, 20).most).toBeLessThan(100)
  expect(effort(page).most).toBeGreaterThanOrEqual(ROWS)
})

test.each([
  ['SELECT id FROM film ORDER BY id LIMIT ?', true],
  ['SELECT * FROM (SELECT id FROM films ORDER BY id LIMIT ?)', true],
  ['SELECT id FROM film ORDER BY title LIMIT ?', false],
  ['SELECT * FROM (SELECT id FROM films ORDER BY title LIMIT ?)', false],
  ['SELECT title, count(*) FROM film GROUP BY title LIMIT ?', false],
  ['SELECT DISTINCT title FROM film LIMIT ?', false],
])('%s: rows come in the order of a loop: %s', (sql, expected) => {
  expect(isInOrder(plan(sql))).toBe(expected)
})
