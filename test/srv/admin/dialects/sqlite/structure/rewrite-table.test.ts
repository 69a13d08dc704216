import { DatabaseSync } from 'node:sqlite'
import { rewriteTable } from '../../../../../../srv/admin/dialects/sqlite/structure/rewrite-table.ts'

/** Foreign keys in every form that SQLite takes. */
const KEYS = [
  'parent',
  'parent (id)',
  '"parent"("id")',
  '[parent] ON DELETE CASCADE',
  'parent ON UPDATE SET NULL ON DELETE NO ACTION',
  'parent(id) ON DELETE SET DEFAULT MATCH simple',
  'parent DEFERRABLE INITIALLY DEFERRED',
  'parent(id) ON UPDATE RESTRICT NOT DEFERRABLE INITIALLY IMMEDIATE',
]
const TABLES = KEYS.flatMap((key) => [
  `CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER REFERENCES ${key} NOT NULL DEFAULT (1+2), q TEXT)`,
  `CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER CONSTRAINT "the key" REFERENCES ${key})`,
  `CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER NOT NULL DEFAULT (1+2), q TEXT, FOREIGN KEY (p) REFERENCES ${key})`,
  `CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER, CONSTRAINT k FOREIGN KEY (p) REFERENCES ${key}, CHECK (p > 0)) STRICT`,
  `CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER, UNIQUE (p) /* , */ CONSTRAINT k FOREIGN KEY (p) REFERENCES ${key} CHECK (p > 0))`,
])

/** What SQLite makes of a statement. */
const made = (sql: string, table: string) => {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(sql)
    const ask = (pragma: string) => database.prepare(`SELECT * FROM ${pragma}(?)`).all(table)
    return {
      columns: ask('pragma_table_xinfo'),
      keys: ask('pragma_foreign_key_list'),
      indexes: ask('pragma_index_list').length,
    }
  } finally {
    database.close()
  }
}

test.each(TABLES)('keys are left out or lead elsewhere: %s', (sql) => {
  const before = made(sql, 'child')
  expect(before.keys).toHaveLength(1)
  const names = { schema: 'main', name: '"new "" child"' }
  const without = rewriteTable(sql, { ...names, parent: () => null })
  expect(made(without.sql, 'new " child')).toEqual({ ...before, keys: [] })
  expect([without.parents, without.droppedParents]).toEqual([[], ['parent']])
  const moved = rewriteTable(sql, { ...names, parent: () => '"p""2"' })
  expect(made(moved.sql, 'new " child')).toEqual({ ...before, keys: [{ ...before.keys[0], table: 'p"2' }] })
  expect([moved.parents, moved.droppedParents]).toEqual([['parent'], []])
})

test('columns that conditions name with their table are those of the new one', () => {
  const sql = `CREATE TABLE 'film' (a INTEGER CHECK (film.a > 0), b AS (a + 1), references_x TEXT DEFAULT 'REFERENCES film', CHECK ("film".a <> 5))`
  const rewritten = rewriteTable(sql, { schema: 'main', name: '"x"', parent: () => null })
  expect(rewritten.droppedParents).toEqual([])
  expect(made(rewritten.sql, 'x')).toEqual(made(sql, 'film'))
})
