/** A dump is one state of a database that changes, in constant memory; who cancels leaves nothing, and masks are no values. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { as, until } from '../../../../../support/admin-api.ts'
import { partsOf, startDumpApi } from '../../../../../support/dumps.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../../support/engines.ts'
import { modelEntity } from '../../../../../support/model-entity.ts'

const ROWS = 200_000

const MODEL = {
  services: [],
  entities: [modelEntity({ name: 'shop.Person', table: 'person', keys: ['id'], sensitiveColumns: ['email'] })],
}

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const { api, dump, dumpTo, load } = startDumpApi(engine, MODEL)
  const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
  const count = async (table: string): Promise<number> =>
    Number((await query(engine().database, `SELECT count(*) AS n FROM ${table}`))[0]?.['n'])
  const inBackground = async (path: string, body: object): Promise<string> => {
    const headers = { ...as('admin'), 'content-type': 'application/json', prefer: 'respond-async' }
    const { json } = await api.send({ method: 'POST', path: `/api/v1${path}`, headers, body: JSON.stringify(body) })
    return String(json['operationId'])
  }
  const statusOf = (id: string): Promise<Record<string, unknown>> => api.get(`/operations/${id}`, 'admin')
  const cancel = async (id: string): Promise<unknown> => {
    await api.send({ method: 'DELETE', path: `/api/v1/operations/${id}`, headers: as('admin') })
    await until(async () => (await statusOf(id))['status'] !== 'running')
    return (await statusOf(id))['status']
  }
  const kept = (): string[] =>
    readdirSync(api.files, { recursive: true, encoding: 'utf8' }).filter((each) =>
      statSync(join(api.files, each)).isFile(),
    )

  beforeAll(async () => {
    const numbers = `WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${String(ROWS)}) SELECT x, 'row ' || x || ' of many more that are alike' FROM n`
    await run(
      'CREATE TABLE many (id INTEGER PRIMARY KEY, title VARCHAR(60))',
      `INSERT INTO many ${numbers}`,
      'CREATE TABLE zero (id INTEGER PRIMARY KEY, many_id INTEGER REFERENCES many (id))',
      'CREATE TABLE person (id INTEGER PRIMARY KEY, email VARCHAR(60))',
      `INSERT INTO person VALUES (1, 'a@b')`,
    )
  })

  test('masked columns are dumped by admins alone', async () => {
    expect((await dump({ tables: ['person'] }, 'operator')).json).toMatchObject({
      code: 'FORBIDDEN',
      details: expect.stringContaining('email') as string,
    })
    expect((await dump({}, 'operator')).status).toBe(403)
    expect((await dump({ tables: ['person'] }, 'admin')).status).toBe(200)
  })

  test('200,000 rows go and come in constant memory', async () => {
    const before = process.memoryUsage()
    let most = 0
    const watch = setInterval(() => {
      const { heapUsed, external } = process.memoryUsage()
      most = Math.max(most, heapUsed - before.heapUsed + external - before.external)
    }, 10)
    const bytes = await dumpTo('many.zip', { tables: ['many', 'zero'] })
    await run('DELETE FROM many')
    const loaded = await load({ file: 'many.zip', timeout: 60 })
    clearInterval(watch)
    expect(loaded).toMatchObject({ success: true, rows: ROWS })
    expect(await count('many')).toBe(ROWS)
    expect(bytes.length).toBeLessThan(5_000_000)
    expect(most).toBeLessThan(120_000_000)
  }, 60_000)

  test('a dump is one state, whatever is written meanwhile', async () => {
    await run('INSERT INTO zero VALUES (0, 1)')
    const state = { isDone: false }
    let changes = 0
    const writing = (async () => {
      for (let at = 1; !state.isDone; at++) {
        // Each change adds as many rows to one table as it takes from the other.
        await run(`DELETE FROM many WHERE id = ${String(ROWS - at)}`, `INSERT INTO zero VALUES (${String(at)}, 1)`)
        changes++
        await setTimeout(1)
      }
    })()
    await until(() => changes > 2)
    const before = changes
    const bytes = await dumpTo('moving.zip', { tables: ['zero'] })
    const during = changes - before
    state.isDone = true
    await writing
    expect(during).toBeGreaterThan(1)
    const { tables } = JSON.parse((await partsOf(bytes))['manifest.json'] ?? '') as { tables: { rows: number }[] }
    expect(tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS + 1)
  }, 60_000)

  test('a dump that is cancelled leaves no file, and a load that is cancelled no row', async () => {
    await dumpTo('whole.zip', { tables: ['zero'] })
    const files = kept()
    expect(await cancel(await inBackground('/dump', { tables: ['many'] }))).toBe('cancelled')
    expect(kept()).toEqual(files)
    await run('DELETE FROM zero', 'DELETE FROM many')
    const loading = await inBackground('/load', { file: 'whole.zip' })
    await until(async () => (await statusOf(loading))['phase'] === 'loading')
    expect(await cancel(loading)).toBe('cancelled')
    expect([await count('many'), await count('zero')]).toEqual([0, 0])
    expect(await load({ file: 'whole.zip' })).toMatchObject({ success: true })
  }, 60_000)
})
