/**
 * A disk without room: a small one in memory, which only a privileged user can make.
 * @long: starts a server on a disk of its own.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './support/admin-api.ts'
import { copyDeployedSqlite } from './support/deploy.ts'
import { SERVE } from './support/server-on.ts'
import { basic } from './support/users.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

jest.setTimeout(60_000)

const disk = mkdtempSync(join(tmpdir(), 'saga-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status === 0
const filler = join(disk, 'filler')
const files = join(disk, 'files')
let server: ServerProcess

/** Writes until nothing more goes. */
const fillUp = (): void => {
  const file = openSync(filler, 'w')
  try {
    for (const size of [65_536, 512]) while (isWritten(file, Buffer.alloc(size)));
  } finally {
    closeSync(file)
  }
}
const isWritten = (file: number, bytes: Buffer): boolean => {
  try {
    return writeSync(file, bytes) > 0
  } catch {
    return false
  }
}

beforeAll(async () => {
  if (!isMounted) return
  chmodSync(disk, 0o755)
  mkdirSync(files)
  const env = {
    CDS_REQUIRES_DB_CREDENTIALS_URL: join(disk, 'saga.sqlite'),
    CDS_CONFIG: JSON.stringify({ admin: { files, schemas: join(disk, 'schemas') } }),
  }
  await copyDeployedSqlite(join(disk, 'saga.sqlite'))
  server = await startServer(`${SERVE} --profile sqlite`, { env })
}, 120_000)
afterAll(async () => {
  if (isMounted) {
    await server.stop()
    spawnSync('umount', [disk])
  }
  rmSync(disk, { recursive: true })
})

const json = { 'content-type': 'application/json' }
const create = (): Promise<Response> =>
  fetch(`${server.url}/odata/v4/SagaFilm/Planet`, { method: 'POST', headers: json, body: '{"name":"x"}' })
const admin = async (
  method: string,
  path: string,
  body: string | null,
  headers: object = json,
): Promise<[number, unknown]> => {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...basic('admin'), ...headers },
    body,
  })
  return [answer.status, ((await answer.json()) as { code?: unknown }).code]
}
const upload = (): Promise<[number, unknown]> => admin('PUT', '/files/planet.csv?overwrite=true', PLANETS, {})
const IMPORT = { table: 'saga_Planet', file: 'planet.csv' }
const PLANETS = `ID,name\n${Array.from({ length: 1_000 }, () => `${randomUUID()},Naboo\n`).join('')}`
const post = (path: string, body: object): Promise<[number, unknown]> => admin('POST', path, JSON.stringify(body))

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

const onDisk = isMounted ? test : test.skip
onDisk('writes are refused, nothing is half-written, all is read, and goes on when there is room', async () => {
  expect(await upload()).toEqual([200, undefined])
  expect(await post('/tableCopy', { sourceTable: 'saga_People', targetTable: 'dumped' })).toEqual([200, undefined])
  const dump = await fetch(`${server.url}/api/v1/dump`, {
    method: 'POST',
    headers: { ...basic('admin'), ...json },
    body: JSON.stringify({ tables: ['dumped'], references: false }),
  })
  writeFileSync(join(files, 'people.zip'), Buffer.from(await dump.arrayBuffer()))
  expect(await admin('DELETE', '/copies?table=dumped', null)).toEqual([200, undefined])
  fillUp()
  const refused = await create()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE' } })
  expect(await upload()).toEqual([500, 'INTERNAL_ERROR'])
  // What is copied is remembered on the same disk, first.
  expect(await post('/tableCopy', { sourceTable: 'saga_People', targetTable: 'copied' })).toEqual([
    500,
    'INTERNAL_ERROR',
  ])
  expect(await post('/import', IMPORT)).toEqual([500, 'DATABASE_ERROR'])
  expect((await post('/schemaClone', { source: 'main', target: 'copied' }))[0]).toBe(500)
  expect(await post('/load', { file: 'people.zip' })).toEqual([500, 'DATABASE_ERROR'])
  expect(await admin('GET', '/table?table=dumped', null)).toEqual([404, 'TABLE_NOT_FOUND'])
  // Work in the background keeps its result on this disk, or nothing.
  const background = await fetch(`${server.url}/api/v1/dump`, {
    method: 'POST',
    headers: { ...basic('admin'), ...json, prefer: 'respond-async' },
    body: '{}',
  })
  const { operationId } = (await background.json()) as { operationId: string }
  const state = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/api/v1/operations/${operationId}`, { headers: basic('admin') })
    return ((await answer.json()) as { status: string }).status
  }
  await until(async () => (await state()) !== 'running')
  expect(await state()).toBe('failed')
  expect(filesIn(files)).toEqual(['people.zip', 'planet.csv'])
  expect(filesIn(join(disk, 'schemas'))).toEqual(['copied-tables.json'])
  expect((await fetch(`${server.url}/odata/v4/SagaFilm/Planet?$top=1`)).status).toBe(200)
  expect(await post('/export', { table: 'saga_Planet' })).toEqual([200, undefined])
  expect(await post('/dataProfile', { table: 'saga_Planet' })).toEqual([200, undefined])

  rmSync(filler)
  expect((await create()).status).toBe(201)
  expect(await upload()).toEqual([200, undefined])
  expect(await post('/import', IMPORT)).toEqual([200, undefined])
  expect(await post('/load', { file: 'people.zip' })).toEqual([200, undefined])
  expect(await post('/tableCopy', { sourceTable: 'saga_People', targetTable: 'copied' })).toEqual([200, undefined])
})
