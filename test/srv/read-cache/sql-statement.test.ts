import { readStatement } from '../../../srv/read-cache/model-tables.ts'

const TABLES = ['saga_film', 'saga_people', 'sagafilm_people', 'saga_planet']
const read = (sql: string) => readStatement(sql, (name) => TABLES.includes(name))

test.each([
  ['SELECT * FROM saga_Film AS f', ['saga_film']],
  ['SELECT * FROM "saga_Film" f LEFT JOIN saga_People p ON p.ID = f.x', ['saga_film', 'saga_people']],
  ['SELECT * FROM saga_Film, saga_Planet', ['saga_film', 'saga_planet']],
  ['SELECT (SELECT count(*) FROM saga_People) AS n FROM (SELECT 1 FROM saga_Film)', ['saga_people', 'saga_film']],
  ['WITH x AS (SELECT * FROM saga_Film) SELECT * FROM x', ['saga_film']],
  ["SELECT 'FROM saga_Planet' FROM saga_Film -- JOIN saga_People", ['saga_film']],
  ["SELECT 'it''s' || \"from\" FROM saga_Film /* saga_Planet */", ['saga_film']],
  ['SELECT value FROM json_each(?), saga_Film', ['saga_film']],
  ['SELECT 1 FROM saga_Film WHERE a IS DISTINCT FROM b', ['saga_film']],
  ["SELECT session_context('$user.id'), session_context('$user.locale') FROM saga_Film", ['saga_film']],
  ["SELECT current_setting('cap.applicationuser'), current_setting('cap.locale') FROM saga_Film", ['saga_film']],
])('%s is known by what it reads', (sql, names) => {
  expect(read(sql)).toEqual({ names, written: undefined, isOpaque: false, isVolatile: false })
})

test.each([
  ['INSERT INTO saga_Film (ID) SELECT value FROM json_each(?)', 'saga_film'],
  ['insert or replace into "saga_Film" values (?)', 'saga_film'],
  ['UPDATE saga_People AS p SET x = (SELECT 1 FROM saga_Film)', 'saga_people'],
  ['DELETE FROM saga_Planet WHERE ID IN (SELECT x FROM saga_People)', 'saga_planet'],
])('%s is known by what it writes', (sql, written) => {
  expect(read(sql)).toMatchObject({ written, isOpaque: false })
})

test.each([
  'SELECT * FROM stranger',
  'SELECT * FROM saga_Film JOIN stranger ON 1 = 1',
  'SELECT * FROM other.saga_Film',
  'DELETE FROM stranger',
  'UPDATE stranger SET x = 1',
  'DROP TABLE saga_Film',
  'CREATE TABLE x (y)',
  'TRUNCATE saga_Film',
  'CALL something()',
])('%s is known by nothing', (sql) => {
  expect(read(sql)).toMatchObject({ isOpaque: true })
})

test.each([
  "session_context('$now')",
  "session_context('$valid.from')",
  "current_setting('cap.now')::timestamp",
  "session_context('NOW')",
  'now()',
  'current_timestamp',
  'CURRENT_DATE',
  "strftime('%Y', 'now')",
  'random()',
  'case when LastChangeDateTime < ? then ? else InProcessByUser end',
])('%s may differ from one time to the next', (expression) => {
  expect(read(`SELECT ${expression} FROM saga_Film`)).toMatchObject({ isVolatile: true })
})
