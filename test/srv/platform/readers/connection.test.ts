import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Connection, failureOf } from '../../../../srv/platform/readers/connection.ts'
import type { Row } from '../../../../srv/platform/readers/protocol.ts'

const folder = mkdtempSync(join(tmpdir(), 'saga-connection-'))
const file = join(folder, 'a.sqlite')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const make = (path: string, name: string): DatabaseSync => {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE film (name); INSERT INTO film VALUES ('${name}')`)
  return database
}

const connection = new Connection()
const read = (sql: string, values: unknown[] = [], session: Record<string, unknown> = {}): Row[] =>
  connection.read({ file, sql, values, session }).map((row) => ({ ...row }))

test('reads what is committed, in the session of each read, also of another file of that name', () => {
  const writer = make(file, 'one')
  expect(read('SELECT name FROM film')).toEqual([{ name: 'one' }])
  writer.exec(`BEGIN; UPDATE film SET name = 'two'`)
  expect(read('SELECT name FROM film')).toEqual([{ name: 'one' }])
  writer.exec('COMMIT')
  expect(read('SELECT name FROM film')).toEqual([{ name: 'two' }])
  writer.exec('ALTER TABLE film ADD COLUMN year')
  expect(read('SELECT * FROM film')).toEqual([{ name: 'two', year: null }])
  const who = `SELECT session_context('$user.id') AS who`
  expect([read(who, [], { '$user.id': 'alice' }), read(who)]).toEqual([[{ who: 'alice' }], [{ who: null }]])
  writer.close()

  make(join(folder, 'b.sqlite'), 'three').close()
  // As a restore does.
  for (const companion of ['-wal', '-shm']) rmSync(file + companion, { force: true })
  renameSync(join(folder, 'b.sqlite'), file)
  expect(read('SELECT name FROM film')).toEqual([{ name: 'three' }])
})

test('writes nothing, and tells what SQLite says', () => {
  const codes = ['DELETE FROM film', 'SELECT nothing, FROM film', 'SELECT year(?)'].map((sql) => {
    try {
      return read(sql, sql.includes('?') ? ['x'] : [])
    } catch (error) {
      const { code, errcode, message } = failureOf(error)
      return [code, errcode, message.length > 0]
    }
  })
  expect(codes).toEqual([
    ['ERR_SQLITE_ERROR', 8, true],
    ['ERR_SQLITE_ERROR', 1, true],
    [undefined, undefined, true],
  ])
})
