/** Answers about tables that nobody here made: names with blanks at their ends, columns that the engine computes, views that fail, no columns at all. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, type TestEngine, useEngine } from '../../support/engines.ts'

type Body = Record<string, unknown>

const FORMATS = ['csv', 'ndjson', 'json', 'xlsx'] as const

const useApi = (engine: () => TestEngine) => {
  const api = startEngineApi(engine, ROUTES)
  const post = (path: string, body: Body): Promise<Body> => api.post(path, body, 'admin')
  const fileOf = async (table: string, format: (typeof FORMATS)[number], values = 'plain'): Promise<string> => {
    const { rows, content, contentBase64 } = await post('/export', { table, format, values, escapeFormulas: false })
    const text = format === 'json' ? JSON.stringify(rows) : (content as string)
    const bytes = format === 'xlsx' ? Buffer.from(contentBase64 as string, 'base64') : text
    writeFileSync(join(api.files, `rows.${format}`), bytes)
    return `rows.${format}`
  }
  return { post, fileOf }
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const { post, fileOf } = useApi(engine)
  const isPostgres = name === 'PostgreSQL'

  test('names in an array are exact, blanks at their ends included', async () => {
    await execute(engine().database, 'CREATE TABLE "t " (" id " INTEGER PRIMARY KEY, " " TEXT)', `INSERT INTO "t " VALUES (1, 'x')`) // prettier-ignore
    for (const columns of [[' ', ' id '], '" "," id "'])
      expect(await post('/export', { table: 't ', columns, format: 'json' })).toMatchObject({
        rows: [{ ' ': 'x', ' id ': 1 }],
      })
    expect(await post('/duplicateDetection', { table: 't ', columns: [' '] })).toMatchObject({ duplicateGroups: 0 })
    expect(await post('/export', { table: 't ', columns: ['id'] })).toMatchObject({ code: 'COLUMN_NOT_FOUND' })
  })

  test.each(FORMATS)(
    'columns that the engine computes are exported, and computed again when %s comes in',
    async (format) => {
      const define = (table: string) =>
        `CREATE TABLE ${table} (twice INTEGER GENERATED ALWAYS AS (a * 2) STORED, id INTEGER PRIMARY KEY, a INTEGER, more TEXT GENERATED ALWAYS AS (b || '!') STORED, b TEXT)`
      for (const table of ['computed', 'computed2'])
        await execute(engine().database, `DROP TABLE IF EXISTS ${table}`, define(table))
      await execute(engine().database, `INSERT INTO computed (id, a, b) VALUES (1, 1, 'x'), (2, NULL, NULL)`)
      expect(await post('/import', { table: 'computed2', file: await fileOf('computed', format) })).toMatchObject({
        rowsInserted: 2,
        ignoredFileColumns: ['twice', 'more'],
      })
      expect(await post('/dataDiff', { table1: 'computed', table2: 'computed2' })).toMatchObject({
        summary: { identical: 2, different: 0 },
      })
    },
  )

  test('a view whose rows cannot be computed is the fault of the request, with the reason', async () => {
    await execute(
      engine().database,
      'CREATE TABLE numbers (n INTEGER)',
      'INSERT INTO numbers VALUES (1), (2), (3)',
      isPostgres
        ? 'CREATE VIEW failing AS SELECT 1 / (n - n) AS y FROM numbers'
        : 'CREATE VIEW failing AS SELECT abs(-9223372036854775807 - n / n) AS y FROM numbers',
    )
    const reason = expect.stringContaining(isPostgres ? 'division by zero' : 'integer overflow') as string
    for (const format of FORMATS)
      expect([format, await post('/export', { table: 'failing', format })]).toMatchObject([
        format,
        { code: 'INVALID_PARAMETER', details: reason },
      ])
    for (const path of ['/dataProfile', '/duplicateDetection', '/dataValidator'])
      expect(
        await post(path, {
          table: 'failing',
          ...(path === '/duplicateDetection' && { columns: 'y' }),
          ...(path === '/dataValidator' && { rules: [{ column: 'y', rule: 'required' }] }),
        }),
      ).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(engine().database.usage().busy).toBe(0)
  })
})

describe.each(DIALECT_ENGINES.filter((name) => name !== 'PostgreSQL'))('%s', (name) => {
  const engine = useEngine(name)
  const { post, fileOf } = useApi(engine)

  test('names are as long as one likes', async () => {
    const long = 'x'.repeat(1_000)
    await execute(engine().database, `CREATE TABLE "${long}" (id INTEGER PRIMARY KEY, v TEXT)`)
    const both = { table1: long, table2: long }
    expect(await post('/compareData', both)).toMatchObject({ identical: true })
    expect(await post('/dataDiff', both)).toMatchObject({ success: true })
  })

  test.each(FORMATS)('texts that no file may hold come back from %s', async (format) => {
    for (const table of ['nul', 'nul2'])
      await execute(
        engine().database,
        `DROP TABLE IF EXISTS ${table}`,
        `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, v TEXT, w)`,
      )
    await execute(engine().database, `INSERT INTO nul VALUES (1, 'a' || char(0) || 'b', char(0)), (2, '', x'00')`)
    const file = await fileOf('nul', format, 'exact')
    expect(await post('/import', { table: 'nul2', file, values: 'exact' })).toMatchObject({ rowsInserted: 2 })
    const stored = (table: string) => query(engine().database, `SELECT hex(v) AS v, hex(w) AS w, typeof(w) AS t FROM ${table}`) // prettier-ignore
    expect(await stored('nul2')).toEqual(await stored('nul'))
  })
})

describe('PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const { post } = useApi(engine)

  test('tables without columns are compared by their rows, of which all are the same', async () => {
    await execute(engine().database, 'CREATE TABLE none1 ()', 'CREATE TABLE none2 ()', 'INSERT INTO none1 DEFAULT VALUES') // prettier-ignore
    const both = { table1: 'none1', table2: 'none2' }
    expect(await post('/compareData', both)).toMatchObject({
      identical: false,
      summary: { matching: 0, onlyInTable1: 1, onlyInTable2: 0 },
    })
    await execute(engine().database, 'INSERT INTO none2 DEFAULT VALUES')
    expect(await post('/compareData', both)).toMatchObject({ identical: true, summary: { matching: 1 } })
    await execute(engine().database, 'CREATE TABLE one (a integer)')
    expect(await post('/compareData', { ...both, table2: 'one' })).toMatchObject({ code: 'COLUMN_MISMATCH' })
  })

  test('what cannot be read now is no fault of the database, and far tables none of the connection to it', async () => {
    await execute(
      engine().database,
      'CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS x WITH NO DATA',
      'CREATE EXTENSION postgres_fdw',
      `CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '1')`,
      'CREATE USER MAPPING FOR PUBLIC SERVER far',
      'CREATE FOREIGN TABLE distant (a integer) SERVER far',
    )
    for (const format of FORMATS) {
      expect(await post('/export', { table: 'unfilled', format })).toMatchObject({
        code: 'NOT_SUPPORTED',
        details: expect.stringContaining('has not been populated') as string,
      })
      expect(await post('/export', { table: 'distant', format })).toMatchObject({
        code: 'DATABASE_ERROR',
        details: expect.stringContaining('The source of a foreign table cannot be reached') as string,
      })
    }
    expect(engine().database.usage().busy).toBe(0)
  })
})
