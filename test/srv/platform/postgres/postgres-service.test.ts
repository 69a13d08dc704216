/** PostgreSQL comes and goes; the server stays. @alone: measures how soon a lost database is told of. */
import { setTimeout } from 'node:timers/promises'
import { type CuttableServer, readAll, startCuttableServer } from '../../../support/cut-database.ts'
import { startLoad } from '../../../support/load.ts'
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'

jest.setTimeout(120_000)

/** What clients may wait, at most: for the refusal, and for the answers after the database is back. */
const PATIENCE_MS = 2_000

let server: CuttableServer
let client: PostgresClient

beforeAll(async () => {
  server = await startCuttableServer({ process: { transactionTimeoutMs: 1_000, statementsPerConnection: 20 } })
  client = await connectPostgres(server.credentials)
})
afterAll(async () => {
  await client.end()
  await server.stop()
})

const recover = async (): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  let statuses: number[]
  do ({ statuses } = await readAll(server.url))
  while (String(statuses) !== '200' && performance.now() < deadline)
  expect(statuses).toEqual([200])
}

test.each([1, 2, 3])('cut %i: clients are told to come again, and are served when it is back', async () => {
  await recover()
  await server.cable.cut()
  const { statuses, milliseconds } = await readAll(server.url)
  expect(statuses).toEqual([503])
  expect(milliseconds).toBeLessThan(PATIENCE_MS)
  const ready = await fetch(`${server.url}/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'DOWN' }])
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.cable.mend()
  await recover()
})

test('requests under way are told to come again, and so is every request of a batch, at once', async () => {
  await recover()
  const load = startLoad(server.url, 6)
  await setTimeout(100)
  await server.cable.cut()
  await setTimeout(100)
  await load.stop()
  await server.cable.mend()
  expect([...new Set(load.failures)]).toEqual(['status 503'])
  expect(load.slowestMs()).toBeLessThan(2 * PATIENCE_MS)
})

test('a restart of the database, as its clients see it, is survived', async () => {
  await recover()
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  await setTimeout(50)
  await recover()
})

test('a cable that is clogged holds nobody for ever', async () => {
  await recover()
  server.cable.clog()
  const { statuses } = await readAll(server.url)
  expect(statuses).toEqual([503])
  await server.cable.mend()
  await recover()
})

test('who waits too long for a lock is told to come again, and nothing is written', async () => {
  await client.query('BEGIN')
  const { rows } = await client.query(`SELECT id FROM saga_planet WHERE name = 'Hoth' FOR UPDATE`)
  const reply = await fetch(`${server.url}/odata/v4/SagaFilm/Planet(${String(rows[0]!['id'])})`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ climate: 'tropical' }),
  })
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
  await client.query('COMMIT')
  const after = await client.query(`SELECT climate FROM saga_planet WHERE name = 'Hoth'`)
  expect(after.rows[0]!['climate']).not.toBe('tropical')
})

test('a client in a language without a collation gets the default order', async () => {
  const ask = (language: string): Promise<Response> =>
    fetch(`${server.url}/odata/v4/SagaFilm/Planet?$orderby=name&$top=3`, { headers: { 'accept-language': language } })
  const replies = await Promise.all(['en', 'de-CH', 'xx', 'tlh-KX'].map(ask))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a connection that has seen many statements is replaced', async () => {
  await recover()
  const backends = async (): Promise<unknown[]> => {
    const sql = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
    return (await client.query(sql)).rows.map(({ pid }) => pid)
  }
  const before = await backends()
  expect(before).not.toEqual([])
  const names = ['name', 'climate', 'terrain', 'gravity', 'diameter', 'population', 'createdBy', 'modifiedBy', 'ID']
  for (let shape = 1; shape < 2 ** names.length; shape++) {
    const select = names.filter((_, index) => shape & (1 << index)).join(',')
    const { status } = await fetch(`${server.url}/odata/v4/SagaFilm/Planet?$top=1&$select=${select}`)
    expect(status).toBe(200)
  }
  expect(await backends()).not.toEqual(expect.arrayContaining(before))
})

test('the process has lived through all of it', () => {
  expect(server.output().match(/listening on/g)).toHaveLength(1)
  expect(server.output()).not.toMatch(/uncaughtException|unhandledRejection/)
})
