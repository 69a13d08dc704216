/** What the Dockerfile says, done step by step, gives a server that runs on PostgreSQL as deploy/compose.yaml sets it up. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from '../../srv/platform/identity/password-login.ts'
import { type ComposeService, readCompose } from '../support/compose.ts'
import { type Replayed, replayImage, type RunningImage } from '../support/image-replay.ts'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { ROOT } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

jest.setTimeout(600_000)

const DEPLOY = join(ROOT, 'deploy')
const PASSWORDS = { SAGA_DB_PASSWORD: "of the server's", POSTGRES_PASSWORD: 'of the owner' }

const LISTENING = /listening on .*?:(\d+)/

let image: Replayed
let postgres: Postgres
let services: Readonly<Record<string, ComposeService>>
let settings: Record<string, string>
let server: RunningImage
let url: string
/** What has been started, the last first: where something does not start, the rest must end all the same. */
const undo: (() => unknown)[] = []

/** What the postgres image does with an empty volume. */
const initialize = async (): Promise<void> => {
  const client = await connectPostgres(postgres.credentials)
  const script = readFileSync(join(DEPLOY, 'postgres-init.sql'), 'utf8').replace(/^(--|\\getenv).*\n/gm, '')
  for (const statement of script.split(';\n').filter(Boolean))
    await client.query(statement.replace(":'password'", `'${PASSWORDS.SAGA_DB_PASSWORD.replaceAll("'", "''")}'`))
  await client.end()
}

beforeAll(async () => {
  image = replayImage(ROOT, join(DEPLOY, 'Dockerfile'))
  undo.unshift(() => {
    image.remove()
  })
  postgres = await startPostgres()
  undo.unshift(() => postgres.stop())
  await initialize()
  const users = { leia: { roles: ['admin', 'editor'], hash: await hashPassword('a long secret') } }
  services = readCompose(join(DEPLOY, 'compose.yaml'), { ...PASSWORDS, SAGA_USERS: JSON.stringify(users) })
  // Where this machine differs from a container: addresses, and a port that is free.
  settings = {
    ...services['server']!.environment,
    CDS_REQUIRES_DB_CREDENTIALS_HOST: postgres.credentials.host,
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(postgres.credentials.port),
    HOST: '127.0.0.1',
    PORT: '0',
  }
  const deployed = image.run(services['deploy']!.command!, settings)
  expect(deployed).toMatchObject({ status: 0, output: expect.stringContaining('successfully') as string })
  server = await image.start(image.command, settings, LISTENING)
  undo.unshift(() => server.stop())
  url = `http://127.0.0.1:${server.match[1]!}`
})
afterAll(async () => {
  for (const each of undo) await each()
})

const ask = async (path: string, headers: object = basic('leia', 'a long secret')): Promise<Response> =>
  fetch(url + path, { headers: headers as Record<string, string> })

test('the image has the Node that is developed with, and its server is not root', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(new Set(image.images)).toEqual(new Set([`node:${devDependencies['node']!}-bookworm-slim`]))
  expect(image.user).toBe('1000:1000')
})

test('it is ready, and says so to who watches it', async () => {
  expect((await ask('/ready', {})).status).toBe(200)
  expect(image.run(image.healthcheck, { PORT: new URL(url).port })).toMatchObject({ status: 0 })
  expect(image.run(image.healthcheck, { PORT: '1' })).toMatchObject({ status: 1 })
})

test('it serves the rows that ship, and knows its database', async () => {
  const path = '/odata/v4/SagaFilm/Film?$select=title&$orderby=release_date&$top=1'
  expect((await ask(path, {})).status).toBe(401)
  expect(await (await ask(path)).json()).toMatchObject({ value: [{ title: 'A New Hope' }] })
  expect(await (await ask('/api/v1/dbInfo')).json()).toMatchObject({ database: 'saga', platform: 'PostgreSQL' })
  expect((await ask('/films/')).status).toBe(200)
})

test('it keeps files without a folder, and writes', async () => {
  const headers = { ...basic('leia', 'a long secret'), 'content-type': 'text/csv' }
  const put = await fetch(`${url}/api/v1/files/rows.csv`, { method: 'PUT', headers, body: 'a\n1\n' })
  expect(put.status).toBeLessThan(300)
  expect(server.output()).not.toContain('files for imports')
  const film = { title: 'From a container', IsActiveEntity: true }
  const post = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(film),
  }
  expect((await fetch(`${url}/odata/v4/SagaFilm/Film`, post)).status).toBe(201)
})

const WRITE = (path: string): string[] => ['node', '-e', `fs.writeFileSync(${JSON.stringify(path)}, '')`]

test('nothing but its volume and /tmp can be written to, and compose.yaml makes it so', () => {
  expect(image.volumes).toEqual(['/var/lib/saga'])
  for (const path of ['/saga/probe', '/saga/srv/server.ts', '/usr/probe', '/probe'])
    expect(image.run(WRITE(image.path(path))).output).toMatch(/EACCES|EPERM/)
  for (const path of [...image.volumes, '/tmp']) expect(image.run(WRITE(image.path(`${path}/probe`))).status).toBe(0)
  for (const name of ['server', 'deploy'])
    expect(services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
  expect(services['server']!['volumes']).toEqual(['saga:/var/lib/saga'])
})

test.each(['SAGA_DB_PASSWORD', 'POSTGRES_PASSWORD', 'SAGA_USERS'])('without %s there is no start', (name) => {
  const all = { ...PASSWORDS, SAGA_USERS: '{}', [name]: '' }
  expect(() => readCompose(join(DEPLOY, 'compose.yaml'), all)).toThrow(`${name} is missing`)
})

test('on SQLite it keeps its database in the volume, and backs it up there', async () => {
  const { CDS_REQUIRES_AUTH_USERS = '' } = settings
  const url = image.path('/var/lib/saga/saga.sqlite')
  const env = {
    CDS_ENV: 'sqlite',
    CDS_REQUIRES_DB_CREDENTIALS_URL: url,
    CDS_REQUIRES_AUTH_USERS,
    HOST: '127.0.0.1',
    PORT: '0',
  }
  expect(image.run(services['deploy']!.command!, env)).toMatchObject({ status: 0 })
  const other = await image.start(image.command, env, LISTENING)
  expect((await fetch(`http://127.0.0.1:${other.match[1]!}/ready`)).status).toBe(200)
  const backup = image.path('/var/lib/saga/backup.sqlite')
  expect(image.run(['node', 'srv/platform/process/backup-database.ts', 'save', backup], env)).toMatchObject({
    status: 0,
  })
  expect(await other.stop()).toBe(0)
  expect(image.run(['node', 'srv/platform/process/backup-database.ts', 'restore', backup], env)).toMatchObject({
    status: 0,
  })
})

test.each(['pg', 'pg,telemetry'])('with the profiles %s it stops when it is told to', async (profiles) => {
  // Nobody is at that address: a collector that is away holds nothing up.
  const env = { ...settings, CDS_ENV: profiles, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const other = await image.start(image.command, env, LISTENING)
  expect(await other.stop()).toBe(0)
  expect(other.output()).not.toMatch(/of the server's|unfinished/)
})
