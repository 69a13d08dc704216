import { createClient } from '../../../../../srv/admin/database/postgres/driver.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { postgresDialect } from '../../../../../srv/admin/dialects/postgres/dialect.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { sessions } from '../../../../../srv/admin/operations/database/sessions.ts'
import type { Role } from '../../../../../srv/admin/operations/operation.ts'
import { execute, useEngine } from '../../../../support/engines.ts'
import { filmHana } from '../../../../support/hana/run-operations.ts'
import { contextFor } from '../../../../support/operation-context.ts'
import { type Postgres, startPostgres } from '../../../../support/postgres.ts'

interface Told {
  readonly id: string | null
  readonly number: number
  readonly user: string | null
  readonly state: string | null
  readonly statement: string | null
  readonly waitsFor: string | null
  readonly blockedBy: readonly number[]
  readonly isOwn: boolean
}

test('are told to operators', () => {
  expect(ROUTES.find(({ path }) => path === '/sessions')).toMatchObject({ method: 'GET', role: 'operator' })
})

describe('GET /sessions on SQLite', () => {
  const engine = useEngine('SQLite file')

  it('says that there are none, and what is known: connections of this API', async () => {
    expect(await sessions.run(contextFor(engine()), {})).toEqual({
      engine: 'sqlite',
      supported: false,
      reason: expect.stringContaining('no sessions') as string,
      ...{ sessions: [], truncated: false, slowStatements: [], sources: [] },
      connections: {
        idle: expect.any(Number) as number,
        busy: expect.any(Number) as number,
        waiting: expect.any(Number) as number,
      },
      checkedAt: expect.stringMatching(/Z$/) as string,
    })
  })
})

describe('GET /sessions on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const open: { end(): Promise<unknown> }[] = []
  const connect = async (user: string, password = user) => {
    const credentials = { ...engine().server?.credentials, user, password, application_name: `the ${user}` }
    const client = createClient(credentials)
    client.on('error', () => undefined)
    await client.connect()
    open.push(client)
    return client
  }
  const tell = async (role: Role = 'operator', database: Database = engine().database) => {
    const answer = await sessions.run(contextFor({ ...engine(), database }, { role }), {})
    return answer as unknown as {
      readonly sessions: readonly Told[]
      readonly sources: readonly { readonly name: string; readonly status: string; readonly reason?: string }[]
    }
  }
  const of = (answer: { readonly sessions: readonly Told[] }, user: string): Told => {
    const found = answer.sessions.find((each) => each.user === user)
    if (!found) throw new Error(`${user} has no session`)
    return found
  }

  beforeAll(async () => {
    await execute(
      engine().database,
      'CREATE TABLE film (id int PRIMARY KEY, title text)',
      `INSERT INTO film VALUES (1, 'A New Hope')`,
      `CREATE ROLE holder LOGIN PASSWORD 'holder'`,
      `CREATE ROLE waiter LOGIN PASSWORD 'waiter'`,
      'GRANT SELECT, UPDATE ON film TO holder, waiter',
    )
    const [holder, waiter] = [await connect('holder'), await connect('waiter')]
    await holder.query(`BEGIN; UPDATE film SET title = 'held' WHERE id = 1`)
    waiter.query(`UPDATE film SET title = 'waited' WHERE id = 1`).catch(() => undefined)
    for (let tries = 0; tries < 200; tries++) {
      const answer = await tell()
      if (of(answer, 'waiter').blockedBy.length > 0) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  afterAll(() => Promise.all(open.map((client) => client.end().catch(() => undefined))))

  it('tells who waits for whom, what each does, and which are of this server', async () => {
    const answer = await tell()
    const [holder, waiter] = [of(answer, 'holder'), of(answer, 'waiter')]
    expect(waiter).toMatchObject({
      state: 'active',
      application: 'the waiter',
      blockedBy: [holder.number],
      waitsFor: expect.stringMatching(/Lock: (?:transactionid|film|tuple)/) as string,
      isOwn: false,
    })
    expect(holder).toMatchObject({ state: 'idle in transaction', blockedBy: [], waitsFor: null, isOwn: false })
    expect(holder.id).toMatch(new RegExp(`^${String(holder.number)}\\.\\d{16}$`))
    // The one that asks is not among them; another one of its user from the same machine is.
    expect(answer.sessions.filter(({ statement }) => statement?.includes('pg_stat_activity'))).toEqual([])
    const { user = '', password = '' } = engine().server?.credentials ?? {}
    await connect(user, password)
    expect(of(await tell(), user)).toMatchObject({ state: 'idle', isOwn: true })
  })

  it('tells values in statements to admins only', async () => {
    expect(of(await tell('operator'), 'waiter').statement).toBe('UPDATE film SET title = ? WHERE id = ?')
    expect(of(await tell('admin'), 'waiter').statement).toBe(`UPDATE film SET title = 'waited' WHERE id = 1`)
  })

  it('tells that there is nothing that counts slow statements', async () => {
    const { sources } = await tell()
    expect(sources).toEqual([
      { name: 'pg_stat_activity', status: 'ok' },
      { name: 'pg_locks', status: 'ok' },
      { name: 'pg_stat_statements', status: 'missing', reason: expect.stringContaining('extension') as string },
    ])
  })

  it('tells what the user of the database may know of others: that they are there, and who waits', async () => {
    const limited = openPostgres({ ...engine().server?.credentials, user: 'waiter', password: 'waiter' })
    try {
      const answer = await tell('admin', limited)
      expect(of(answer, 'holder')).toMatchObject({ id: null, state: null, statement: null })
      const waiting = answer.sessions.find(({ blockedBy }) => blockedBy.length > 0)
      expect(waiting).toMatchObject({ user: 'waiter', blockedBy: [of(answer, 'holder').number] })
    } finally {
      await limited.close()
    }
  })
})

describe('slow statements of a PostgreSQL', () => {
  let server: Postgres | undefined
  let database: Database | undefined
  const tell = async (role: Role, of: Database | undefined = database) => {
    if (!of) throw new Error('not started')
    const answer = await sessions.run(contextFor({ dialect: postgresDialect, database: of }, { role }), {})
    return answer as unknown as {
      readonly slowStatements: readonly Readonly<Record<string, unknown>>[]
      readonly sources: readonly { readonly name: string; readonly status: string; readonly reason?: string }[]
    }
  }
  const slept = async (role: Role, of?: Database) =>
    (await tell(role, of)).slowStatements.find(({ statement }) => String(statement).includes('pg_sleep'))

  beforeAll(async () => {
    server = await startPostgres({ settings: { shared_preload_libraries: 'pg_stat_statements' } })
    database = openPostgres(server.credentials)
    await execute(
      database,
      'CREATE EXTENSION pg_stat_statements',
      `CREATE ROLE stranger LOGIN PASSWORD 'stranger'`,
      'CREATE TABLE nap (note text)',
      // Two runs of the same statement, which the extension counts as one, without their values.
      `INSERT INTO nap SELECT 'secret one' FROM pg_sleep(0.15)`,
      `INSERT INTO nap SELECT 'secret two' FROM pg_sleep(0.05)`,
    )
  })
  afterAll(async () => {
    await database?.close()
    await server?.stop()
  })

  it('are told with how often they ran and how long they took, without their values', async () => {
    const { sources } = await tell('operator')
    expect(sources.at(-1)).toEqual({ name: 'pg_stat_statements', status: 'ok' })
    for (const role of ['operator', 'admin'] as const) {
      const told = await slept(role)
      expect(told).toMatchObject({ user: server?.credentials.user, calls: 2, rows: 2, startedAt: null })
      expect(told?.['totalMs']).toBeGreaterThanOrEqual(200)
      expect(told?.['maxMs']).toBeGreaterThanOrEqual(150)
      expect(told?.['maxMs']).toBeLessThan(Number(told?.['totalMs']))
      expect(String(told?.['statement'])).toContain('INSERT INTO nap')
      expect(String(told?.['statement'])).not.toContain('secret')
    }
  })

  it('come with the longest first', async () => {
    const times = (await tell('operator')).slowStatements.map(({ totalMs }) => Number(totalMs))
    expect(times.length).toBeGreaterThan(2)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('hide the text of what other users of the database ran', async () => {
    const limited = openPostgres({ ...server!.credentials, user: 'stranger', password: 'stranger' })
    try {
      const { slowStatements } = await tell('admin', limited)
      expect(slowStatements.filter(({ calls }) => calls === 2)).not.toEqual([])
      expect(slowStatements.filter(({ statement }) => String(statement).includes('pg_sleep'))).toEqual([])
      expect(slowStatements.filter(({ statement }) => String(statement).includes('privilege'))).toEqual([])
    } finally {
      await limited.close()
    }
  })

  it('say what is missing where the extension is there, but the server does not load it', async () => {
    const other = await startPostgres()
    const unloaded = openPostgres(other.credentials)
    try {
      await execute(unloaded, 'CREATE EXTENSION pg_stat_statements')
      const { sources, slowStatements } = await tell('operator', unloaded)
      expect(slowStatements).toEqual([])
      expect(sources.at(-1)).toMatchObject({ name: 'pg_stat_statements', status: 'missing' })
      expect(sources.at(-1)?.reason).toContain('shared_preload_libraries')
    } finally {
      await unloaded.close()
      await other.stop()
    }
  })
})

describe('GET /sessions on HANA', () => {
  it('tells connections with their statements and locks, and expensive statements', async () => {
    const { double, run } = filmHana()
    const at = { HOST: 'h', PORT: 30040 }
    const connection = { ...at, CLIENT_HOST: 'laptop', START_TIME: '2026-01-02 03:04:05.123456000', TRANSACTION_ID: 1 }
    const { system } = double
    system.tell('SYS.M_CONNECTIONS', { ...connection, CONNECTION_ID: 4711, CONNECTION_STATUS: 'RUNNING', USER_NAME: 'SAGA', CLIENT_IP: '10.0.0.1' }) // prettier-ignore
    system.tell('SYS.M_CONNECTIONS', { ...connection, CONNECTION_ID: 4712, CONNECTION_STATUS: 'IDLE', USER_NAME: 'SAGA', CLIENT_IP: '10.0.0.1' }) // prettier-ignore
    system.tell('SYS.M_CONNECTIONS', { ...connection, CONNECTION_ID: 4713, CONNECTION_STATUS: 'RUNNING', USER_NAME: 'ADA', CLIENT_IP: '10.0.0.2', CURRENT_STATEMENT_ID: 's1' }) // prettier-ignore
    system.tell('SYS.M_CONNECTIONS', { ...connection, CONNECTION_ID: -5, CONNECTION_STATUS: '', USER_NAME: 'GONE' })
    system.tell('SYS.M_TRANSACTIONS', { ...at, CONNECTION_ID: 4712, TRANSACTION_ID: 1, TRANSACTION_STATUS: 'ACTIVE' })
    system.tell('SYS.M_ACTIVE_STATEMENTS', { ...at, CONNECTION_ID: 4713, STATEMENT_ID: 's1', STATEMENT_STRING: `UPDATE FILM SET TITLE = 'x'` }) // prettier-ignore
    system.tell('SYS.M_BLOCKED_TRANSACTIONS', { ...at, BLOCKED_CONNECTION_ID: 4713, LOCK_OWNER_CONNECTION_ID: 4712, LOCK_TYPE: 'RECORD_LOCK', LOCK_MODE: 'EXCLUSIVE', WAITING_SCHEMA_NAME: 'APP', WAITING_OBJECT_NAME: 'FILM' }) // prettier-ignore
    system.tell('SYS.M_EXPENSIVE_STATEMENTS', { ...at, STATEMENT_STRING: 'SELECT 1 FROM DUMMY', DB_USER: 'ADA', DURATION_MICROSEC: 2_500_000, RECORDS: 1 }) // prettier-ignore
    expect(await run('sessions', {})).toMatchObject({
      supported: true,
      sessions: [
        {
          id: '4713.20260102030405123456000',
          number: 4713,
          state: 'active',
          isOwn: false,
          statement: `UPDATE FILM SET TITLE = 'x'`,
          waitsFor: 'RECORD_LOCK EXCLUSIVE: APP.FILM',
          blockedBy: [4712],
        },
        { number: 4712, state: 'idle in transaction', isOwn: true, blockedBy: [] },
      ],
      slowStatements: [{ statement: 'SELECT 1 FROM DUMMY', user: 'ADA', calls: 1, totalMs: 2_500, rows: 1 }],
      sources: ['M_CONNECTIONS', 'M_BLOCKED_TRANSACTIONS', 'M_EXPENSIVE_STATEMENTS'].map((name) => ({
        name,
        status: 'ok',
      })),
    })
  })
})
