import { setTimeout } from 'node:timers/promises'
import { alerts } from '../../../../../srv/admin/operations/database/alerts.ts'
import type { Role } from '../../../../../srv/admin/operations/operation.ts'
import { alert, type AlertCheck } from '../../../../../srv/admin/dialects/monitoring.ts'
import { PostgresConnection } from '../../../../../srv/admin/database/postgres/connection.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import { DIALECT_ENGINES, execute, type TestEngine, useEngine } from '../../../../support/engines.ts'
import { contextFor, defaultConfig } from '../../../../support/operation-context.ts'

interface Answer {
  checkedAt: string
  counts: Record<string, number>
  checks: { id: string; status: string; reason?: string }[]
  alerts: {
    id: string
    code: string
    severity: string
    object: string | null
    schema: string | null
    table: string | null
    source: string
  }[]
  count: number
  truncated: boolean
}
type Input = Parameters<typeof alerts.run>[1]

const fresh = (
  { database, dialect }: TestEngine,
  input: Input = {},
  checks: readonly AlertCheck[] = dialect.monitoring.alerts,
) =>
  alerts.run(
    contextFor({
      database,
      dialect: { ...dialect, monitoring: { ...dialect.monitoring, alerts: checks } },
    }),
    input,
  ) as unknown as Promise<Answer>
const statusOf = (answer: Answer, id: string) => answer.checks.find((check) => check.id === id)?.status

describe.each(DIALECT_ENGINES)('GET /alerts on %s', (name) => {
  const engine = useEngine(name)
  const check = (id: string, sql: string, severity: 'high' | 'low' = 'low'): AlertCheck => ({
    id,
    source: 'derived',
    statement: { sql, parameters: [] },
    read: (rows) =>
      rows.map((row) =>
        alert({ code: 'TEST', severity, name: 'Test', description: 'A test.', object: String(row['object']) }),
      ),
  })

  it('makes every check of the engine', async () => {
    const answer = await fresh(engine())
    expect(answer).toMatchObject({
      engine: engine().dialect.engine,
      supported: true,
      count: answer.alerts.length,
      truncated: false,
    })
    expect(answer.checks.map(({ id }) => id)).toEqual([
      ...engine().dialect.monitoring.alerts.map(({ id }) => id),
      'indexes',
    ])
    expect(answer.checks.filter(({ status }) => !['ok', 'skipped'].includes(status))).toEqual([])
    expect(answer.checks.filter(({ status, reason }) => status === 'skipped' && reason === undefined)).toEqual([])
  })

  it('tells a check that fails, and makes the others all the same', async () => {
    const answer = await fresh(engine(), {}, [
      check('failing', 'SELECT nothing FROM nowhere'),
      check('finding', `SELECT 'x' AS object UNION SELECT 'y'`),
      {
        ...check('impossible', 'SELECT 1'),
        precondition: {
          statement: { sql: 'SELECT 1 WHERE 1 = 0', parameters: [] },
          otherwise: { status: 'denied', reason: 'no' },
        },
      },
    ])
    expect(answer.checks).toEqual([
      { id: 'failing', status: name === 'PostgreSQL' ? 'skipped' : 'error', reason: expect.any(String) as string },
      { id: 'finding', status: 'alert' },
      { id: 'impossible', status: 'denied', reason: 'no' },
      { id: 'indexes', status: 'ok' },
    ])
    expect(answer.counts).toEqual({ critical: 0, high: 0, medium: 0, low: 2, info: 0 })
    expect(new Set(answer.alerts.map(({ id }) => id)).size).toBe(2)
  })

  it('lists by severity and up to a limit, and counts all', async () => {
    const checks = [check('a', `SELECT 'x' AS object UNION SELECT 'y'`), check('b', `SELECT 'z' AS object`, 'high')]
    expect((await fresh(engine(), {}, checks)).alerts.map(({ severity }) => severity)).toEqual(['high', 'low', 'low'])
    expect(await fresh(engine(), { severity: 'high' }, checks)).toMatchObject({
      count: 1,
      truncated: false,
      counts: { high: 1, low: 2 },
    })
    expect(await fresh(engine(), { limit: 2 }, checks)).toMatchObject({
      count: 2,
      truncated: true,
      counts: { high: 1, low: 2 },
    })
    await expect(fresh(engine(), { limit: 1_000_000 })).rejects.toMatchObject({ code: 'LIMIT_TOO_LARGE' })
  })

  it('keeps what it found for a while, for each role', async () => {
    const config = defaultConfig()
    const ask = async (role: Role) => {
      const context = contextFor(engine(), { config, role })
      return ((await alerts.run(context, {})) as unknown as Answer).checkedAt
    }
    const first = await ask('viewer')
    await setTimeout(2)
    expect(await ask('viewer')).toBe(first)
    expect(await ask('admin')).not.toBe(first)
  })

  it('ends with its caller', async () => {
    const context = contextFor(engine(), { signal: AbortSignal.abort() })
    await expect(alerts.run(context, {})).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
  })
})

describe.each(['SQLite file', 'SQLite in memory'])('alerts of %s', (name) => {
  const engine = useEngine(name)

  it('finds rows that refer to nothing', async () => {
    await execute(
      engine().database,
      'CREATE TABLE parent (id INTEGER PRIMARY KEY)',
      'CREATE TABLE orphan (a INTEGER REFERENCES parent (id))',
    )
    expect(statusOf(await fresh(engine()), 'foreign-key-check')).toBe('ok')
    engine().unchecked?.('INSERT INTO orphan VALUES (1), (2)')
    const { alerts: found } = await fresh(engine())
    expect(found).toEqual([
      expect.objectContaining({ code: 'FOREIGN_KEY_VIOLATION', severity: 'high', object: 'orphan', table: 'orphan' }),
    ])
    engine().unchecked?.('DELETE FROM orphan')
  })

  it('finds a database that is mostly unused', async () => {
    await execute(
      engine().database,
      'CREATE TABLE bulk (a TEXT)',
      'INSERT INTO bulk WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000) SELECT hex(zeroblob(1000)) FROM n',
      'DROP TABLE bulk',
    )
    expect((await fresh(engine())).alerts).toEqual([
      expect.objectContaining({ code: 'FREE_PAGES', severity: 'low', source: 'derived' }),
    ])
  })
})

describe('alerts of PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')

  it('finds what is wrong', async () => {
    await execute(
      engine().database,
      'CREATE TABLE parent (id INTEGER PRIMARY KEY)',
      'CREATE TABLE child (id INTEGER, parent INTEGER)',
      'ALTER TABLE child ADD CONSTRAINT unchecked FOREIGN KEY (parent) REFERENCES parent (id) NOT VALID',
      'CREATE INDEX broken ON child (id)',
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'broken'::regclass`,
      'CREATE TABLE dirty (a INTEGER) WITH (autovacuum_enabled = false)',
      'INSERT INTO dirty SELECT * FROM generate_series(1, 30000)',
    )
    await execute(engine().database, 'DELETE FROM dirty')
    await execute(engine().database, 'SELECT pg_stat_force_next_flush()')
    const answer = await fresh(engine())
    expect(answer.alerts.map(({ code, object, schema, table }) => [code, object, schema, table])).toEqual(
      expect.arrayContaining([
        ['INVALID_INDEX', 'public.broken', 'public', 'child'],
        ['UNVALIDATED_CONSTRAINT', 'public.unchecked', 'public', 'child'],
      ]),
    )
    expect(statusOf(answer, 'invalid-indexes')).toBe('alert')
  })

  it('finds sessions that wait for each other', async () => {
    const { server, database } = engine()
    if (!server) throw new Error('There is a server')
    await execute(database, 'CREATE TABLE contended (a INTEGER)')
    const holder = await PostgresConnection.open(server.credentials, () => undefined)
    const waiter = await PostgresConnection.open(server.credentials, () => undefined)
    await holder.run('BEGIN; LOCK TABLE contended')
    const waiting = waiter.query('SELECT * FROM contended')
    let found: Answer['alerts'] = []
    while (found.length === 0) found = (await fresh(engine())).alerts.filter(({ code }) => code === 'BLOCKED_SESSION')
    expect(found).toEqual([
      expect.objectContaining({ severity: 'high', object: expect.stringMatching(/^session \d+$/) as string }),
    ])
    await holder.run('COMMIT')
    await waiting
    await Promise.all([holder.close(), waiter.close()])
  })

  it('finds a slot that nobody reads', async () => {
    await execute(engine().database, `SELECT pg_create_physical_replication_slot('unread')`)
    expect((await fresh(engine())).alerts).toContainEqual(
      expect.objectContaining({ code: 'INACTIVE_REPLICATION_SLOT', object: 'unread', severity: 'high' }),
    )
    await execute(engine().database, `SELECT pg_drop_replication_slot('unread')`)
  })

  it('says which checks a user without rights may not make', async () => {
    const { server, database } = engine()
    if (!server) throw new Error('There is a server')
    await execute(database, `CREATE ROLE weak LOGIN PASSWORD 'weak'`)
    const weak = openPostgres({ ...server.credentials, user: 'weak', password: 'weak' })
    const answer = await fresh({ ...engine(), database: weak })
    expect(answer.checks.filter(({ status }) => status === 'denied').map(({ id }) => id)).toEqual([
      'idle-in-transaction',
      'long-running-queries',
      'blocked-sessions',
      'replica-lag',
    ])
    expect(statusOf(answer, 'connections')).toBe('ok')
    await weak.close()
  })
})
