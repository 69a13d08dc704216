/**
 * Three server processes on one PostgreSQL, behind a balancer that sends each request to the next: they act as one.
 * @long: starts several servers.
 */
import { hashPassword } from '../srv/platform/identity/password-login.ts'
import { type Balancer, startBalancer } from './support/balancer.ts'
import { deploy } from './support/deploy.ts'
import { connectPostgres, type PostgresClient } from './support/postgres-client.ts'
import { type Postgres, startDeployedPostgres } from './support/postgres.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(120_000)

type Json = Record<string, unknown>

/** Rows that take their time: 20 a second, each large enough to be sent at once. */
const SLOW = `CREATE VIEW slow AS SELECT n AS id, repeat('x', 10000) || pg_sleep(0.05) AS text FROM generate_series(1, 6000) AS n`
const REQUESTS = 150

let postgres: Postgres
let client: PostgresClient
let balancer: Balancer
const servers: ServerProcess[] = []
let settings: Record<string, string>

beforeAll(async () => {
  postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const access = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  const users = {
    bob: { roles: ['editor'], development: true, hash: await hashPassword('bob') },
    rita: { roles: ['viewer'], development: true, hash: await hashPassword('rita') },
  }
  const config = {
    requires: { auth: { users } },
    admin: {
      fileStore: 'database',
      rateLimit: { requests: REQUESTS, requestsPerAddress: 100_000 },
      heavy: { lostAfterSeconds: 2 },
    },
  }
  settings = { ...access, CDS_CONFIG: JSON.stringify(config) }
  client = await connectPostgres(postgres.credentials)
  await client.query(SLOW)
  servers.push(...(await Promise.all([1, 2, 3].map(() => startServer(`${SERVE} --profile pg`, { env: settings })))))
  balancer = await startBalancer(servers.map(({ url }) => url))
})
afterAll(async () => {
  await balancer.stop()
  await Promise.all(servers.map((server) => server.stop()))
  await client.end()
  await postgres.stop()
})

/** Asks one of the servers, or whichever is next. */
const ask = async (
  server: number | 'next',
  method: string,
  path: string,
  user: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; json: Json; text: string }> => {
  const url = server === 'next' ? balancer.url : servers[server]!.url
  const reply = await fetch(url + path, {
    method,
    headers: { ...basic(user), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  const isJson = /json/.test(reply.headers.get('content-type') ?? '')
  return { status: reply.status, headers: reply.headers, text, json: isJson ? (JSON.parse(text) as Json) : {} }
}

/** Waits until a condition holds, asking less often than the rate limit allows. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}

const IN_BACKGROUND = { prefer: 'respond-async', accept: 'text/csv' }

const startExport = async (server: number, table: string): Promise<string> => {
  const { json } = await ask(server, 'POST', '/api/v1/export', 'operator', { table, timeout: 600 }, IN_BACKGROUND)
  expect(json).toMatchObject({ success: true, status: 'running' })
  return String(json['operationId'])
}

const operation = async (server: number, id: string, user = 'operator'): Promise<Json> =>
  (await ask(server, 'GET', `/api/v1/operations/${id}`, user)).json

const statusOf = async (server: number, id: string): Promise<unknown> => (await operation(server, id))['status']

test('a draft begun on one is continued on another, and the lock holds on all', async () => {
  const path = '/odata/v4/SagaFilm/Film'
  const created = await ask(0, 'POST', path, 'editor', { title: 'Shared', director: 'E', IsActiveEntity: true })
  const key = (isActive: boolean): string => `${path}(ID=${String(created.json['ID'])},IsActiveEntity=${isActive})`

  expect((await ask(0, 'POST', `${key(true)}/SagaFilm.draftEdit`, 'editor', {})).status).toBe(201)
  expect((await ask(1, 'PATCH', key(false), 'editor', { title: 'Shared, and edited' })).status).toBeLessThan(300)
  expect((await ask(2, 'GET', key(false), 'editor')).json).toMatchObject({ title: 'Shared, and edited' })

  for (const server of [0, 1, 2]) {
    expect((await ask(server, 'GET', key(false), 'bob')).status).toBe(404)
    expect((await ask(server, 'PATCH', key(false), 'bob', { title: 'Mine' })).status).toBe(403)
    expect((await ask(server, 'POST', `${key(true)}/SagaFilm.draftEdit`, 'bob', {})).status).toBe(409)
  }

  expect((await ask(2, 'POST', `${key(false)}/SagaFilm.draftActivate`, 'editor', {})).status).toBe(200)
  for (const server of [0, 1, 2])
    expect((await ask(server, 'GET', key(true), 'bob')).json).toMatchObject({ title: 'Shared, and edited' })
  expect((await ask(1, 'POST', `${key(true)}/SagaFilm.draftEdit`, 'bob', {})).status).toBe(201)
})

test('the rate limit counts once', async () => {
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  for (let n = 0; n < REQUESTS + 10; n++) answers.push(await ask('next', 'GET', '/api/v1/dbInfo', 'rita'))
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array<number>(REQUESTS).fill(200),
    ...Array<number>(10).fill(429),
  ])
  const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect(remaining).toEqual(answers.map((_, n) => Math.max(0, REQUESTS - 1 - n)))
  const resets = answers.map(({ headers }) => Number(headers.get('x-ratelimit-reset')))
  expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1)
})

test('guesses of a password count once', async () => {
  const guess = async (n: number): Promise<number> =>
    (await fetch(`${balancer.url}/odata/v4/SagaFilm/Film`, { headers: basic('yoda', `guess ${n}`) })).status
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push(await guess(n))
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
})

test('an operation started on one is listed, watched and cancelled on another', async () => {
  const id = await startExport(0, 'slow')
  const listed = (await ask(1, 'GET', '/api/v1/operations', 'operator')).json['operations']
  expect(listed).toMatchObject([{ operationId: id, status: 'running', operation: 'export' }])
  await until(async () => Number((await operation(1, id))['rowsDone']) > 0)
  expect(await operation(2, id, 'viewer')).toMatchObject({ code: 'OPERATION_NOT_FOUND' })
  expect((await ask(2, 'DELETE', `/api/v1/operations/${id}`, 'operator')).json).toMatchObject({ phase: 'cancelling' })
  await until(async () => (await statusOf(1, id)) === 'cancelled')
  expect(await operation(0, id)).toMatchObject({ error: { code: 'OPERATION_CANCELLED' } })
})

test('the result of an operation is fetched from another: an answer, and a file', async () => {
  const table = { table: 'saga_Planet' }
  const profiling = await ask(0, 'POST', '/api/v1/dataProfile', 'operator', table, { prefer: 'respond-async' })
  const profile = String(profiling.json['operationId'])
  await until(async () => (await statusOf(1, profile)) === 'succeeded')
  expect((await operation(2, profile))['result']).toMatchObject({ table: 'saga_planet' })

  const exported = await startExport(1, 'saga_Planet')
  await until(async () => (await statusOf(2, exported)) === 'succeeded')
  const file = await ask(0, 'GET', `/api/v1/operations/${exported}/file`, 'operator')
  expect(file.text).toContain('Tatooine')

  const remove = (server: number, user: string) => ask(server, 'DELETE', `/api/v1/operations/${exported}/file`, user)
  expect((await remove(0, 'viewer')).json).toMatchObject({ code: 'OPERATION_NOT_FOUND' })
  expect((await remove(2, 'operator')).json).toMatchObject({ success: true })
  expect((await ask(1, 'GET', `/api/v1/operations/${exported}/file`, 'operator')).json).toMatchObject({
    code: 'FILE_NOT_FOUND',
  })
  expect((await client.query('SELECT * FROM server_state.result_file_parts')).rows).toEqual([])
})

test('a file sent to one is imported by another', async () => {
  await client.query('CREATE TABLE imported (n integer PRIMARY KEY, text varchar)')
  const put = await ask(0, 'PUT', '/api/v1/files/rows.csv', 'admin', 'n,text\n1,one\n2,two\n', {
    'content-type': 'text/csv',
  })
  expect(put.json).toMatchObject({ success: true, sizeBytes: 19 })
  expect((await ask(1, 'POST', '/api/v1/import', 'admin', { table: 'imported', file: 'rows.csv' })).json).toMatchObject(
    {
      success: true,
    },
  )
  expect((await client.query('SELECT text FROM imported ORDER BY n')).rows).toEqual([{ text: 'one' }, { text: 'two' }])
  expect((await ask(2, 'GET', '/api/v1/files', 'admin')).json['files']).toContainEqual(
    expect.objectContaining({ name: 'rows.csv' }),
  )
})

test('a schema that one has cloned is open in another', async () => {
  const clone = { source: 'public', target: 'copy' }
  expect((await ask(0, 'POST', '/api/v1/schemaClone', 'admin', clone)).json).toMatchObject({ success: true })
  expect((await ask(1, 'GET', '/api/v1/tables?schema=copy', 'viewer')).json).toMatchObject({ success: true })
})

test('what processes share is no part of the application, and nobody writes to it', async () => {
  const { json } = await ask('next', 'GET', '/api/v1/schemas', 'viewer')
  expect((json['schemas'] as Json[]).map(({ name }) => name)).toEqual(['copy', 'public'])
  const all = await ask('next', 'GET', '/api/v1/schemas?includeSystem=true', 'viewer')
  expect(all.json['schemas']).toContainEqual(expect.objectContaining({ name: 'server_state', isSystem: true }))
  const copy = { sourceTable: 'saga_Planet', targetTable: 'copy', targetSchema: 'server_state' }
  expect((await ask('next', 'POST', '/api/v1/tableCopy', 'admin', copy)).json).toMatchObject({
    code: 'SCHEMA_NOT_ALLOWED',
  })
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  await deploy('pg', env)
  expect((await ask('next', 'GET', '/api/v1/operations', 'operator')).json['count']).toBeGreaterThan(0)
})

test('a process that is killed: its operation has failed, and the others go on', async () => {
  const id = await startExport(2, 'slow')
  await until(async () => Number((await operation(1, id))['rowsDone']) > 0)
  const killed = servers.pop()!
  killed.signal('SIGKILL')
  await killed.ended
  balancer.drop(killed.url)
  await until(async () => (await statusOf(0, id)) === 'failed')
  expect(await operation(1, id)).toMatchObject({
    phase: 'ended',
    error: { code: 'OPERATION_LOST', details: expect.stringContaining('not heard of for 2 s') as string },
  })
  await until(async () => {
    const working = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'admin-api' AND state = 'active'`
    return (await client.query(working)).rows.length === 0
  })
  for (let n = 0; n < 4; n++)
    expect((await ask('next', 'GET', '/odata/v4/SagaFilm/Film?$top=1', 'bob')).status).toBe(200)
})

test('a start without the privilege to make what is shared is refused, and says what to do', async () => {
  await client.query(`CREATE ROLE poor LOGIN PASSWORD 'poor'`)
  await client.query('CREATE DATABASE other')
  const other = await connectPostgres({ ...postgres.credentials, database: 'other' })
  await other.query('CREATE TABLE deployed (id INTEGER)')
  await other.end()
  const credentials = {
    CDS_REQUIRES_DB_CREDENTIALS_USER: 'poor',
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: 'poor',
    CDS_REQUIRES_DB_CREDENTIALS_DATABASE: 'other',
  }
  const start = startServer(`${SERVE} --profile pg`, { env: { ...settings, ...credentials } })
  await expect(start).rejects.toThrow(/CREATE SCHEMA "server_state" AUTHORIZATION/)
})
