/**
 * The built server on a small HANA behind a server that speaks its protocol: OData and the administration API, by the real driver.
 * @long: builds the server and starts it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillFilms } from '../support/hana/film-system.ts'
import { HanaSystem } from '../support/hana/hana-system.ts'
import { type Answering, type Canned, fromList } from '../support/hana-socket/answers.ts'
import { type HanaSocket, startHanaSocket } from '../support/hana-socket/server.ts'
import { systemAnswers } from '../support/hana-socket/system-answers.ts'
import { type LoginService, xsuaaOn } from '../support/platform.ts'
import { createSelfSigned } from '../support/self-signed.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { startTokenIssuer, type TokenIssuer } from '../support/token-issuer.ts'

jest.setTimeout(120_000)

const image = join(ROOT, 'gen/srv')
/** CAP's own statements, which SQLite does not run. */
const OF_CAP = /saga[_.]|cds_outbox|DRAFT_|JSON_TABLE|SET '/i
const canned: Canned[] = []

/** Rows as CAP asks for them: the place of each, and its values as JSON. */
const json = (...rows: readonly object[]) => ({
  columns: ['_path_', '_blobs_', '_expands_', '_json_'].map((name) => ({ name, type: 'NVARCHAR' as const })),
  rows: rows.map((row, index) => [`$[${String(index + 1).padStart(6, '0')}`, '{}', '{}', JSON.stringify(row)]),
})
const FILMS = { sql: /FROM SagaFilm_Film as/, ...json({ title: 'A New Hope', ID: 'a', modifiedAt: null }) }

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
let issuer: TokenIssuer
let service: LoginService
let hana: HanaSocket
let server: ServerProcess

beforeAll(async () => {
  runCommand('npm run build')
  const tls = createSelfSigned()
  issuer = await startTokenIssuer(tls)
  service = xsuaaOn(issuer)
  writeFileSync(join(folder, 'ca.pem'), tls.cert)
  const system = new HanaSystem({})
  fillFilms(system)
  const small = systemAnswers(system)
  const answers: Answering = (sql, rows) =>
    fromList(canned)(sql, rows) ?? (OF_CAP.test(sql) ? undefined : small(sql, rows))
  hana = await startHanaSocket({ answers })
  const { host, port, user, password } = hana.credentials
  const credentials = { host, port: String(port), user, password, schema: 'APP', encrypt: false }
  const binding = { hana: [{ label: 'hana', name: 'saga-db', tags: ['hana'], credentials }] }
  const env = {
    ...{ NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    VCAP_SERVICES: JSON.stringify({ ...service.binding, ...binding }),
  }
  server = await startServer('npm start', { env, cwd: image })
})
afterAll(async () => {
  await server.stop()
  await hana.stop()
  issuer.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (path: string, body?: object, signal?: AbortSignal) => {
  const headers = { ...service.login('leia', 'admin', 'editor', 'viewer'), 'content-type': 'application/json' }
  const more = { ...(body && { method: 'POST', body: JSON.stringify(body) }), ...(signal && { signal }) }
  const response = await fetch(server.url + path, { headers, ...more })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}
const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 500; tries++) await sleep(20)
  expect(isSo()).toBe(true)
}
afterEach(() => void canned.splice(0))

const READ = '/odata/v4/SagaFilm/Film?$top=1&$select=title'

test('it is ready, and reads', async () => {
  canned.push(FILMS)
  expect(await ask('/ready')).toMatchObject({ status: 200 })
  expect(await ask(READ)).toMatchObject({ status: 200, body: { value: [{ title: 'A New Hope' }] } })
  expect(hana.log).toContainEqual(expect.stringMatching(/SagaFilm_Film[^]*LIMIT 1/) as string)
})

test('the requests of a batch are answered each', async () => {
  canned.push(FILMS)
  const requests = ['1', '2'].map((id) => ({ id, method: 'GET', url: 'Film?$top=1&$select=title' }))
  const { status, body } = await ask('/odata/v4/SagaFilm/$batch', { requests })
  expect(status).toBe(200)
  const value = [{ title: 'A New Hope' }]
  expect(body['responses']).toMatchObject([
    { id: '1', status: 200, body: { value } },
    { id: '2', status: 200, body: { value } },
  ])
})

test('a draft is written in one transaction', async () => {
  canned.push({ sql: /^INSERT/, parameters: [{ name: '', type: 'NCLOB' }], changed: 1 })
  const before = hana.log.length
  const answer = await ask('/odata/v4/SagaFilm/Film', { title: 'Episode X', IsActiveEntity: false })
  expect([201, 204]).toContain(answer.status)
  const sent = hana.log.slice(before)
  expect(sent.filter((sql) => /^INSERT INTO SagaFilm_Film_drafts/i.test(sql))).toHaveLength(1)
  expect(sent).toContain('COMMIT')
})

test('the administration API reads its catalog and its rows', async () => {
  expect(await ask('/api/v1/dbInfo')).toMatchObject({ status: 200, body: { database: 'H00' } })
  expect(await ask('/api/v1/export', { schema: 'APP', table: 'DIRECTOR', format: 'json' })).toMatchObject({
    status: 200,
    body: { rows: [{ NAME: 'George Lucas' }, {}, {}] },
  })
})

test('a request that is given up has its statement cancelled', async () => {
  canned.push({ sql: /FROM "APP"\."DIRECTOR" AS r/, hangs: true })
  const giving = new AbortController()
  const asked = ask('/api/v1/export', { schema: 'APP', table: 'DIRECTOR', format: 'json' }, giving.signal)
  const outcome = expect(asked).rejects.toThrow()
  await until(() => hana.sessions.some(({ isHanging }) => isHanging))
  giving.abort()
  await outcome
  await until(() => hana.log.some((sql) => sql.startsWith('ALTER SYSTEM CANCEL SESSION')))
})

test('a database that was restarted is found again', async () => {
  canned.push(FILMS)
  for (const session of hana.sessions) session.leave('rudely')
  await until(() => hana.openConnections === 0)
  expect((await ask(READ)).status).toBe(200)
  expect((await ask('/api/v1/dbInfo')).status).toBe(200)
  expect(server.output()).not.toContain('uncaught')
})
