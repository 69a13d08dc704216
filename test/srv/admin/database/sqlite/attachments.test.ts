/** Schemas of SQLite that are being made: files beside the main one, or databases in memory. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { openSqliteFile } from '../../../../../srv/admin/database/sqlite/database.ts'
import { execute, query, unhurried, useEngine } from '../../../../support/engines.ts'

const make = (database: Database, name: string, more: () => Promise<void> = () => Promise.resolve()) =>
  database.write({ ...unhurried(), newSchema: name }, async (session) => {
    await session.execute({ sql: `CREATE TABLE "${name}".t AS SELECT '${name}' AS name`, parameters: [] })
    await more()
  })

describe.each(['SQLite file', 'SQLite in memory'])('%s', (engineName) => {
  const engine = useEngine(engineName)
  const names = async () =>
    (await query(engine().database, 'SELECT name FROM pragma_database_list ORDER BY seq')).map(({ name }) => name)

  test('a schema is there and empty when the work starts, and stays when it succeeds', async () => {
    const { database } = engine()
    const before = await database.write({ ...unhurried(), newSchema: 'fresh' }, async (session) => {
      const found = await session.query({ sql: 'SELECT name FROM fresh.sqlite_schema', parameters: [] })
      await session.execute({ sql: 'CREATE TABLE fresh.t (a)', parameters: [] })
      return found
    })
    expect(before).toEqual([])
    expect(await names()).toEqual(['main', 'fresh'])
    await execute(database, 'INSERT INTO fresh.t VALUES (1)')
    expect(await query(database, 'SELECT a FROM fresh.t')).toEqual([{ a: 1 }])
  })

  test('nobody else sees it before it is complete, and it goes when the work fails', async () => {
    const { database } = engine()
    const failing = make(database, 'broken', async () => {
      if (engineName === 'SQLite file') expect(await names()).toEqual(['main', 'fresh'])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names()).toEqual(['main', 'fresh'])
    await make(database, 'broken')
    expect(await query(database, 'SELECT name FROM broken.t')).toEqual([{ name: 'broken' }])
  })

  test('of two that make the same one succeeds', async () => {
    const { database } = engine()
    const results = await Promise.allSettled([make(database, 'race'), make(database, 'RACE')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [failed] = results.filter((result) => result.status === 'rejected')
    expect(failed?.reason).toMatchObject({ code: 'TARGET_EXISTS' })
  })

  test('there are ten at most', async () => {
    const { database } = engine()
    for (let index = (await names()).length; index <= 10; index++) await make(database, `n${String(index)}`)
    await expect(make(database, 'one_more')).rejects.toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    expect(await names()).toHaveLength(11)
    await execute(database, 'CREATE TABLE still_works (a)')
  })
})

describe('files', () => {
  const engine = useEngine('SQLite file')
  const open = () => {
    const { schemas = '' } = engine()
    return openSqliteFile({ file: join(dirname(schemas), 'main.sqlite'), schemas })
  }

  test('the application goes on writing to the main database while a schema is made', async () => {
    const { database, schemas = '' } = engine()
    await execute(database, 'CREATE TABLE main.busy (a)')
    const application = new DatabaseSync(join(dirname(schemas), 'main.sqlite'))
    await make(database, 'aside', () => {
      application.exec('INSERT INTO busy VALUES (1)')
      return Promise.resolve()
    })
    application.close()
    expect(await query(database, 'SELECT a FROM busy')).toEqual([{ a: 1 }])
  })

  test('schemas are there again after a restart; what was not finished is gone', async () => {
    const { schemas = '' } = engine()
    for (const ending of ['', '-journal', '-wal']) writeFileSync(join(schemas, `half.sqlite.unfinished${ending}`), 'x')
    writeFileSync(join(schemas, 'cloned-schemas.json.unfinished'), '[')
    const database = open()
    expect(await query(database, 'SELECT name FROM aside.t')).toEqual([{ name: 'aside' }])
    expect(readdirSync(schemas).filter((file) => file.startsWith('half'))).toEqual([])
    expect(readdirSync(schemas)).toContain('cloned-schemas.json.unfinished')
    await make(database, 'half')
    expect(await query(engine().database, 'SELECT name FROM half.t')).toEqual([{ name: 'half' }])
    await database.close()
  })

  test('readers see a state of their own while a schema is written to', async () => {
    const { database } = engine()
    await database.read(unhurried(), async (session) => {
      const count = () => session.query({ sql: 'SELECT count(*) AS n FROM aside.t', parameters: [] })
      expect(await count()).toEqual([{ n: 1 }])
      await execute(database, `INSERT INTO aside.t VALUES ('more')`)
      expect(await count()).toEqual([{ n: 1 }])
    })
  })

  test('a file that cannot be made is an error and leaves the database usable', async () => {
    const { database, schemas = '' } = engine()
    mkdirSync(join(schemas, 'blocked.sqlite.unfinished', 'x'), { recursive: true })
    await expect(make(database, 'blocked')).rejects.toThrow()
    await execute(database, 'CREATE TABLE main.usable (a)')
    expect(await query(database, 'SELECT count(*) AS n FROM usable')).toEqual([{ n: 0 }])
  })
})
