/** What becomes of the database when schemaClone and tableCopy do not reach their end. */
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
        const names = new CatalogNames(engine().dialect, null, new Set<string>() as never)
        return Object.assign(names, { allow: (schema: string) => Promise.resolve(void allowed.push(schema)) })
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

describe('an engine that does not roll structure back', () => {
  const statement = (sql: string) => ({ sql, parameters: [] })
  const plan: StructurePlan = {
    steps: [
      { phase: 'making', statement: statement('make') },
      { phase: 'filling', statement: statement('fill'), rowsOf: 't' },
    ],
    made: [],
    skipped: [],
    undo: [statement('unmake'), statement('forget')],
  }

  /** Runs the plan on a session that refuses one statement. @returns the statements of each unit of work. */
  const run = async (refused: string, hasTransactionalDdl = false) => {
    const units: string[][] = []
    const execute = (sql: string): Promise<number> => {
      units.at(-1)?.push(sql)
      return sql === refused ? fail() : Promise.resolve(7)
    }
    const client = new AbortController()
    const context = {
      signal: client.signal,
      timeoutMs: 1_000,
      dialect: { capabilities: { hasTransactionalDdl } },
      progress: () => undefined,
      database: {
        write: async ({ signal }: WriteOptions, work: (session: WriteSession) => Promise<unknown>) => {
          expect(signal.aborted).toBe(false)
          units.push([])
          return work({ execute: (each: Statement) => execute(each.sql) } as unknown as WriteSession)
        },
      },
    } as unknown as OperationContext
    const planner = { questions: () => ({}), plan: () => plan }
    const finish = () => Promise.resolve()
    const outcome = await runStructurePlan(context, {}, planner, undefined, finish).catch((error: unknown) => {
      client.abort()
      return error
    })
    return { units, outcome }
  }

  test('drops what was made, in a session of its own', async () => {
    const { units, outcome } = await run('fill')
    expect(units).toEqual([
      ['make', 'fill'],
      ['unmake', 'forget'],
    ])
    expect(outcome).toMatchObject({ code: 'DATABASE_ERROR' })
  })

  test('drops nothing when nothing was made: what bears the name is not ours', async () => {
    expect((await run('make')).units).toEqual([['make']])
  })

  test('leaves the rest to those that do, and to success', async () => {
    expect((await run('fill', true)).units).toEqual([['make', 'fill']])
    const { units, outcome } = await run('nothing')
    expect(units).toEqual([['make', 'fill']])
    expect(outcome).toMatchObject({ rows: new Map([['t', 7]]) })
  })
})
