/**
 * Heavy work on real engines: ended when its client has gone, honest about how far it is, and out of the way of pages.
 * @alone: waits for work that does not end by itself, on each engine.
 */
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { as, until } from '../../../support/admin-api.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { ENGINES, execute, useEngine } from '../../../support/engines.ts'

type Job = Record<string, unknown>

const ENDLESS: readonly (readonly [path: string, body: Record<string, unknown>])[] = [
  ['/export', { table: 'endless', orderBy: 'v desc' }],
  ['/dataProfile', { table: 'endless' }],
  ['/compareData', { table1: 'endless', table2: 'endless', excludeColumns: 'at' }],
  ['/dataDiff', { table1: 'endless', table2: 'endless', keyColumns: 'x' }],
  ['/dataValidator', { table: 'endless', rules: [{ column: 'v', rule: 'unique' }] }],
  ['/dataValidator', { table: 'endless', rules: [{ column: 'v', rule: 'pattern', regex: '^x' }] }],
  ['/duplicateDetection', { table: 'endless', columns: 'v' }],
  ['/timeseriesTools', { action: 'aggregate', table: 'endless', timeColumn: 'at', valueColumn: 'x', interval: 'DAY' }],
]

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const start = (
    path: string,
    body: Record<string, unknown>,
    signal?: AbortSignal,
    more: Record<string, string> = {},
  ) =>
    api.send({
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { ...as('operator'), 'content-type': 'application/json', ...more },
      body: JSON.stringify({ timeout: 60, ...body }),
      ...(signal && { signal }),
    })
  const jobs = async (): Promise<Job[]> =>
    (await api.send({ path: '/api/v1/operations', headers: as('operator') })).json['operations'] as Job[]
  const running = async (): Promise<Job[]> => (await jobs()).filter(({ status }) => status === 'running')

  beforeAll(() =>
    execute(
      engine().database,
      // A view of SQLite has the declared type of a column, and none of an expression.
      'CREATE TABLE moment (at TIMESTAMP)',
      "INSERT INTO moment VALUES ('2024-01-01T00:00:00Z')",
      name === 'PostgreSQL'
        ? `CREATE VIEW endless AS SELECT x, x % 1000003 AS v, timestamp '2024-01-01' + x * interval '1 second' AS at FROM generate_series(1, 1000000000000) AS x`
        : `CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
             SELECT CAST(x AS INTEGER) AS x, x % 1000003 AS v, at FROM n CROSS JOIN moment`,
      'CREATE TABLE few (id INTEGER PRIMARY KEY, n INTEGER)',
      'INSERT INTO few VALUES (1, 1), (2, NULL), (3, 3)',
    ),
  )

  test.each(ENDLESS)(
    '%s is ended when its client goes away, long before its time limit',
    async (path, body) => {
      const gone = new AbortController()
      const answer = start(path, body, gone.signal)
      await until(async () => (await running()).length === 1)
      await until(() => engine().database.usage().busy > 0)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { status, error } = (await jobs())[0]!
      expect([status, error]).toEqual(['running', undefined])
      const left = performance.now()
      gone.abort()
      await expect(answer).rejects.toThrow()
      await until(async () => (await running()).length === 0)
      expect(performance.now() - left).toBeLessThan(5_000)
      expect((await jobs())[0]).toMatchObject({ status: 'cancelled', error: { code: 'OPERATION_CANCELLED' } })
      await until(() => engine().database.usage().busy === 0)
    },
    15_000,
  )

  test('a page of rows takes no place among heavy work, and does not wait for it', async () => {
    const gone = new AbortController()
    const heavy = [1, 2].map(() => start('/dataProfile', { table: 'endless' }, gone.signal).catch(() => undefined))
    await until(async () => (await running()).length === 2)
    const before = await jobs()
    for (const limit of [0, 3]) {
      const page = await start('/export', { table: 'few', format: 'json', limit })
      expect([page.status, (page.json['rows'] as unknown[]).length]).toEqual([200, limit])
    }
    expect((await start('/timeseriesTools', { action: 'list' })).status).toBe(200)
    expect((await start('/export', { table: 'few' })).json['code']).toBe('TOO_MANY_OPERATIONS')
    expect(await jobs()).toHaveLength(before.length)
    gone.abort()
    await Promise.all(heavy)
    await until(async () => (await running()).length === 0)
  }, 15_000)

  test('a page that takes long is heavy, after all', async () => {
    const gone = new AbortController()
    const page = start('/export', { table: 'endless', orderBy: 'v desc', limit: 10 }, gone.signal).catch(
      () => undefined,
    )
    await until(async () => (await running()).length === 1)
    gone.abort()
    await page
    await until(async () => (await running()).length === 0)

    const heavy = [1, 2].map(() => start('/dataProfile', { table: 'endless' }, undefined, { prefer: 'respond-async' }))
    const ids = (await Promise.all(heavy)).map(({ json }) => String(json['operationId']))
    const late = await start('/export', { table: 'endless', orderBy: 'v desc', limit: 10 })
    expect([late.status, late.json['code']]).toEqual([429, 'TOO_MANY_OPERATIONS'])
    for (const id of ids)
      await api.send({ method: 'DELETE', path: `/api/v1/operations/${id}`, headers: as('operator') })
    await until(async () => (await running()).length === 0)
    await until(() => engine().database.usage().busy === 0)
  }, 20_000)

  test('how many rows are done is told when it is known, and all of them in the end', async () => {
    const rows = async (path: string, body: Record<string, unknown>): Promise<unknown[]> => {
      const { status } = await start(path, body)
      const [{ status: ended, rowsDone, rowsTotal } = {} as Job] = await jobs()
      return [status, ended, rowsDone, rowsTotal]
    }
    expect(await rows('/dataProfile', { table: 'few' })).toEqual([200, 'succeeded', 3, 3])
    expect(await rows('/export', { table: 'few' })).toEqual([200, 'succeeded', 3, 3])
    expect(await rows('/compareData', { table1: 'few', table2: 'few' })).toEqual([200, 'succeeded', null, null])
    expect(await rows('/referentialCheck', {})).toEqual([200, 'succeeded', null, null])
    const fuzzy = { table: 'few', columns: 'n', mode: 'fuzzy' }
    expect((await rows('/duplicateDetection', fuzzy)).slice(1)).toEqual(['succeeded', null, null])
  })
})
