import { readPlainIndex } from '../../../../../srv/admin/core/dump/plain-index.ts'

const read = (sql: string) => readPlainIndex(sql, ['id', 'Name', 'a "b"'])

test.each([
  ['CREATE INDEX i ON "s"."t" USING btree (id)', false, ['id']],
  ['CREATE UNIQUE INDEX "I 1" ON ONLY "s"."t" USING btree ("Name", id)', true, ['Name', 'id']],
  ['CREATE INDEX i ON t(ID,\n "a ""b""")', false, ['id', 'a "b"']],
])('%s', (sql, isUnique, columns) => {
  expect(read(sql)).toEqual({ isUnique, columns })
})

test.each([
  'CREATE INDEX i ON t (lower("Name"))',
  'CREATE INDEX i ON t ((id + 1))',
  'CREATE INDEX i ON t (id DESC)',
  'CREATE INDEX i ON t (id) WHERE id > 1',
  'CREATE INDEX i ON t USING gin (id)',
  'CREATE UNIQUE INDEX i ON t USING btree (id) NULLS NOT DISTINCT',
  'CREATE INDEX i ON t USING btree (id) INCLUDE ("Name")',
  'CREATE INDEX i ON t USING btree ("Name" text_pattern_ops)',
  'CREATE INDEX i ON t (other)',
  'CREATE INDEX i ON t ("NAME")',
  'CREATE INDEX i ON t ()',
  'CREATE INDEX i ON t (id',
  'CREATE TABLE t (id)',
  'CREATE INDEX',
])('not the same everywhere: %s', (sql) => {
  expect(read(sql)).toBeNull()
})
