/**
 * What becomes of the database when schemaClone and tableCopy do not reach their end.
 * @long: stops work at every step of it, on each engine.
 */
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { CatalogNames } from '../../../../srv/admin/catalog/names.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import type { Statement } from '../../../../srv/admin/core/values.ts'
import type { WriteOptions, WriteSession } from '../../../../srv/admin/database/session.ts'
import type { StructurePlan } from '../../../../srv/admin/dialects/structure.ts'
import type { OperationContext } from '../../../../srv/admin/operations/operation.ts'
import { runStructurePlan } from '../../../../srv/admin/operations/run-structure-plan.ts'
import { as, startApi, until } from '../../../support/admin-api.ts'
import { contentsOf } from '../../../support/database-contents.ts'
import { ENGINES, useEngine } from '../../../support/engines.ts'
import { fail, FailingDatabase } from '../../../support/failing-database.ts'
import { makeSagaSchema, ODD } from '../../../support/saga-schema.ts'

const OPERATIONS = {
  '/schemaClone': { source: '', target: 'clone', includeData: true },
  '/tableCopy': { sourceTable: 'person', targetTable: ODD + '2', includeData: true },
} as const

type Path = keyof typeof OPERATIONS
const PATHS = Object.keys(OPERATIONS) as Path[]

const ROWS = /^INSERT INTO/

/** Goes on until the session is told to stop. */
const goOn = async (session: WriteSession): Promise<never> => {
  for (;;) {
    await session.query({ sql: 'SELECT 1 AS one', parameters: [] })
    await setTimeout(5)
  }
}

/** One statement that takes longer than any test. */
const SLOW: Readonly<Record<string, string>> = {
  sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  postgres: 'SELECT pg_sleep(600)',
}

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const database = new FailingDatabase(() => engine().database)
  const allowed: string[] = []
  const api = startApi({
    routes: ROUTES,
    services: {
      get dialect() {
        return engine().dialect
      },
      database,
      get names() {
        return new CatalogNames(engine().dialect, null, {
          has: () => false,
          add: (schema) => Promise.resolve(void allowed.push(schema)),
          remove: () => Promise.resolve(),
        })
      },
      model: { entities: [], services: [] },
    },
  })
  const send = (path: Path, more: Record<string, unknown> = {}, signal?: AbortSignal) => {
    const schema = path === '/schemaClone' ? { source: engine().schema } : {}
    const body = JSON.stringify({ ...OPERATIONS[path], ...schema, ...more })
    const headers = { ...as('admin'), 'content-type': 'application/json' }
    return api.send({ method: 'POST', path: `/api/v1${path}`, headers, body, signal })
  }
  const run = async (path: Path, more: Record<string, unknown> = {}) => (await send(path, more)).json

  /** The caller is told at once; cleaning up takes a moment longer. */
  const settle = async (expected: unknown): Promise<void> => {
    await until(async () => isDeepStrictEqual(await contentsOf(engine()), expected)).catch(() => undefined)
    expect(await contentsOf(engine())).toEqual(expected)
  }

  beforeAll(() => makeSagaSchema(engine()))
  beforeEach(() => {
    Object.assign(database, { failAfter: undefined, instead: fail })
    allowed.length = 0
  })

  test.each(PATHS)('%s leaves nothing behind when its time is over', async (path) => {
    const before = await contentsOf(engine())
    Object.assign(database, { failAfter: ROWS, instead: goOn })
    expect(await run(path, { timeout: 1 })).toMatchObject({ success: false, code: 'OPERATION_TIMEOUT' })
    await settle(before)
    expect(allowed).toEqual([])
  })

  test.each(PATHS)('%s leaves nothing behind when its client goes away', async (path) => {
    const before = await contentsOf(engine())
    const client = new AbortController()
    const { dialect } = engine()
    const slow = { sql: SLOW[dialect.engine] ?? '', parameters: [] }
    // A statement on a database in memory cannot be stopped.
    const isStoppable = name !== 'SQLite in memory'
    Object.assign(database, {
      failAfter: ROWS,
      instead: (session: WriteSession) => {
        globalThis.setTimeout(() => {
          client.abort()
        }, 50)
        return isStoppable ? session.query(slow) : goOn(session)
      },
    })
    await expect(send(path, {}, client.signal)).rejects.toThrow()
    await until(() => api.audit.at(-1)?.includes('OPERATION_CANCELLED') === true)
    await settle(before)
    expect(allowed).toEqual([])
  })
})

test('what a step has brought along is asked for, and dealt with before the next one', async () => {
  const statement = (sql: string) => ({ sql, parameters: [] })
  const plan: StructurePlan = {
    steps: [
      {
        phase: 'making',
        statement: statement('make'),
        followUp: { question: statement('what?'), statement: (row) => statement(`drop ${String(row['name'])}`) },
      },
      { phase: 'filling', statement: statement('fill'), rowsOf: 't' },
    ],
    made: [],
    skipped: [],
  }
  const done: string[] = []
  const session = {
    query: ({ sql }: Statement) => Promise.resolve(sql === 'what?' ? [{ name: 'a' }, { name: 'b' }] : []),
    execute: ({ sql }: Statement) => Promise.resolve(done.push(sql)),
  } as unknown as WriteSession
  const context = {
    ...{ signal: new AbortController().signal, timeoutMs: 1_000, progress: () => undefined },
    database: {
      write: (_options: WriteOptions, work: (given: WriteSession) => Promise<unknown>) => work(session),
    },
  } as unknown as OperationContext
  const planner = { questions: () => ({}), plan: () => plan }
  const { rows } = await runStructurePlan(context, { isDry: false }, planner, undefined, () => Promise.resolve())
  expect(done).toEqual(['make', 'drop a', 'drop b', 'fill'])
  expect(rows).toEqual(new Map([['t', 4]]))
})
