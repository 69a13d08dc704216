/**
 * The databases that the server starts with, each by its profile, as README.md tells.
 * @long: starts the server in every documented way.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPLAINT } from './support/complaint.ts'
import { createFilm, probe } from './support/film-probe.ts'
import { startPostgres } from './support/postgres.ts'
import { runCommand, startServer } from './support/server-process.ts'

jest.setTimeout(60_000)

test('sqlite: data lives in a file, and through a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: join(folder, 'saga.sqlite') }
  try {
    runCommand('npx cds deploy --profile sqlite', { env })
    const first = await startServer('npm start -- --profile sqlite', { env })
    const status = await createFilm(first, { title: 'Episode X', episode_id: 10 }).finally(() => first.stop())
    expect(status).toBe(201)
    const second = await startServer('npm start -- --profile sqlite', { env })
    const found = await probe(second, 10).finally(() => second.stop())
    expect(found).toEqual({ title: 'Episode X', isOurs: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('pg: the model is deployed to PostgreSQL and served from there', async () => {
  const postgres = await startPostgres()
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  try {
    runCommand('npx cds deploy --profile pg', { env })
    const server = await startServer('npm start -- --profile pg', { env })
    const found = await probe(server, 4).finally(() => server.stop())
    expect(found).toEqual({ title: 'A New Hope', isOurs: true })
  } finally {
    await postgres.stop()
  }
})

test('npm run start:pg brings a PostgreSQL along, and takes it away', async () => {
  const server = await startServer('npm run start:pg')
  const found = await probe(server, 4).finally(() => server.stop())
  expect(found).toEqual({ title: 'A New Hope', isOurs: true })
  expect(server.output()).toContain('connect to db > postgres')
  expect(server.output()).not.toMatch(COMPLAINT)
})
