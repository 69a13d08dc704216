import { DatabaseSync } from 'node:sqlite'
import {
  aliasesIn,
  type Connection,
  readStructure,
  structureVersion,
} from '../../../../srv/platform/readers/structure.ts'

const database = new DatabaseSync(':memory:')
const connection: Connection = { prepare: (sql) => ({ all: () => database.prepare(sql).all() }) }
afterAll(() => {
  database.close()
})

test('tables, aliases in views and statements, indexes, and what grows', () => {
  database.exec(`
    CREATE TABLE "odd ""name" (id INTEGER PRIMARY KEY);
    CREATE TABLE small (id TEXT PRIMARY KEY, a, b, UNIQUE (a, b));
    CREATE TABLE keyed (id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE INDEX of_b ON small (b);
    CREATE VIEW v AS SELECT s_0.id FROM small AS s_0;
    INSERT INTO "odd ""name" VALUES (1), (7)`)
  const version = structureVersion(connection)
  const { sizes, version: readVersion } = readStructure(connection)
  expect(readVersion).toBe(version)
  const none = aliasesIn()
  const before = sizes(connection)
  expect([before.rowsOf('odd "name', none), before.rowsOf('small', none), before.mostRows]).toEqual([7, 0, 7])
  expect(before.rowsOf('keyed', none)).toBe(7)
  expect(before.rowsOf('s_0', none)).toBe(0)
  expect(before.rowsOf('whatever', none)).toBe(7)
  expect(before.rowsOf('$s', aliasesIn('SELECT 1 FROM small as "$s" WHERE 1'))).toBe(0)
  expect(before.rowsOf('$s', aliasesIn('SELECT 1 FROM small as "$s" JOIN "odd ""name" "$s"'))).toBe(7)
  expect(before.indexOf('of_b')).toEqual({ table: 'small', isUnique: false, columns: 1 })
  expect(before.indexOf('sqlite_autoindex_small_2')).toEqual({ table: 'small', isUnique: true, columns: 2 })
  database.exec(`INSERT INTO small VALUES ('a', 1, 1), ('b', 1, 2)`)
  expect(sizes(connection).rowsOf('small', none)).toBe(2)
  database.exec('DROP INDEX of_b')
  expect(structureVersion(connection)).not.toBe(version)
})

test('a database without tables', () => {
  const empty = new DatabaseSync(':memory:')
  const none: Connection = { prepare: (sql) => ({ all: () => empty.prepare(sql).all() }) }
  expect(readStructure(none).sizes(none).mostRows).toBe(0)
  empty.close()
})
