/**
 * A PostgreSQL that takes no changes, as a standby or one that was set so: everything that only reads goes on.
 * @long: starts a server.
 */
import { createClient } from '../srv/admin/database/postgres/driver.ts'
import { type Postgres, startDeployedPostgres } from './support/postgres.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(60_000)

let postgres: Postgres
let server: ServerProcess

beforeAll(async () => {
  postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  server = await startServer(`${SERVE} --profile pg`, { env })
  const owner = createClient(postgres.credentials)
  await owner.connect()
  await owner.query(`ALTER DATABASE ${postgres.credentials.database} SET default_transaction_read_only = on`)
  // Connections that are open would go on as they began.
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
  )
  await owner.end()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

const api = (path: string, body?: object, user = 'operator'): Promise<Response> =>
  fetch(`${server.url}/api/v1${path}`, {
    headers: { ...basic(user), 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

const eventually = async (ask: () => Promise<Response>): Promise<Response> => {
  const answer = await ask()
  return answer.status === 200 ? answer : await ask()
}

test('lists, profiles and exports are answered, to users who log in now', async () => {
  expect((await eventually(() => api('/tables?schema=public', undefined, 'viewer'))).status).toBe(200)
  const profile = await eventually(() =>
    api('/dataProfile', { schema: 'public', table: 'saga_planet', columns: 'name' }),
  )
  expect(profile.status).toBe(200)
  const exported = await api('/export', { schema: 'public', table: 'saga_planet', limit: 3 })
  expect([exported.status, (await exported.json()) as object]).toMatchObject([200, { success: true }])
})

test('OData is read, and its changes are told to come again', async () => {
  const odata = `${server.url}/odata/v4/SagaFilm`
  expect((await eventually(() => fetch(`${odata}/Planet?$top=2&$count=true`))).status).toBe(200)
  const headers = { 'content-type': 'application/json' }
  const change = await fetch(`${odata}/Planet`, { method: 'POST', headers, body: '{"name":"x"}' })
  expect([change.status, change.headers.has('retry-after')]).toEqual([503, true])
})

test('guesses of passwords are counted all the same', async () => {
  const guess = (): Promise<Response> =>
    fetch(`${server.url}/api/v1/tables?schema=public`, { headers: { authorization: `Basic ${btoa('admin:guess')}` } })
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await guess()).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.at(-1)).toBe(429)
})
