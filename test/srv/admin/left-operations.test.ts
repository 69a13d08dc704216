/**
 * Heavy operations whose client goes away: they end inside the database, and their place is free.
 * @long: leaves each operation on each engine.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatalogNames } from '../../../srv/admin/catalog/names.ts'
import { clonedSchemas } from '../../../srv/admin/catalog/registers.ts'
import type { Database, Session } from '../../../srv/admin/database/session.ts'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import { as, startApi, until } from '../../support/admin-api.ts'
import { fillTable } from '../../support/engine-api.ts'
import { ENGINES, query, useEngine } from '../../support/engines.ts'

type Body = Record<string, unknown>

const ENDLESS = {
  sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n',
  parameters: [],
}
const BODIES: Readonly<Record<string, Body>> = {
  '/export': { table: 'person' },
  '/import': { table: 'person', file: 'person.csv' },
  '/dataProfile': { table: 'person' },
  '/compareData': { table1: 'person', table2: 'other' },
  '/dataDiff': { table1: 'person', table2: 'other' },
  '/dataValidator': { table: 'person', rules: 'name:required' },
  '/duplicateDetection': { table: 'person', columns: 'name' },
  '/dataLineage': { table: 'person' },
  '/referentialCheck': {},
  '/schemaClone': { source: 'main', target: 'copied' },
  '/tableCopy': { sourceTable: 'person', targetTable: 'copied' },
  '/timeseriesTools': { action: 'aggregate', table: 'person', timeColumn: 'at', valueColumn: 'id', interval: 'DAY' },
}
const COLUMNS = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'at', kind: 'timestamp' },
  { name: 'name', kind: 'text' },
] as const
const ROWS = [[1, '2026-05-04T00:00:00.000Z', 'Leia']] as const

/** The statement of a unit of work that never ends, in place of what the operation asks for. */
const wall = { atStatement: 1, isReached: false, reached: (): void => undefined }

const stuck = (session: Session): Session => {
  let count = 0
  const hold = async (): Promise<void> => {
    if (++count !== wall.atStatement) return
    wall.isReached = true
    wall.reached()
    await session.query(ENDLESS)
  }
  return new Proxy(session, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property)
      if (typeof value !== 'function') return value
      const run = value.bind(target) as (...args: unknown[]) => unknown
      if (property === 'stream' || property === 'streamText')
        return async function* (...args: unknown[]) {
          await hold()
          yield* run(...args) as AsyncIterable<unknown>
        }
      return async (...args: unknown[]) => {
        await hold()
        return run(...args)
      }
    },
  })
}

const heavy = ROUTES.filter(({ operation }) => operation.isHeavy)

test('no heavy operation is forgotten here', () => {
  expect(heavy.map(({ path }) => path).sort()).toEqual(Object.keys(BODIES).sort())
})

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  // A statement on the one connection of a database in memory runs in this very process: nothing can stop it.
  const isWatched = name !== 'SQLite in memory'
  const around = (database: Database): Database => ({
    ...database,
    read: (options, work) => database.read(options, (session) => work(stuck(session))),
    write: (options, work) =>
      database.write(options, (session) => work(isWatched ? (stuck(session) as typeof session) : session)),
  })
  const cloned = clonedSchemas(mkdtempSync(join(tmpdir(), 'saga-schemas-')))
  const api = startApi({
    routes: heavy,
    settings: { heavy: { perCaller: 1, total: 1 } },
    services: {
      get dialect() {
        return engine().dialect
      },
      get database() {
        return around(engine().database)
      },
      get names() {
        return new CatalogNames(engine().dialect, null, cloned)
      },
      model: { entities: [], services: [] },
    },
  })
  beforeAll(async () => {
    for (const table of ['person', 'other']) await fillTable(engine(), table, COLUMNS, ROWS)
    writeFileSync(join(api.files, 'person.csv'), 'id,name\n2,Han\n')
  })

  const post = (path: string, signal: AbortSignal): Promise<unknown> => {
    const headers = { ...as('admin'), 'content-type': 'application/json' }
    const body = JSON.stringify({ ...BODIES[path], timeout: 600 })
    return api.send({ method: 'POST', path: `/api/v1${path}`, headers, body, signal })
  }
  const atRest = async (): Promise<boolean> => {
    const { operations } = (await api.send({ path: '/api/v1/operations', headers: as('admin') })).json
    const { busy, waiting } = engine().database.usage()
    return (operations as { status: string }[]).every(({ status }) => status !== 'running') && busy + waiting === 0
  }

  test.each(heavy.map(({ path }) => path))(
    '%s',
    async (path) => {
      for (const atStatement of [1, 3]) {
        const reached = new Promise<void>((resolve) => {
          Object.assign(wall, { atStatement, isReached: false, reached: resolve })
        })
        const gone = new AbortController()
        const answer = post(path, gone.signal).catch(() => undefined)
        await Promise.race([reached, answer])
        if (!wall.isReached) continue // it has fewer statements
        await new Promise((resolve) => setTimeout(resolve, 50))
        gone.abort()
        await answer
        await until(atRest)
        const running = `SELECT query FROM pg_stat_activity WHERE application_name = 'admin-api' AND state <> 'idle' AND pid <> pg_backend_pid()`
        if (engine().server) await until(async () => (await query(engine().database, running)).length === 0)
      }
    },
    30_000,
  )
})
