import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { openSqliteFile, openSqliteMemory } from '../../../../../srv/admin/database/sqlite/database.ts'
import { sqliteDialect } from '../../../../../srv/admin/dialects/sqlite/dialect.ts'
import { batches, execute, lend, query, unhurried } from '../../../../support/engines.ts'

const text = (sql: string) => ({ sql, parameters: [] })
const failure = (code: string): unknown => expect.objectContaining({ code })
const schemaNames = async (database: Database) =>
  (await query(database, 'SELECT name FROM pragma_database_list ORDER BY seq')).map((row) => row['name'])

describe('the SQLite database in a file', () => {
  let directory: string
  let database: Database
  let main: DatabaseSync

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'saga-sqlite-'))
    mkdirSync(join(directory, 'schemas'))
    main = new DatabaseSync(join(directory, 'main.sqlite'))
    main.exec('PRAGMA journal_mode = WAL; CREATE TABLE item (id INTEGER)')
    database = openSqliteFile({
      file: join(directory, 'main.sqlite'),
      schemas: join(directory, 'schemas'),
      lockTimeoutMs: 200,
    })
  })
  afterEach(async () => {
    main.close()
    await database.close()
    rmSync(directory, { recursive: true })
  })

  const addSchema = (name: string): void => {
    const schema = new DatabaseSync(join(directory, 'schemas', `${name}.sqlite`))
    schema.exec(`CREATE TABLE origin (name TEXT); INSERT INTO origin VALUES ('${name.replaceAll("'", "''")}')`)
    schema.close()
  }

  it('reads and writes while the application has the file open', async () => {
    await execute(database, 'INSERT INTO item VALUES (1)')
    expect(main.prepare('SELECT count(*) AS n FROM item').get()).toEqual({ n: 1 })
    main.exec('BEGIN; INSERT INTO item VALUES (2)')
    expect(await query(database, 'SELECT * FROM item')).toEqual([{ id: 1 }])
    main.exec('COMMIT')
    expect(await query(database, 'SELECT * FROM item')).toHaveLength(2)
  })

  it('leaves no log beside its files, which are complete by themselves, also where processes were ended while they worked', async () => {
    addSchema('aside')
    const aside = new DatabaseSync(join(directory, 'schemas/aside.sqlite'))
    aside.exec('PRAGMA journal_mode = WAL')
    aside.close()
    await execute(database, 'INSERT INTO item VALUES (1)')
    await execute(database, `INSERT INTO aside.origin VALUES ('more')`)
    const stuck = query(database, 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n')
    stuck.catch(() => undefined)
    await query(database, 'SELECT * FROM item, aside.origin')
    main.close()
    const files = (): string[] => readdirSync(directory, { recursive: true, encoding: 'utf8' })
    expect(files().filter((name) => name.endsWith('-wal'))).toHaveLength(2)
    await database.close()
    await expect(stuck).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(files().toSorted()).toEqual(['main.sqlite', 'schemas', 'schemas/aside.sqlite'])
    main = new DatabaseSync(join(directory, 'main.sqlite'))
    expect(main.prepare('SELECT count(*) AS n FROM item').get()).toEqual({ n: 1 })
  })

  it('says so when the application keeps the lock, and writes when it is free', async () => {
    main.exec('BEGIN IMMEDIATE')
    await expect(execute(database, 'INSERT INTO item VALUES (1)')).rejects.toEqual(failure('LOCK_TIMEOUT'))
    main.exec('COMMIT')
    await execute(database, 'INSERT INTO item VALUES (1)')
    expect(await query(database, 'SELECT * FROM item')).toHaveLength(1)
  })

  it('reaches the schemas of the directory, and those that come and go', async () => {
    expect(await schemaNames(database)).toEqual(['main'])
    addSchema('clone')
    addSchema(`odd "name' é`)
    expect(await schemaNames(database)).toEqual(['main', 'clone', `odd "name' é`])
    expect(await query(database, `SELECT name FROM "odd ""name' é".origin`)).toEqual([{ name: `odd "name' é` }])
    rmSync(join(directory, 'schemas', 'clone.sqlite'))
    expect(await schemaNames(database)).toEqual(['main', `odd "name' é`])
  })

  it('writes to attached schemas in the same transaction, and only reads them when reading', async () => {
    addSchema('clone')
    await execute(database, `INSERT INTO clone.origin SELECT 'item'`, 'INSERT INTO item VALUES (1)')
    await expect(query(database, 'DELETE FROM clone.origin')).rejects.toEqual(failure('INSUFFICIENT_PRIVILEGE'))
    expect(await query(database, 'SELECT * FROM clone.origin')).toHaveLength(2)
  })

  it('attaches ten schemas, which is all that SQLite does', async () => {
    for (let number = 0; number < 12; number++) addSchema(`s${String(number)}`)
    expect(await schemaNames(database)).toHaveLength(11)
  })

  it('cannot be talked into attaching, setting or loading anything while reading', async () => {
    const other = join(directory, 'other.sqlite')
    for (const sql of [
      `ATTACH '${other}' AS other`,
      'DETACH main',
      'PRAGMA journal_mode = DELETE',
      'PRAGMA writable_schema = 1',
      'SELECT * FROM pragma_max_page_count(1)',
      `SELECT * FROM pragma_journal_mode('delete')`,
      `SELECT load_extension('x')`,
      'VACUUM',
      `VACUUM INTO '${other}'`,
      'CREATE TEMP TABLE t (a)',
    ])
      await expect(query(database, sql)).rejects.toMatchObject({ name: 'AdminError' })
    expect(existsSync(other)).toBe(false)
    expect(await query(database, 'SELECT * FROM pragma_max_page_count')).toEqual([{ max_page_count: 4294967294 }])
  })

  it('reads the index of a full-text search', async () => {
    main.exec(`CREATE VIRTUAL TABLE found USING fts5(body); INSERT INTO found VALUES ('a new hope')`)
    expect(await query(database, 'SELECT body FROM found')).toEqual([{ body: 'a new hope' }])
    const { tables: question } = sqliteDialect.catalog
    const { sql, parameters } = question.statement({ schema: 'main', pattern: 'found', limit: 10, offset: 0 })
    expect((await query(database, sql, parameters)).map((row) => question.item(row))).toMatchObject([
      { name: 'found', type: 'virtual', columnCount: 1 },
    ])
  })

  it('reads views that call functions of CAP', async () => {
    main.exec(
      `CREATE VIEW capable AS SELECT session_context('$user.locale') AS locale, year('2024-02-29') AS y, hour('12:34:56') AS h,
         ISO('2024-02-29T12:00:00+01:00') AS iso, 'abc' REGEXP 'b' AS found`,
    )
    expect(await query(database, 'SELECT * FROM capable')).toEqual([
      { locale: 'en', y: 2024, h: 12, iso: '2024-02-29T11:00:00.000Z', found: 1 },
    ])
  })

  it('lists a view that can no longer be read, and says that it is not valid', async () => {
    main.exec('CREATE VIEW alive AS SELECT id FROM item; CREATE VIEW broken AS SELECT gone FROM nowhere')
    const { views: question } = sqliteDialect.catalog
    const { sql, parameters } = question.statement({
      schema: 'main',
      pattern: '%',
      limit: 10,
      offset: 0,
      definition: true,
    })
    const views = (await query(database, sql, parameters)).map((row) => question.item(row))
    expect(views.map(({ name, valid, columnCount }) => [name, valid, columnCount])).toEqual([
      ['alive', true, 1],
      ['broken', false, 0],
    ])
  })

  it('leaves no process behind when a statement was stopped', async () => {
    const controller = new AbortController()
    const endless = database.write(unhurried(controller.signal), async (session) => {
      await session.execute(text('INSERT INTO item VALUES (1)'))
      void setTimeout(100).then(() => {
        controller.abort()
      })
      await session.query(
        text('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'),
      )
    })
    await expect(endless).rejects.toEqual(failure('OPERATION_CANCELLED'))
    await execute(database, 'INSERT INTO item VALUES (2)') // the lock of the stopped one is free
    expect(await query(database, 'SELECT * FROM item')).toEqual([{ id: 2 }])
  })

  it('fails with its own error when the file is none of SQLite', async () => {
    const broken = openSqliteFile({ file: __filename, schemas: directory })
    await expect(query(broken, 'SELECT * FROM sqlite_schema')).rejects.toEqual(failure('DATABASE_ERROR'))
    await broken.close()
    const absent = openSqliteFile({ file: join(directory, 'absent.sqlite'), schemas: directory })
    await expect(query(absent, 'SELECT 1')).rejects.toEqual(failure('DATABASE_UNAVAILABLE'))
    await absent.close()
  })
})

describe('the SQLite database in memory', () => {
  let connection: DatabaseSync
  let database: Database
  const snapshots = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`admin-snapshot-${String(process.pid)}-`))
  const copies = () =>
    snapshots()
      .flatMap((name) => readdirSync(join(tmpdir(), name)))
      .filter((name) => name.endsWith('.sqlite'))

  beforeEach(() => {
    connection = new DatabaseSync(':memory:')
    connection.exec('CREATE TABLE item (id INTEGER); INSERT INTO item VALUES (1)')
    database = openSqliteMemory(lend(connection))
  })
  afterEach(async () => {
    await database.close()
    connection.close()
    expect(snapshots()).toEqual([])
  })

  it('removes what a process that was killed has left, after a day', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['--version'])
    const leave = (pid: number, ageMs: number): string => {
      const left = mkdtempSync(join(tmpdir(), `admin-snapshot-${String(pid)}-`))
      writeFileSync(join(left, '1.sqlite'), '')
      const time = (Date.now() - ageMs) / 1000
      utimesSync(left, time, time)
      return left
    }
    const [old, recent, ours] = [leave(dead, 90_000_000), leave(dead, 80_000_000), leave(process.pid, 90_000_000)]
    await openSqliteMemory(lend(connection)).close()
    expect([old, recent, ours].map((left) => existsSync(left))).toEqual([false, true, true])
    for (const left of [recent, ours]) rmSync(left, { recursive: true })
  })

  it('copies the database once for many readings, and again after a change', async () => {
    await query(database, 'SELECT 1')
    const [first] = copies()
    await query(database, 'SELECT 1')
    expect(copies()).toEqual([first])
    connection.exec('INSERT INTO item VALUES (2)')
    expect(await query(database, 'SELECT * FROM item')).toHaveLength(2)
    expect(copies()).toHaveLength(1)
    expect(copies()).not.toEqual([first])
    connection.exec('CREATE TABLE other (a)')
    expect(await query(database, 'SELECT * FROM other')).toEqual([])
  })

  it('keeps a copy for as long as somebody reads it', async () => {
    await database.read(unhurried(), async (session) => {
      connection.exec('INSERT INTO item VALUES (2)')
      expect(await query(database, 'SELECT * FROM item')).toHaveLength(2)
      expect(copies()).toHaveLength(2)
      expect(await session.query(text('SELECT * FROM item'))).toHaveLength(1)
    })
    expect(copies()).toHaveLength(1)
  })

  it('reaches schemas in memory, too', async () => {
    await execute(
      database,
      `ATTACH ':memory:' AS "odd ""name"`,
      `CREATE TABLE "odd ""name".t (a)`,
      `INSERT INTO "odd ""name".t VALUES (5)`,
    )
    expect(await schemaNames(database)).toEqual(['main', 'odd "name'])
    expect(await query(database, 'SELECT a FROM "odd ""name".t')).toEqual([{ a: 5 }])
  })

  it('frees the event loop while it inserts', async () => {
    const order: string[] = []
    const rows = Array.from({ length: 1_000 }, (_, index) => [index])
    const writing = database
      .write(unhurried(), (session) =>
        session.insert({ schema: 'main', table: 'item', columns: ['id'] }, batches(rows)),
      )
      .then(() => order.push('written'))
    const ticking = (async () => {
      for (let tick = 0; tick < 3; tick++) {
        await new Promise(setImmediate)
        order.push('tick')
      }
    })()
    await Promise.all([writing, ticking])
    expect(order).toEqual(['tick', 'tick', 'tick', 'written'])
  })

  it('stops inserting when its caller gives up', async () => {
    const controller = new AbortController()
    const endless = async function* () {
      for (let number = 0; ; number++) {
        if (number === 50) controller.abort()
        yield await Promise.resolve([[number]])
      }
    }
    const writing = database.write(unhurried(controller.signal), (session) =>
      session.insert({ schema: 'main', table: 'item', columns: ['id'] }, endless()),
    )
    await expect(writing).rejects.toEqual(failure('OPERATION_CANCELLED'))
    expect(connection.isTransaction).toBe(false)
    expect(connection.prepare('SELECT count(*) AS n FROM item').get()).toEqual({ n: 1 })
  })
})
