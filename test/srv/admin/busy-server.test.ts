/**
 * A server whose places for heavy work are all taken: it still answers what is short. And work that is left, which leaves nothing behind.
 * @alone: waits for work that does not end by itself, on each engine.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import { as, until } from '../../support/admin-api.ts'
import { startEngineApi } from '../../support/engine-api.ts'
import { ENGINES, execute, query, useEngine } from '../../support/engines.ts'

type Body = Record<string, unknown>

const ROWS = 400_000

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const isMemory = name === 'SQLite in memory'
  const send = async (user: string, method: string, path: string, body?: Body, signal?: AbortSignal): Promise<Body> => {
    const { status, json } = await api.send({
      ...{ method, path: `/api/v1${path}`, headers: { ...as(user), 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify({ timeout: 60, ...body }) }),
      ...(signal && { signal }),
    })
    return { status, ...json }
  }
  const running = async (): Promise<Body[]> => {
    const { operations } = await send('admin', 'GET', '/operations')
    return (operations as Body[]).filter(({ status }) => status === 'running')
  }
  const rowsOf = async (table: string): Promise<unknown> =>
    (await query(engine().database, `SELECT count(*) AS n FROM ${table}`))[0]?.['n']

  beforeAll(async () => {
    const isPostgres = name === 'PostgreSQL'
    const numbers = (most: string): string =>
      isPostgres
        ? `SELECT x::int AS x FROM generate_series(1, ${most}) AS x`
        : `WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${most}) SELECT x FROM n`
    await execute(
      engine().database,
      isPostgres
        ? 'CREATE VIEW endless AS SELECT x, x % 1000003 AS v FROM generate_series(1, 1000000000000) AS x'
        : 'CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x % 1000003 AS v FROM n',
      'CREATE TABLE few (id INTEGER PRIMARY KEY, n INTEGER)',
      'INSERT INTO few VALUES (1, 1), (2, NULL), (3, 3)',
      'CREATE TABLE many (id INTEGER PRIMARY KEY, v VARCHAR(20))',
      `INSERT INTO many SELECT x, 'row ' || x FROM (${numbers(String(ROWS))}) AS s`,
    )
    const lines = Array.from({ length: ROWS }, (_, index) => `${String(index)},of the file`)
    writeFileSync(join(api.files, 'many.csv'), `id,v\n${lines.join('\n')}\n`)
  }, 60_000)

  test('short reads have connections of their own, whoever holds the places, and slow pages keep none of them', async () => {
    const gone = new AbortController()
    const leaving = (user: string, path: string, body: Body): Promise<unknown> =>
      send(user, 'POST', path, body, gone.signal).catch(() => undefined)
    const work = ['operator', 'operator', 'operator2', 'operator2'].map((user) =>
      leaving(user, '/dataProfile', { table: 'endless' }),
    )
    await until(async () => (await running()).length === 4)
    expect(await send('admin', 'POST', '/export', { table: 'few' })).toMatchObject({ code: 'TOO_MANY_OPERATIONS' })
    const short = async (): Promise<void> => {
      for (const user of ['operator', 'admin']) {
        const from = performance.now()
        const page = { table: 'few', format: 'json', limit: 2, orderBy: 'id desc' }
        expect(await send(user, 'POST', '/export', page)).toMatchObject({ status: 200, rowCount: 2, truncated: true })
        expect(await send(user, 'GET', '/table?table=few')).toMatchObject({ status: 200 })
        expect(await send(user, 'GET', `/tables?schema=${engine().schema}`)).toMatchObject({ status: 200 })
        // Some 100 ms; waiting for one of the others would be a minute.
        expect(performance.now() - from).toBeLessThan(15_000)
      }
    }
    try {
      await short()
      const slow = { table: 'endless', orderBy: 'v desc', limit: 10 }
      work.push(...['operator', 'admin'].map((user) => leaving(user, '/export', slow)))
      await short()
    } finally {
      gone.abort()
      await Promise.all(work)
    }
    await until(async () => (await running()).length === 0)
    await until(() => engine().database.usage().busy === 0)
  }, 60_000)

  const imports: [path: string, body: Body][] = [{}, { onError: 'skip', batchSize: 100 }, { dryRun: true }].map(
    (more) => ['/import', { table: 'many', file: 'many.csv', truncate: true, ...more }],
  )
  const copies: [path: string, body: Body][] = [
    ['/tableCopy', { sourceTable: 'many', targetTable: 'half', includeData: true }],
    ['/schemaClone', { target: 'half', includeData: true }],
  ]
  // A copy in the one connection of a database in memory is one statement of this very process: nothing comes between.
  test.each(isMemory ? imports : [...imports, ...copies])(
    '%s that is left leaves nothing behind: %j',
    async (path, body) => {
      const gone = new AbortController()
      const named = { ...body, ...(path === '/schemaClone' && { source: engine().schema }) }
      const answer = send('admin', 'POST', path, named, gone.signal).catch(() => undefined)
      await until(async () => {
        const [job] = await running()
        const phase = String(job?.['phase'])
        return ['inserting', 'deleting', 'copying rows'].includes(phase)
      })
      gone.abort()
      const left = performance.now()
      await answer
      await until(async () => (await running()).length === 0)
      // A statement on the one connection of a database in memory runs in this very process: nothing can stop it.
      if (!isMemory) expect(performance.now() - left).toBeLessThan(1_000)
      await until(() => engine().database.usage().busy === 0)
      expect(Number(await rowsOf('many'))).toBe(ROWS)
      expect(Number(await rowsOf(`many WHERE v = 'row 7'`))).toBe(1)
      expect(await send('admin', 'GET', '/table?table=half')).toMatchObject({ code: 'TABLE_NOT_FOUND' })
      expect(await send('admin', 'GET', '/tables?schema=half')).toMatchObject({ code: 'SCHEMA_NOT_FOUND' })
      const [last] = (await send('admin', 'GET', '/operations'))['operations'] as Body[]
      expect(last).toMatchObject({ status: 'cancelled' })
    },
    60_000,
  )
})
