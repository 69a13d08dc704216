/**
 * The built server on a small HANA behind a server that speaks its protocol: OData and the administration API, by the real driver.
 * @alone: builds the server into `gen`, as `build.test.ts` does, and starts it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillFilms } from '../support/hana/film-system.ts'
import { HanaSystem } from '../support/hana/hana-system.ts'
import { type Answering, type Canned, fromList } from '../support/hana-socket/answers.ts'
import type { Typed } from '../support/hana-socket/types.ts'
import { type HanaSocket, startHanaSocket } from '../support/hana-socket/server.ts'
import { systemAnswers } from '../support/hana-socket/system-answers.ts'
import { type LoginService, xsuaaOn } from '../support/platform.ts'
import { createSelfSigned } from '../support/self-signed.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { startTokenIssuer, type TokenIssuer } from '../support/token-issuer.ts'

jest.setTimeout(300_000)

const image = join(ROOT, 'gen/srv')
/** CAP's own statements, which SQLite does not run. */
const OF_CAP = /saga[_.]|cds_outbox|DRAFT_|JSON_TABLE|SET '/i
const canned: Canned[] = []

/** What the server takes their `?` for. */
const parametersOf = (sql: string): Typed[] =>
  [...sql.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/(SELECT |<= )?\?/g)].map(([, before]) => ({
    name: '',
    type: before === '<= ' ? 'INT' : before === 'SELECT ' && /^(?:INSERT|UPSERT)/.test(sql) ? 'NCLOB' : 'NVARCHAR',
  }))

/** Rows as CAP asks for them: the place of each, and its values as JSON. */
const json = (...rows: readonly object[]) => ({
  columns: ['_path_', '_blobs_', '_expands_', '_json_'].map((name) => ({ name, type: 'NVARCHAR' as const })),
  rows: rows.map((row, index) => [`$[${String(index + 1).padStart(6, '0')}`, '{}', '{}', JSON.stringify(row)]),
})
const ID = '11111111-1111-4111-8111-111111111111'
const FILMS = { sql: /FROM SagaFilm_Film as/, ...json({ title: 'A New Hope', ID: 'a', modifiedAt: null }) }

/** Of OData at a time. */
const CONNECTIONS = 3

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
  const answers: Answering = (sql, rows) => {
    const known = fromList(canned)(sql, rows)
    return known || OF_CAP.test(sql) ? { parameters: parametersOf(sql), ...known } : small(sql, rows)
  }
  hana = await startHanaSocket({ answers })
  const { host, port, user, password } = hana.credentials
  const credentials = { host, port: String(port), user, password, schema: 'APP', encrypt: false }
  const binding = { hana: [{ label: 'hana', name: 'saga-db', tags: ['hana'], credentials }] }
  const env = {
    ...{ NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    VCAP_SERVICES: JSON.stringify({ ...service.binding, ...binding }),
    CDS_CONFIG: JSON.stringify({
      process: { transactionTimeoutMs: 8_000 },
      requires: { db: { pool: { max: CONNECTIONS, acquireTimeoutMillis: 2_000 } } },
    }),
  }
  server = await startServer('npm start', { env, cwd: image })
})
afterAll(async () => {
  await server.stop()
  await hana.stop()
  issuer.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (path: string, body?: object, signal?: AbortSignal, method = 'POST') => {
  const headers = { ...service.login('leia', 'admin', 'editor', 'viewer'), 'content-type': 'application/json' }
  const more = {
    ...(method !== 'POST' && { method }),
    ...(body && { method, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
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
  canned.push({ sql: /^INSERT/, changed: 1 })
  const before = hana.log.length
  const answer = await ask('/odata/v4/SagaFilm/Film', { title: 'Episode X', IsActiveEntity: false })
  expect([201, 204]).toContain(answer.status)
  const sent = hana.log.slice(before)
  expect(sent.filter((sql) => /^INSERT INTO SagaFilm_Film_drafts/i.test(sql))).toHaveLength(1)
  expect(sent).toContain('COMMIT')
})

const FILM = `/odata/v4/SagaFilm/Film(ID=${ID},IsActiveEntity=true)`
const ACTIVE = { sql: /FROM SagaFilm_Film as/, ...json({ ID, title: 'Deep', IsActiveEntity: true }) }
const CHANGES: Canned = { sql: /^(?:INSERT|UPDATE|DELETE)/, changed: 1 }
/** Tables that are changed by what is asked, in the order of the statements, and how the transaction ends. */
const changesOf = async (asking: () => Promise<{ status: number }>, status: number): Promise<string[]> => {
  const before = hana.log.length
  expect(await asking()).toMatchObject({ status })
  const changes = hana.log
    .slice(before)
    .flatMap((sql) => /^(?:INSERT INTO|UPDATE|DELETE FROM) \w+|^COMMIT/.exec(sql)?.[0] ?? [])
  return changes.slice(changes.findIndex((change) => change !== 'COMMIT'))
}

test('a draft is activated: its rows are written and it goes, in one transaction', async () => {
  const draft = { ID, title: 'Deep', HasActiveEntity: false, DraftAdministrativeData_DraftUUID: ID }
  const administrative = { DraftUUID: ID, InProcessByUser: 'leia', CreatedByUser: 'leia' }
  const drafts = json({ ...draft, IsActiveEntity: false, DraftAdministrativeData: administrative })
  canned.push(CHANGES, { sql: /FROM SagaFilm_Film_drafts/, ...drafts }, ACTIVE)
  const draftOf = FILM.replace('IsActiveEntity=true', 'IsActiveEntity=false')
  const changes = await changesOf(() => ask(`${draftOf}/SagaFilm.draftActivate`, {}), 201)
  expect(changes[0]).toBe('INSERT INTO saga_Film')
  expect(changes).toEqual(
    expect.arrayContaining(['DELETE FROM SagaFilm_Film_drafts', 'DELETE FROM DRAFT_DraftAdministrativeData']),
  )
  expect(changes.indexOf('COMMIT')).toBeGreaterThan(changes.indexOf('DELETE FROM SagaFilm_Film_drafts'))
})

test('what belongs to a film is written, changed and deleted with it', async () => {
  canned.push(CHANGES, { sql: /FROM SagaFilm_People as/, ...json({ ID }) }, ACTIVE)
  const characters = [{ people_ID: ID }]
  const insert = await changesOf(
    () => ask('/odata/v4/SagaFilm/Film', { title: 'Deep', IsActiveEntity: true, characters }),
    201,
  )
  expect(insert).toEqual(expect.arrayContaining(['INSERT INTO saga_Film', 'INSERT INTO saga_Film2People']))
  const update = await changesOf(() => ask(FILM, { title: 'Deeper', characters }, undefined, 'PATCH'), 204)
  expect(update).toEqual(expect.arrayContaining(['UPDATE saga_Film', 'INSERT INTO saga_Film2People']))
  const remove = await changesOf(() => ask(FILM, undefined, undefined, 'DELETE'), 204)
  expect(remove).toEqual(expect.arrayContaining(['DELETE FROM saga_Film2People', 'DELETE FROM saga_Film']))
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

test('statements of OData that never end are ended with their transactions; who finds no connection is told to come again', async () => {
  canned.push({ ...FILMS, hangs: true })
  const before = hana.log.length
  const hanging = Array.from({ length: CONNECTIONS }, () => ask(READ))
  const isHanging = () => hana.sessions.filter((session) => session.isHanging).length
  await until(() => isHanging() === CONNECTIONS)
  expect(await ask(READ)).toMatchObject({ status: 503 })
  for (const answer of await Promise.all(hanging)) expect(answer.status).toBe(503)
  await until(() => isHanging() === 0)
  expect(hana.log.slice(before).filter((sql) => sql.startsWith('ALTER SYSTEM CANCEL SESSION'))).toHaveLength(
    CONNECTIONS,
  )
  canned.splice(0, 1, FILMS)
  expect(await ask(READ)).toMatchObject({ status: 200 })
})

test('where the user may not cancel, HANA ends what OData has asked, and the pool is whole before that', async () => {
  canned.push({ ...FILMS, hangs: true }, { sql: /^ALTER SYSTEM CANCEL SESSION/, error: { code: 258 } })
  const isHanging = () => hana.sessions.filter((session) => session.isHanging).length
  const asked = Array.from({ length: CONNECTIONS }, () => ask(READ))
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503)
  expect(isHanging()).toBe(CONNECTIONS)
  canned.splice(0, 1, FILMS)
  for (const answer of await Promise.all(asked.map(() => ask(READ)))) expect(answer.status).toBe(200)
  await until(() => isHanging() === 0)
})

test('a statement of the administration API ends with the time that its operation has', async () => {
  canned.push({ sql: /FROM "APP"\."DIRECTOR" AS r/, hangs: true })
  const answer = await ask('/api/v1/export', { schema: 'APP', table: 'DIRECTOR', format: 'json', timeout: 1 })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([500, expect.stringContaining('OPERATION_TIMEOUT')])
  await until(() => hana.sessions.every((session) => !session.isHanging))
})

test('a database that goes away in the middle of a change has it undone, and is found again', async () => {
  canned.push({ sql: /^INSERT INTO saga_Film2People/, leaves: 'rudely' }, CHANGES)
  canned.push({ sql: /FROM SagaFilm_People as/, ...json({ ID }) }, ACTIVE)
  const before = hana.log.length
  const film = { title: 'Deep', IsActiveEntity: true, characters: [{ people_ID: ID }] }
  expect((await ask('/odata/v4/SagaFilm/Film', film)).status).toBe(503)
  const written = hana.log.slice(before)
  expect(
    written
      .slice(written.findIndex((sql) => sql.startsWith('INSERT INTO saga_Film ')))
      .filter((sql) => sql === 'COMMIT'),
  ).toEqual([])
  canned.splice(0, 1)
  expect((await ask('/odata/v4/SagaFilm/Film', film)).status).toBe(201)
})
