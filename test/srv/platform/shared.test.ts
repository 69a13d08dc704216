/** What several processes know together, each through a connection of its own; here two of them in one process. */
import { SharedLoginLimiter } from '../../../srv/platform/identity/shared-login-limiter.ts'
import { Counters } from '../../../srv/admin/shared/counters.ts'
import { SharedDatabase } from '../../../srv/admin/shared/database.ts'
import { readSharedSettings } from '../../../srv/platform/shared/index.ts'
import { connectPostgres, type PostgresClient } from '../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

jest.setTimeout(60_000)

let postgres: Postgres
let cable: TcpProxy
let client: PostgresClient
const opened: SharedDatabase[] = []

const open = (credentials: object = {}, schema = 'server_state'): SharedDatabase => {
  const database = new SharedDatabase({ credentials: { ...postgres.credentials, ...credentials }, schema })
  opened.push(database)
  return database
}

beforeAll(async () => {
  postgres = await startPostgres()
  cable = await startTcpProxy(postgres.credentials.port)
  client = await connectPostgres(postgres.credentials)
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await client.end()
  await cable.stop()
  await postgres.stop()
})

describe('settings', () => {
  const pg = { db: { kind: 'postgres', credentials: { host: 'db' } } }

  test.each([
    [{ requires: pg }, 'server_state'],
    [{ requires: { db: { kind: 'postgres', credentials: { schema: 'saga' } } } }, 'saga_server_state'],
    [{ requires: pg, shared: false }, undefined],
    [{ requires: { db: { kind: 'sqlite' } } }, undefined],
    [{}, undefined],
  ])('%j: the state is in %s', (configuration, schema) => {
    expect(readSharedSettings(configuration)?.schema).toBe(schema)
  })

  test('nothing else can be set', () => {
    expect(() => readSharedSettings({ requires: pg, shared: 'yes' })).toThrow(/Setting shared must be/)
  })
})

describe('tables', () => {
  test('are made once, however many begin at the same moment', async () => {
    const databases = Array.from({ length: 5 }, () => open({}, 'race_server_state'))
    const rows = await Promise.all(
      databases.map((database) => database.query(`SELECT count(*)::int AS n FROM ${database.table('race', 'n int')}`)),
    )
    expect(rows).toEqual(Array(5).fill([{ n: 0 }]))
  })

  test('come back when somebody drops them', async () => {
    const database = open({}, 'dropped_server_state')
    const table = database.table('dropped', 'n int')
    await database.query(`INSERT INTO ${table} VALUES (1)`)
    await client.query('DROP SCHEMA dropped_server_state CASCADE')
    expect(await database.query(`SELECT n FROM ${table}`)).toEqual([])
  })

  test('need no privilege when they are there', async () => {
    await client.query(`CREATE ROLE poor LOGIN PASSWORD 'poor'; CREATE SCHEMA poor_server_state;
      CREATE TABLE poor_server_state.given (n int); GRANT USAGE ON SCHEMA poor_server_state TO poor;
      GRANT SELECT ON poor_server_state.given TO poor`)
    const poor = open({ user: 'poor', password: 'poor' }, 'poor_server_state')
    expect(await poor.query(`SELECT n FROM ${poor.table('given', 'n int')}`)).toEqual([])
    poor.table('missing', 'n int')
    await expect(poor.prepare()).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a transaction', () => {
  test('that fails leaves nothing behind, and its connection goes on', async () => {
    const database = open()
    const table = database.table('together', 'n int PRIMARY KEY')
    const twice = database.transaction(async (query) => {
      await query(`INSERT INTO ${table} VALUES (1)`)
      await query(`INSERT INTO ${table} VALUES (1)`)
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(await database.query(`SELECT n FROM ${table}`)).toEqual([])
  })
})

describe('counters', () => {
  test('count for all processes together, each key for itself, and in no other scope', async () => {
    const [one, other] = [new Counters(open()), new Counters(open())]
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).increment('hits', ['a', 'b'], 60_000)),
    )
    expect(counts.map(([a]) => a?.count).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
    const [[c], [elsewhere]] = [await one.increment('hits', ['c'], 60_000), await one.increment('other', ['a'], 60_000)]
    expect([c?.count, elsewhere?.count]).toEqual([1, 1])
    expect(c?.remainingMs).toBeGreaterThan(59_000)
    expect(c?.remainingMs).toBeLessThanOrEqual(60_000)
  })

  test('take back, and never below nothing', async () => {
    const counters = new Counters(open())
    await counters.increment('back', ['a', 'b'], 60_000)
    for (let turn = 0; turn < 3; turn++) await counters.decrement('back', ['a'])
    const counts = await counters.increment('back', ['a', 'b'], 60_000)
    expect(counts.map(({ count }) => count)).toEqual([1, 2])
    await counters.reset('back', 'b')
    expect((await counters.increment('back', ['b'], 60_000))[0]?.count).toBe(1)
  })

  test('begin anew after their window, whose end no later hit moves', async () => {
    const counters = new Counters(open())
    const [first] = await counters.increment('window', ['a'], 300)
    const [second] = await counters.increment('window', ['a'], 300)
    expect([first?.count, second?.count]).toEqual([1, 2])
    expect(second?.remainingMs).toBeLessThanOrEqual(first?.remainingMs ?? 0)
    await new Promise((resolve) => setTimeout(resolve, 320))
    const [third] = await counters.increment('window', ['a'], 300)
    expect(third?.count).toBe(1)
  })

  test('hits of the same moment are counted by few statements, as if they came one after the other', async () => {
    const database = open()
    const counters = new Counters(database)
    await counters.increment('crowd', ['first'], 60_000)
    const query = jest.spyOn(database, 'query')
    const hits = Array.from({ length: 1_000 }, (_, n) => counters.increment('crowd', ['all', `own ${n}`], 60_000))
    const counts = await Promise.all(hits)
    expect(counts.map(([all]) => all?.count)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1))
    expect(new Set(counts.map(([, own]) => own?.count))).toEqual(new Set([1]))
    await Promise.all(Array.from({ length: 400 }, () => counters.decrement('crowd', ['all'])))
    expect((await counters.increment('crowd', ['all'], 60_000))[0]?.count).toBe(601)
    expect(query.mock.calls.length).toBeLessThan(10)
  })

  test('any text is a key, and none harms those that are counted with it', async () => {
    const counters = new Counters(open())
    const keys = ['a\0b', '\ud800', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`, '']
    const counts = await Promise.all(keys.map((key) => counters.increment('texts', [key], 60_000)))
    expect(counts.map(([count]) => count?.count)).toEqual([1, 1, 1, 1, 1])
    await counters.reset('texts', keys[2]!)
    expect((await counters.increment('texts', keys, 60_000)).map(({ count }) => count)).toEqual([2, 2, 1, 2, 2])
  })

  test('begin anew when the clock of the database was set back', async () => {
    const counters = new Counters(open())
    for (let n = 0; n < 3; n++) await counters.increment('clock', ['a'], 60_000)
    await client.query(`UPDATE server_state.counters SET ends_at = ends_at + interval '1 hour' WHERE scope = 'clock'`)
    const [count] = await counters.increment('clock', ['a'], 60_000)
    expect(count?.count).toBe(1)
    expect(count?.remainingMs).toBeLessThanOrEqual(60_000)
  })

  test('that are over are removed', async () => {
    await new Counters(open()).increment('old', ['a'], 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
    await new Counters(open()).increment('new', ['a'], 60_000)
    const left = async (): Promise<unknown[]> =>
      (await client.query(`SELECT scope FROM server_state.counters WHERE scope IN ('old', 'new')`)).rows
    while ((await left()).length > 1) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await left()).toEqual([{ scope: 'new' }])
  })
})

describe('failed logins', () => {
  const limiter = (credentials: object = {}): SharedLoginLimiter =>
    new SharedLoginLimiter(new Counters(open(credentials)))
  const attempt = async (each: SharedLoginLimiter, network: string, user: string): Promise<number> =>
    each.begin(network, user) || (await each.confirm(network, user))

  test('count for all processes together: ten for a user from one network', async () => {
    const [one, other] = [limiter(), limiter()]
    const waits = await Promise.all(Array.from({ length: 13 }, (_, n) => attempt(n % 2 ? one : other, 'net', 'leia')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(Math.max(...waits)).toBeGreaterThan(50)
    expect([await attempt(one, 'net', 'luke'), await attempt(other, 'elsewhere', 'leia')]).toEqual([0, 0])
  })

  test('fifty from one network, whoever it tries', async () => {
    const [one, other] = [limiter(), limiter()]
    const waits: number[] = []
    for (let n = 0; n < 52; n++) waits.push(await attempt(n % 2 ? one : other, 'crowd', String(n)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(50)
  })

  test('logins that succeed do not count, and give nothing back of what failed before them', async () => {
    const [one, other] = [limiter(), limiter()]
    for (let n = 0; n < 9; n++) await attempt(one, 'home', 'han')
    for (let n = 0; n < 20; n++) {
      expect(await attempt(other, 'home', 'han')).toBe(0)
      await other.succeed('home', 'han')
    }
    expect([await attempt(one, 'home', 'han'), (await attempt(one, 'home', 'han')) > 0]).toEqual([0, true])
  })

  test('whoever is refused is refused in memory until the window ends, whatever is done in between', async () => {
    const [counters, other] = [new Counters(open()), limiter()]
    const one = new SharedLoginLimiter(counters)
    for (let n = 0; n < 10; n++) await attempt(other, 'locked', 'leia')
    expect(await attempt(one, 'locked', 'leia')).toBeGreaterThan(50)
    const increment = jest.spyOn(counters, 'increment')
    for (let n = 0; n < 100; n++) expect(await attempt(one, 'locked', 'leia')).toBeGreaterThan(50)
    expect(await attempt(one, 'locked', 'luke')).toBe(0)
    expect(increment).toHaveBeenCalledTimes(1)
  })

  test('of many at once no more are counted in the database than may fail', async () => {
    const counters = new Counters(open())
    const increment = jest.spyOn(counters, 'increment')
    const one = new SharedLoginLimiter(counters)
    await Promise.all(Array.from({ length: 1_500 }, (_, n) => attempt(one, 'flood', String(n))))
    expect(increment).toHaveBeenCalledTimes(50)
  })

  test('that cannot be counted are refused', async () => {
    const away = limiter({ port: 1 })
    await expect(attempt(away, 'net', 'leia')).rejects.toThrow()
    await expect(away.succeed('net', 'leia')).resolves.toBeUndefined()
  })
})

describe('a database that goes away', () => {
  test('is not waited for by everybody, and is there again when it is back', async () => {
    const database = open({ port: cable.port })
    cable.clog()
    // One after the other, each waiting for a connection, they would not be done in the time of a test.
    for (let turn = 0; turn < 100; turn++) await expect(database.query('SELECT 1')).rejects.toThrow()
    await cable.mend()
    let rows: unknown
    while (!rows) rows = await database.query('SELECT 1 AS one').catch(() => new Promise((r) => setTimeout(r, 50)))
    expect(rows).toEqual([{ one: 1 }])
  })

  test('is not what statements take it for that wait too long for a connection of the pool', async () => {
    const database = open()
    const slow = Array.from({ length: 3 }, () => database.query('SELECT pg_sleep(2.5)'))
    const late = Array.from({ length: 1_100 }, () =>
      database.query('SELECT 1').then(
        () => 'answered',
        (error: unknown) => (error as Error).constructor.name,
      ),
    )
    expect(new Set(await Promise.all(late))).toEqual(new Set(['PoolFull']))
    await Promise.all(slow)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is not what one is that has no connection left for us', async () => {
    await client.query(`CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1`)
    await client.query('CREATE SCHEMA few_server_state AUTHORIZATION few')
    const database = open({ user: 'few', password: 'few' }, 'few_server_state')
    await database.query('SELECT 1')
    const slow = database.query('SELECT pg_sleep(0.5)')
    await expect(database.query('SELECT 1')).rejects.toMatchObject({ code: '53300' })
    await slow
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a connection that was lost unnoticed costs its user nothing', async () => {
    const database = open()
    await database.query('SELECT 1')
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shared-state'`)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

test('what is to be done at the end is done before the connections close', async () => {
  const database = open()
  let rows: unknown
  database.beforeClose(async () => {
    rows = await database.query('SELECT 1 AS one')
  })
  opened.splice(opened.indexOf(database), 1)
  await database.close()
  expect(rows).toEqual([{ one: 1 }])
})
