import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import * as ofPostgres from '../../../../support/attacks/postgres.ts'
import * as ofSqlite from '../../../../support/attacks/sqlite.ts'
import { as } from '../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { READING_ENGINES, execute, query, unhurried, useEngine } from '../../../../support/engines.ts'
import { isLong, runs, someOf } from '../../../../support/long.ts'
import { connectPostgres } from '../../../../support/postgres-client.ts'

const SECRET = 'the words of a file'
const LATE = /blob\(|printf|claims_to_read|FROM pragma_database_list/
const REFUSALS = ['INVALID_STATEMENT', 'INSUFFICIENT_PRIVILEGE', 'SCHEMA_NOT_ALLOWED', 'LIMIT_TOO_LARGE']

describe.each(READING_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES], { settings: { heavy: { perCaller: 9, total: 9 } } })
  const ask = (sql: string, more: object = {}) => api.post('/query', { sql, ...more }, 'admin')
  const own = { folder: '' }

  beforeAll(async () => {
    own.folder = mkdtempSync(join(tmpdir(), 'saga-query-'))
    writeFileSync(join(own.folder, 'secret'), SECRET)
    const words = `CREATE VIRTUAL TABLE words USING fts5(word)`
    await execute(
      engine().database,
      `CREATE TABLE film (id INTEGER PRIMARY KEY, name VARCHAR(20))`,
      `INSERT INTO film VALUES (1, 'a'), (2, 'b')`,
      ...(isPostgres ? ofPostgres.STRUCTURE : [words, `INSERT INTO words VALUES ('a b')`]),
    )
  })
  afterAll(() => {
    rmSync(own.folder, { recursive: true })
  })

  test('one statement is answered with columns, types and rows, as many as were asked for', async () => {
    expect(await ask('SELECT id, name, id FROM film ORDER BY id DESC;', { limit: 1 })).toMatchObject({
      success: true,
      columns: [
        { name: 'id', type: expect.stringMatching(/integer/i) as string },
        { name: 'name', type: expect.stringMatching(/\(20\)/) as string },
        { name: 'id' },
      ],
      rows: [[2, 'b', 2]],
      rowCount: 1,
      truncated: true,
      cutValues: 0,
      plan: null,
    })
    expect(await ask('SELECT id FROM film ORDER BY 1 -- all')).toMatchObject({ rows: [[1], [2]], truncated: false })
    expect(await ask('SELECT * FROM film WHERE id > 5')).toMatchObject({ rows: [], columns: [{}, {}] })
  })

  test('parameters are constants wherever a value can stand, and text is nothing but text', async () => {
    const hostile = `x'; DROP TABLE film; -- \\' " :id`
    const sql = `SELECT name, :text AS text, -:less AS less, :none AS nil, ':id' AS "a :id" /* :id */
      FROM film WHERE id = :id AND (name = :name OR :text IS NULL) -- :id`
    expect(await ask(sql, { parameters: { id: 2, name: 'b', text: hostile, less: -1, none: null } })).toMatchObject({
      columns: [{}, {}, {}, {}, { name: 'a :id' }],
      rows: [['b', hostile, 1, null, ':id']],
    })
    expect(await ask('SELECT id FROM film WHERE id = :id', { parameters: { id: '2' } })).toMatchObject({ rows: [[2]] })
    expect(await ask('SELECT count(*) FROM film WHERE :all', { parameters: { all: true } })).toMatchObject({
      rows: [[2]],
    })
    const plan = await ask('SELECT name FROM film WHERE id = :id', { parameters: { id: 1 }, plan: true })
    expect(plan['plan']).not.toEqual([])
    expect(await ask('SELECT 1', { parameters: { id: 1 } })).toMatchObject({
      code: 'INVALID_PARAMETER',
      details: `The statement has no parameter ':id'`,
    })
    // SQLite takes what has no value for NULL.
    expect(await ask('SELECT id FROM film WHERE id = :id')).toMatchObject({
      code: isPostgres ? 'INVALID_STATEMENT' : 'INVALID_PARAMETER',
    })
    expect(await ask('SELECT id FROM film WHERE id = :id', { parameters: { id: 'a\0b' } })).toMatchObject({
      code: 'INVALID_PARAMETER',
    })
    if (!isPostgres) return
    const { position } = await ask('SELECT :a::int, nme FROM film', { parameters: { a: '1234567890' } })
    expect(position).toBe(17)
    const slices = 'SELECT (ARRAY[1, 2, 3])[1:id], $$:id$$, $x$ :id $$ $x$ FROM film WHERE id = :id'
    expect(await ask(slices, { parameters: { id: 2 } })).toMatchObject({
      rows: [['{1,2}', ':id', ' :id $$ ']],
    })
  })

  test('values keep what JSON numbers would lose', async () => {
    const bytes = isPostgres ? `'\\x00ff'::bytea` : `x'00ff'`
    const answer = await ask(`SELECT 9007199254740993, 1.5, NULL, ${bytes}, ''`)
    expect(answer['rows']).toEqual([['9007199254740993', isPostgres ? '1.5' : 1.5, null, 'AP8=', '']])
  })

  test('the catalog can be looked into, but for what it keeps from others', async () => {
    const structure = isPostgres
      ? [
          `SELECT table_name FROM information_schema.tables WHERE table_name = 'film'`,
          `SELECT relname FROM pg_catalog.pg_class WHERE relname = 'film'`,
          `SELECT tablename FROM pg_tables WHERE tablename = 'film'`,
          `SELECT t.relname FROM pg_stat_user_tables t WHERE relname = 'film'`,
          `SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attname = 'name' AND c.relname = 'film'`,
        ]
      : [
          `SELECT name FROM sqlite_schema WHERE name = 'film'`,
          `SELECT 'film' FROM pragma_table_info('film') WHERE name = 'name'`,
        ]
    for (const sql of structure) expect(await ask(sql)).toMatchObject({ success: true, rows: [['film']] })
    if (!isPostgres) return
    for (const table of ['pg_authid', 'pg_shadow', 'pg_stats', 'pg_statistic', 'pg_stat_activity', 'pg_settings'])
      expect(await ask(`SELECT * FROM pg_catalog.${table}`)).toMatchObject({
        code: expect.stringMatching(/SCHEMA_NOT_ALLOWED|INSUFFICIENT_PRIVILEGE/) as string,
      })
    for (const view of ['user_mapping_options', 'foreign_server_options'])
      expect(await ask(`SELECT * FROM information_schema.${view}`)).toMatchObject({ success: false })
    const { rows } = await ask(`SELECT DISTINCT rolpassword FROM pg_roles`)
    expect(rows).toEqual([['********']])
  })

  test('a statement is measured within its limits, and only with its plan', async () => {
    expect(await ask('SELECT 1', { analyze: true })).toMatchObject({ code: 'INVALID_PARAMETER' })
    const answer = await ask('SELECT name FROM film WHERE id > 1', { plan: true, analyze: true })
    if (!isPostgres) {
      expect(answer).toMatchObject({ code: 'NOT_SUPPORTED' })
      return
    }
    const [step] = answer['plan'] as { facts: { name: string }[] }[]
    expect(step?.facts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Actual Rows', 'Actual Total Time', 'Execution Time']),
    )
    expect(answer['rows']).toEqual([])
    const endless = 'SELECT count(*) FROM generate_series(1, 1e12::bigint)'
    expect(await ask(endless, { plan: true, analyze: true, timeout: 1 })).toMatchObject({ code: 'OPERATION_TIMEOUT' })
    for (const sql of ['DELETE FROM film', 'WITH gone AS (DELETE FROM film RETURNING 1) SELECT * FROM gone'])
      expect(await ask(sql, { plan: true, analyze: true })).toMatchObject({ success: false })
    expect(await ask('SELECT count(*) FROM film')).toMatchObject({ rows: [[2]] })
  })

  test('mistakes are told in the words of the engine, with their place where it knows it', async () => {
    expect(await ask('SELECT nope FROM film')).toMatchObject({
      code: 'INVALID_STATEMENT',
      details: expect.stringContaining('nope') as string,
      ...(isPostgres && { position: 8 }),
    })
    for (const sql of ['selec', '-- nothing', 'SELECT (', "SELECT '\ud800'"])
      expect(await ask(sql)).toMatchObject({ code: expect.stringMatching(/^INVALID_/) as string })
    expect(await ask('SELECT 1\0; x')).toMatchObject({ success: false })
  })

  test('what does more than read is told as that, and a division by zero as what it is', async () => {
    for (const sql of [
      'DELETE FROM film',
      '  update film set id = 1',
      'DROP TABLE film',
      "INSERT INTO film VALUES (9, 'x')",
    ])
      expect(await ask(sql)).toMatchObject({
        code: 'INSUFFICIENT_PRIVILEGE',
        details: expect.stringMatching(/may only read tables: (?:DELETE|UPDATE|DROP|INSERT).* is refused/) as string,
      })
    if (isPostgres)
      expect(await ask('SELECT 1 / 0')).toMatchObject({
        code: 'INVALID_STATEMENT',
        details: expect.stringMatching(/division by zero/i) as string,
      })
  })

  test('a plan is a tree, and nothing runs for it', async () => {
    const sql = 'SELECT f.name FROM film AS f JOIN film AS g ON f.id = g.id ORDER BY f.name'
    const { plan, rows } = await ask(sql, { plan: true })
    expect(rows).toEqual([])
    const steps = plan as { depth: number; text: string; facts: object[] }[]
    expect(steps[0]?.depth).toBe(0)
    expect(steps.map(({ text }) => text).join('\n')).toMatch(/film|SCAN f/)
    if (isPostgres) expect(Math.max(...steps.map(({ depth }) => depth))).toBeGreaterThan(0)
  })

  test('what has no end, and what is too large, is bounded', async () => {
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)'
    expect(await ask(`${endless} SELECT x FROM c`, { limit: 3 })).toMatchObject({
      rows: [[1], [2], [3]],
      truncated: true,
    })
    expect(await ask(`${endless} SELECT sum(x) FROM c WHERE x < 0`, { timeout: 1 })).toMatchObject({
      code: 'OPERATION_TIMEOUT',
    })
    const length = String(runs(200_000, 3_000_000))
    const long = isPostgres ? `repeat('ä', ${length})` : `printf('%.*c', ${length}, 'x')`
    const answer = await ask(`SELECT ${long} AS a, 1 AS b`)
    expect(answer).toMatchObject({ cutValues: 1, rowCount: 1 })
    expect((answer['rows'] as string[][])[0]?.[0]).toHaveLength(32_768)
    const many = await ask(`${endless} SELECT ${long} FROM c`, { limit: 10_000, timeout: 60 })
    expect(many).toMatchObject({ truncated: true })
    expect(JSON.stringify(many).length).toBeLessThan(10_000_000)
    if (!isPostgres && isLong)
      expect(await ask(`${endless} SELECT randomblob(1000) AS r FROM c ORDER BY r`)).toMatchObject({
        code: 'LIMIT_TOO_LARGE',
      })
  }, 120_000)

  test('only admins ask', async () => {
    expect(await api.post('/query', { sql: 'SELECT 1' }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('no attack changes anything, or reads anything but tables', async () => {
    const watched = isPostgres ? await connectPostgres(engine().server?.credentials ?? {}) : undefined
    const [self] = watched ? (await watched.query('SELECT pg_backend_pid() AS pid')).rows : []
    const filled = (sql: string): string =>
      sql
        .replaceAll('{secret}', join(own.folder, 'secret'))
        .replaceAll('{new}', join(own.folder, 'new'))
        .replaceAll('{process}', String(self?.['pid']))
    const { REFUSED, HARMLESS } = isPostgres ? ofPostgres : ofSqlite
    expect(REFUSED.length).toBeGreaterThanOrEqual(60)
    const before = await contents()
    const wrong: unknown[] = []
    for (const plan of [false, true])
      for (const sql of someOf(REFUSED, 8)) {
        const answer = await ask(filled(sql), { plan, timeout: 20 })
        const isRefused = REFUSALS.includes(String(answer['code']))
        // What is refused only while it runs has a plan, for which nothing runs.
        const isOnlyPlanned = plan && Array.isArray(answer['plan']) && LATE.test(sql)
        if ((!isRefused && !isOnlyPlanned) || JSON.stringify(answer).includes(SECRET)) wrong.push([sql, plan, answer])
      }
    for (const sql of someOf(HARMLESS, 4)) {
      const answer = await ask(filled(sql))
      if (answer['success'] !== true) wrong.push([sql, answer])
    }
    expect(wrong).toEqual([])
    expect(await contents()).toEqual(before)
    expect(existsSync(join(own.folder, 'new'))).toBe(false)
    // The other session is as it was.
    if (watched) expect((await watched.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await watched?.end()
  }, 240_000)

  if (isPostgres) {
    test('what is closed is refused before the planner looks at it', async () => {
      await execute(
        engine().database,
        `INSERT INTO hidden.secret SELECT 'hush' FROM generate_series(1, 1000)`,
        'ANALYZE hidden.secret',
      )
      // The planner tries a pattern on the most frequent values: one that matches to its end shows what is wrong with it.
      for (const pattern of ['hush\\', 'other\\'])
        expect(await ask(`SELECT 1 FROM hidden.secret WHERE word LIKE '${pattern}'`)).toMatchObject({
          code: 'SCHEMA_NOT_ALLOWED',
        })
      // It calls immutable functions, too.
      await execute(
        engine().database,
        `CREATE FUNCTION tells() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RAISE 'planned'; END $$`,
      )
      for (const plan of [true, false])
        expect(await ask('SELECT 1 WHERE tells() > 1', { plan })).toMatchObject({
          code: 'INSUFFICIENT_PRIVILEGE',
          details: expect.stringContaining('public.tells') as string,
        })
    })
  }

  /** All that attacks could change. */
  const contents = async (): Promise<unknown> => {
    const { database, schemas } = engine()
    const all = (sql: string) => query(database, sql)
    if (isPostgres)
      return Promise.all(
        [
          `SELECT * FROM film ORDER BY id`,
          `SELECT last_value, is_called FROM counter`,
          `SELECT oid::int, relname FROM pg_class WHERE relpersistence <> 't' ORDER BY oid`,
          `SELECT rolname, rolpassword FROM pg_authid ORDER BY 1`,
          `SELECT name, setting FROM pg_settings WHERE name !~ '^transaction|[.]' ORDER BY 1`,
          `SELECT count(*)::int AS n FROM pg_largeobject_metadata`,
          `SELECT slot_name FROM pg_replication_slots`,
          `SELECT objid::int FROM pg_locks WHERE locktype = 'advisory'`,
          `SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()`,
          `SELECT * FROM pg_ls_dir('.') AS f ORDER BY 1`,
          `SELECT gid FROM pg_prepared_xacts`,
        ].map(all),
      )
    const tables = await all(`SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2`)
    const rows = await Promise.all([
      all('SELECT * FROM film'),
      all('SELECT * FROM words'),
      all('SELECT hex(block) AS block FROM words_data'),
      all('PRAGMA user_version'),
      all('PRAGMA journal_mode'),
    ])
    const folder = schemas && dirname(schemas)
    const files = folder ? readdirSync(folder).filter((file) => !file.endsWith('-shm')) : []
    const hashes = files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder ?? '', file)))
        .digest('hex'),
    ])
    return { tables, rows, hashes }
  }

  test('who goes away ends the statement', async () => {
    const body = JSON.stringify({
      sql: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c WHERE x < 0',
    })
    const controller = new AbortController()
    const headers = { ...as('admin'), 'content-type': 'application/json' }
    const asked = fetch(`http://127.0.0.1:${String(api.port)}/api/v1/query`, {
      ...{ method: 'POST', headers, body, signal: controller.signal },
    })
    const busy = () => engine().database.usage().busy
    while (busy() === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(busy()).toBe(1)
    controller.abort()
    await expect(asked).rejects.toThrow()
    const left = Date.now()
    while (busy() > 0 && Date.now() - left < 10_000) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(busy()).toBe(0)
    expect(Date.now() - left).toBeLessThan(5_000)
  })

  if (isPostgres)
    test('a database user whom rights do not bound is refused outside of development', async () => {
      const statement = {
        sql: 'SELECT * FROM film',
        rowLimit: 9,
        isPlan: false,
        isAnalyzed: false,
        closed: [],
        opensCatalogs: true,
        isOpen: () => Promise.resolve(true),
        allowsFunction: () => false,
      }
      const { database, server } = engine()
      await expect(database.ask(unhurried(), { ...statement, allowsSuperuser: false })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await execute(database, `CREATE ROLE plain LOGIN PASSWORD 'plain'`, `GRANT SELECT ON film TO plain`)
      const plain = openPostgres({ ...server?.credentials, user: 'plain', password: 'plain' })
      const answer = await plain.ask(unhurried(), { ...statement, allowsSuperuser: false })
      expect(answer.rows).toEqual([
        [1, 'a'],
        [2, 'b'],
      ])
      const hidden = { ...statement, sql: 'SELECT * FROM hidden.secret', allowsSuperuser: false }
      await expect(plain.ask(unhurried(), hidden)).rejects.toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
      await execute(database, 'GRANT pg_signal_backend TO plain')
      await expect(plain.ask(unhurried(), { ...statement, allowsSuperuser: false })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await plain.close()
    })
})

describe('with a list of functions', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, OWN_ROUTES, { settings: { queryFunctions: ['public.own_*', 'pg_get_viewdef'] } })
  test('those are open, by name and schema, and no others', async () => {
    const create = (name: string) => `CREATE FUNCTION ${name}() RETURNS int LANGUAGE sql AS 'SELECT 7'`
    await execute(engine().database, ...['own_one', 'other'].map(create), 'CREATE VIEW seven AS SELECT own_one() AS n')
    const ask = (sql: string) => api.post('/query', { sql }, 'admin')
    expect(await ask('SELECT own_one()')).toMatchObject({ rows: [[7]] })
    expect(await ask('SELECT * FROM seven')).toMatchObject({ rows: [[7]] })
    expect(await ask(`SELECT pg_get_viewdef('seven'::regclass) LIKE '%own_one%'`)).toMatchObject({ rows: [[true]] })
    expect(await ask('SELECT other()')).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
  })
})

describe('where it is switched off', () => {
  const engine = useEngine('SQLite file')
  const api = startEngineApi(engine, OWN_ROUTES, { settings: { query: false } })
  test('the answer names the setting', async () => {
    expect(await api.post('/query', { sql: 'SELECT 1' }, 'admin')).toMatchObject({
      code: 'FORBIDDEN',
      details: expect.stringContaining('dba.query') as string,
    })
  })
})

describe('with a list of open schemas', () => {
  const engine = useEngine('SQLite file')
  const api = startEngineApi(engine, OWN_ROUTES, {
    names: ({ dialect }, cloned) => new CatalogNames(dialect, ['other'], cloned),
  })
  test.each(['SELECT * FROM film', 'SELECT count(*) FROM film', 'PRAGMA table_list', 'SELECT * FROM sqlite_schema'])(
    '%s is refused',
    async (sql) => {
      await execute(engine().database, 'CREATE TABLE IF NOT EXISTS film (id INTEGER)')
      expect(await api.post('/query', { sql }, 'admin')).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
      expect(await api.post('/query', { sql: 'SELECT 1' }, 'admin')).toMatchObject({ rows: [[1]] })
    },
  )
})
