/**
 * What an application has of the API by one dependency: a plain one, with the settings of each case.
 * @long: starts a server for each of them.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { send, type WireAnswer } from '../../support/http-client.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { connectPostgres, type PostgresClient } from '../../support/postgres-client.ts'
import { SERVE } from '../../support/server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../../support/server-process.ts'
import { basic } from '../../support/users.ts'

const cwd = join(ROOT, 'test/support/plain-host')
const PRODUCTION = { NODE_ENV: 'production' }
const LOGINS = { auth: { kind: 'basic', users: { ada: { password: 'one', roles: ['DbaAdmin'] } } } }
const MEMORY = { db: { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } } }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plain-host-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Host {
  readonly server: ServerProcess
  readonly ask: (path: string, headers?: Record<string, string>) => Promise<WireAnswer>
  /** What it says of the API. */
  readonly told: () => string[]
}

/** Starts it with these settings, and stops it afterwards. */
const withHost = async (
  { requires = {}, ...more }: { requires?: object } & Record<string, unknown>,
  env: Record<string, string>,
  work: (host: Host) => Promise<void>,
): Promise<void> => {
  const directories = { files: join(folder, 'import'), schemas: join(folder, 'schemas') }
  const config = JSON.stringify({ dba: directories, requires, ...more })
  const server = await startServer(SERVE, { cwd, env: { CDS_CONFIG: config, ...env } })
  try {
    const ask = (path: string, headers = {}): Promise<WireAnswer> =>
      send(Number(new URL(server.url).port), { path, headers })
    const told = (): string[] =>
      server
        .output()
        .split('\n')
        .filter((line) => /\[dba\]|"logger":"dba"/.test(line))
    await work({ server, ask, told })
  } finally {
    await server.stop()
  }
}

const deploy = (requires: object): void => {
  const env = { CDS_CONFIG: JSON.stringify({ requires }) }
  runCommand(`${process.execPath} ${ROOT}/node_modules/@sap/cds/bin/deploy.js`, { cwd, env })
}

test('mocked users come from this machine, under its own name and by no proxy; others are told what they need', async () => {
  await withHost({}, {}, async ({ ask, told }) => {
    const statusOf = async (user: string, headers: object): Promise<number> =>
      (await ask('/api/v1/dbInfo', { ...basic(user), ...headers })).status
    expect(await statusOf('dba', {})).toBe(200)
    expect((await ask('/api/v1/mcp', basic('dba'))).status).toBe(405)
    expect((await ask('/api/v1/mcp', { ...basic('dba'), host: 'evil.example' })).status).toBe(403)
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=192.0.2.1' },
      { origin: 'https://evil.example' },
    ])
      expect([headers, await statusOf('dba', headers)]).toEqual([headers, 403])
    const anonymous = await ask('/api/v1/dbInfo')
    expect([anonymous.status, anonymous.json['details']]).toEqual([401, 'Log in with a user name and password (Basic)'])
    const viewer = await ask('/api/v1/files', basic('vera'))
    expect([viewer.status, viewer.json['details']]).toEqual([403, `This needs the role 'DbaAdmin'`])
    expect((await ask('/cockpit/server.json')).json['tryAs']).toEqual(['dba', 'vera'])
    expect(told()).toEqual([expect.stringContaining('/api/v1 and /cockpit/ for mocked users on this machine')])
  })
})

test('in production nothing is served before it is switched on, and one line says how', async () => {
  await withHost({ requires: { ...LOGINS, ...MEMORY } }, PRODUCTION, async ({ ask, told }) => {
    for (const path of ['/api/v1/dbInfo', '/cockpit/'])
      expect([path, (await ask(path, basic('ada', 'one'))).status]).toEqual([path, 404])
    expect(told()).toEqual([expect.stringMatching(/Not served in production .*cds\.requires\.dba = true/)])
  })
})

test('agents ask where it is set in production, and find out where tokens come from', async () => {
  const credentials = {
    url: 'https://shop.authentication.example',
    clientid: 'shop',
    clientsecret: 'x',
    xsappname: 'shop',
  }
  const requires = { ...MEMORY, auth: { kind: 'xsuaa', credentials }, dba: { enabled: true, mcp: { enabled: true } } }
  const metadata = '/.well-known/oauth-protected-resource/api/v1/mcp'
  await withHost({ requires }, PRODUCTION, async ({ server, ask }) => {
    for (const token of [undefined, 'of.no.token']) {
      const asked = await ask('/api/v1/mcp', token === undefined ? {} : { authorization: `Bearer ${token}` })
      expect(asked.status).toBe(401)
      expect(asked.headers['www-authenticate']).toContain(`resource_metadata="${server.url}${metadata}"`)
    }
    const told = await ask(metadata)
    expect(told.json).toMatchObject({ resource: `${server.url}/api/v1/mcp`, authorization_servers: [credentials.url] })
    expect(told.headers['cache-control']).toBe('no-store')
  })
  await withHost({ requires: { ...requires, dba: true } }, PRODUCTION, async ({ ask }) => {
    expect((await ask(metadata)).status).toBe(404)
  })
})

test.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['cds.requires.dba = true', { requires: { ...LOGINS, ...MEMORY, dba: true } }, {}],
  [
    'a setting beside others',
    { requires: { ...LOGINS, ...MEMORY, dba: { timeoutSeconds: 9 } } },
    { CDS_DBA_ENABLED: 'true' },
  ],
])('in production it is switched on by %s', async (_, settings, env) => {
  await withHost(settings, { ...PRODUCTION, ...env }, async ({ ask }) => {
    expect((await ask('/api/v1/dbInfo', basic('ada', 'one'))).status).toBe(200)
  })
})

test('settings of the API alone do not switch it on in production', async () => {
  await withHost({ requires: { ...LOGINS, ...MEMORY, dba: { timeoutSeconds: 9 } } }, PRODUCTION, async ({ ask }) => {
    expect((await ask('/api/v1/dbInfo', basic('ada', 'one'))).status).toBe(404)
  })
})

test('a path below a service of the application is told, with the way out, and the other is offered', async () => {
  const dba = { path: '/odata/v4/plain/api' }
  await withHost({ requires: { dba } }, {}, async ({ told }) => {
    expect(told()).toEqual([
      expect.stringMatching(
        /\/odata\/v4\/plain\/api cannot be reached: .*PlainService at \/odata\/v4\/plain\..*cds\.requires\.dba\.path/,
      ),
      expect.stringMatching(/- \/cockpit\/ for mocked users/),
    ])
  })
})

test('a SQLite file is complete by itself once the server has stopped', async () => {
  const file = join(folder, 'plain.sqlite')
  const requires = { db: { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: file } } }
  deploy(requires)
  await withHost({ requires }, {}, async ({ ask }) => {
    expect((await ask('/api/v1/schemas', basic('dba'))).status).toBe(200)
  })
  expect([existsSync(file), existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([true, false, false])
})

test('checks and operations of the application have the roles, the checks of input and the document of all others', async () => {
  await withHost({}, {}, async ({ ask, server }) => {
    const things = `${server.url}/odata/v4/plain/Things`
    const headers = { ...basic('dba'), 'content-type': 'application/json' }
    for (const thing of [{ ID: 1, name: 'Cup' }, { ID: 2 }])
      await fetch(things, { method: 'POST', headers, body: JSON.stringify(thing) })
    const found = await ask('/api/v1/things?prefix=C', basic('dba'))
    expect([found.status, found.json]).toEqual([200, { success: true, things: [{ name: 'Cup' }] }])
    expect((await ask('/api/v1/things?prefix=C', basic('vera'))).status).toBe(403)
    expect((await ask('/api/v1/things', basic('dba'))).json['code']).toBe('MISSING_PARAMETER')
    expect((await ask('/api/v1/things?prefix=C&more=1', basic('dba'))).json['code']).toBe('UNKNOWN_FIELD')
    expect((await ask('/api/v1/openapi.json', basic('dba'))).text).toContain('Things by the beginning of their names')
    const { alerts } = (await ask('/api/v1/alerts?severity=low', basic('vera'))).json as { alerts: object[] }
    expect(alerts).toContainEqual(
      expect.objectContaining({ code: 'NAMELESS_THINGS', object: 'Thing 2', description: 'Nobody finds them.' }),
    )
  })
})

describe('on PostgreSQL', () => {
  let postgres: Postgres
  let client: PostgresClient
  let db: object
  beforeAll(async () => {
    postgres = await startPostgres()
    client = await connectPostgres(postgres.credentials)
    db = { kind: 'postgres', impl: '@cap-js/postgres', dialect: 'postgres', credentials: postgres.credentials }
    deploy({ db })
  })
  afterAll(async () => {
    await client.end()
    await postgres.stop()
  })

  const TABLES = `SELECT count(*)::int AS n FROM information_schema.schemata WHERE schema_name LIKE '%server_state'`
  const schemas = async (): Promise<unknown> => (await client.query(TABLES)).rows[0]?.['n']

  test('each instance has its own state, and no schema is made, until it is asked for; in production a line tells it', async () => {
    await withHost({ requires: { ...LOGINS, db, dba: true } }, PRODUCTION, async ({ ask, told }) => {
      expect((await ask('/api/v1/dbInfo', basic('ada', 'one'))).status).toBe(200)
      expect(told()[0]).toMatch(/of this process alone: with several instances set cds\.requires\.dba\.shared = true/)
    })
    await withHost({ requires: { db, dba: { fileStore: 'database' } } }, {}, async ({ ask, told }) => {
      expect((await ask('/api/v1/dbInfo', basic('dba'))).status).toBe(200)
      expect(told()[0]).toMatch(/Files are in a directory: .*cds\.requires\.dba\.shared/)
    })
    expect(await schemas()).toBe(0)
  })

  test('instances that share it find files, jobs and sessions from each of them', async () => {
    const settings = { requires: { db, dba: { shared: true } } }
    await withHost(settings, {}, ({ server: { url: one } }) =>
      withHost(settings, {}, async ({ server: { url: other } }) => {
        const headers = { ...basic('dba'), 'content-type': 'application/octet-stream' }
        const file = `${one}/api/v1/files/kept.csv`
        expect((await fetch(file, { method: 'PUT', headers, body: 'ID\n1\n' })).status).toBe(200)
        const answer = await fetch(`${one}/api/v1/dataProfile`, {
          method: 'POST',
          headers: { ...basic('dba'), 'content-type': 'application/json', prefer: 'respond-async' },
          body: JSON.stringify({ table: 'PlainService_Things' }),
        })
        const { operationId } = (await answer.json()) as { operationId: string }
        const told = async (path: string): Promise<string> =>
          (await fetch(`${other}/api/v1${path}`, { headers: basic('dba') })).text()
        expect(await told('/files')).toContain('kept.csv')
        expect(await told('/operations')).toContain(operationId)
        const begun = await fetch(`${one}/api/v1/session`, { method: 'POST', headers: basic('dba') })
        const cookie = begun.headers.get('set-cookie')!.split(';', 1)[0]!
        expect((await fetch(`${other}/api/v1/dbInfo`, { headers: { cookie } })).status).toBe(200)
      }),
    )
    expect(await schemas()).toBe(1)
  })

  test('where the user may not make the schema, each is alone, and a line tells what helps', async () => {
    await client.query(`DROP SCHEMA IF EXISTS server_state CASCADE; CREATE ROLE poor LOGIN PASSWORD 'poor'`)
    const poor = { ...db, credentials: { ...postgres.credentials, user: 'poor', password: 'poor' } }
    await withHost({ requires: { db: poor, dba: { shared: true } } }, {}, async ({ ask, told }) => {
      expect((await ask('/api/v1/files', basic('dba'))).status).toBe(200)
      expect(told()[0]).toMatch(/alone: .*CREATE SCHEMA "server_state" AUTHORIZATION/)
    })
  })
})
