/**
 * What the build makes runs as it is shipped: installed, and copied with links followed, as packagers of archives do, it
 * serves from another place, without anything being installed again.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { hashPassword } from '../../srv/platform/identity/password-login.ts'
import { startPostgres } from '../support/postgres.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

jest.setTimeout(600_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-shipped-'))
/** This Node comes first, as on the machine that it is shipped to. */
const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
const [installed, shipped] = [join(folder, 'installed'), join(folder, 'elsewhere')]

let server: ServerProcess
/** What has been started, the last first: where something does not start, the rest must end all the same. */
const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
beforeAll(async () => {
  runCommand('npm run build')
  mkdirSync(installed)
  cpSync(join(ROOT, 'gen/srv'), installed, { recursive: true })
  runCommand('npm ci --omit=dev --prefer-offline --no-audit', { cwd: installed, env: { PATH } })
  runCommand(`cp -rL ${installed} ${shipped}`)
  rmSync(installed, { recursive: true })
  const postgres = await startPostgres()
  undo.unshift(() => postgres.stop())
  const { port, password } = postgres.credentials
  const leia = { roles: ['admin', 'editor'], hash: await hashPassword('a long secret') }
  const env = {
    PATH,
    NODE_ENV: 'production',
    CDS_REQUIRES_DB_CREDENTIALS_HOST: '127.0.0.1',
    CDS_REQUIRES_DB_CREDENTIALS_USER: 'postgres',
    CDS_REQUIRES_DB_CREDENTIALS_DATABASE: 'postgres',
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    CDS_REQUIRES_AUTH_USERS: JSON.stringify({ leia }),
  }
  runCommand('npm run deploy -- --profile pg', { cwd: shipped, env })
  server = await startServer('npm start -- --profile pg', { cwd: shipped, env })
  undo.unshift(() => server.stop())
})
afterAll(async () => {
  for (const each of undo) await each()
})

const ask = async (path: string, body?: object): Promise<unknown> => {
  const headers = { ...basic('leia', 'a long secret'), 'content-type': 'application/json' }
  const response = await fetch(server.url + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

test('nothing of what Node cannot run lies below node_modules', () => {
  const files = readdirSync(join(shipped, 'node_modules/cds-dba'), { recursive: true, encoding: 'utf8' })
  expect(files).toContain('index.js')
  expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
})

test('a film can be read, and a table looked into', async () => {
  const path = '/odata/v4/SagaFilm/Film?$select=title&$orderby=release_date&$top=1'
  expect(await ask(path)).toMatchObject({ value: [{ title: 'A New Hope' }] })
  expect(await ask('/api/v1/dataProfile', { table: 'saga_film' })).toMatchObject({ rowCount: 11 })
  expect((await fetch(`${server.url}/cockpit/`)).status).toBe(200)
})
