/** A database that is there, but taken. @alone: measures waits. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDeployedSqlite } from './support/deploy.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const file = join(folder, 'saga.sqlite')
let server: ServerProcess
let other: DatabaseSync

beforeAll(async () => {
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
  await copyDeployedSqlite(file)
  server = await startServer(`${SERVE} --profile sqlite`, { env })
  other = new DatabaseSync(file)
})
afterAll(async () => {
  other.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const headers = { 'content-type': 'application/json' }
const write = (path: string, body: object): Promise<Response> =>
  fetch(`${server.url}/odata/v4/SagaFilm/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

test('while another process writes to the file, writes are told to come again, and reads are answered', async () => {
  other.exec('BEGIN IMMEDIATE')
  const single = await write('Planet', { name: 'x' })
  expect([single.status, single.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await single.json()).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE', message: expect.any(String) } })
  const requests = [{ id: '1', method: 'POST', url: 'Planet', atomicityGroup: 'g', headers, body: { name: 'x' } }]
  const batch = (await (await write('$batch', { requests })).json()) as { responses: { status: number }[] }
  expect(batch.responses.map(({ status }) => status)).toEqual([503])
  expect((await fetch(`${server.url}/odata/v4/SagaFilm/Planet?$top=1`)).status).toBe(200)

  other.exec('ROLLBACK')
  expect((await write('Planet', { name: 'x' })).status).toBe(201)
})

test('while another process has the file for itself, nobody waits', async () => {
  const asked = performance.now()
  other.exec('BEGIN EXCLUSIVE')
  const replies = await Promise.all(Array.from({ length: 20 }, () => write('Planet', { name: 'x' })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  other.exec('ROLLBACK')
  expect(performance.now() - asked).toBeLessThan(5_000)
  expect((await write('Planet', { name: 'x' })).status).toBe(201)
})
