/**
 * A server that is killed while it loads a dump, or makes one in the background, on each engine.
 * @alone: kills servers under load.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './support/admin-api.ts'
import { copyDeployedSqlite } from './support/deploy.ts'
import { startDeployedPostgres } from './support/postgres.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(180_000)

const ROWS = 300_000
const COPY = { sourceTable: 'saga_Data', targetTable: 'many' }

type Answer = Record<string, unknown>

describe.each(['sqlite', 'pg'] as const)('%s', (profile) => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-killed-'))
  const files = join(folder, 'files')
  let env: Record<string, string>
  let end = (): Promise<void> => Promise.resolve()
  let server: ServerProcess

  const start = async (): Promise<void> => {
    server = await startServer(`${SERVE} --profile ${profile}`, { env })
  }
  const call = async (method: string, path: string, body?: object, headers = {}): Promise<Answer> => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { ...basic('admin'), 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }
  const rowCount = async (): Promise<unknown> => {
    const { details, rowCount: count } = await call('GET', '/table?table=many&count=true')
    return count ?? details
  }
  /** Begins work in the background and kills the server while it is in a phase. */
  const killIn = async (phase: string, path: string, body: object): Promise<void> => {
    const { operationId } = await call('POST', path, body, { prefer: 'respond-async' })
    await until(async () => (await call('GET', `/operations/${String(operationId)}`))['phase'] === phase)
    server.signal('SIGKILL')
    await server.ended
    await start()
  }

  beforeAll(async () => {
    const rateLimit = { requests: 100_000, requestsPerAddress: 100_000 }
    const config = { admin: { files, schemas: join(folder, 'schemas'), rateLimit } }
    env = { CDS_CONFIG: JSON.stringify(config) }
    if (profile === 'sqlite') {
      env['CDS_REQUIRES_DB_CREDENTIALS_URL'] = join(folder, 'saga.sqlite')
      await copyDeployedSqlite(join(folder, 'saga.sqlite'))
    } else {
      const postgres = await startDeployedPostgres()
      const { port, password } = postgres.credentials
      env['CDS_REQUIRES_DB_CREDENTIALS_PORT'] = String(port)
      env['CDS_REQUIRES_DB_CREDENTIALS_PASSWORD'] = password
      end = () => postgres.stop()
    }
    await start()
  })
  afterAll(async () => {
    await server.stop()
    await end()
    rmSync(folder, { recursive: true })
  })

  test('leaves no half table, and no half file that looks whole', async () => {
    expect(await call('POST', '/tableCopy', COPY)).toMatchObject({ success: true })
    const rows = Array.from({ length: ROWS }, (_, index) => `${String(index)},some text of a row\n`)
    writeFileSync(join(files, 'many.csv'), `ID,firstData\n${rows.join('')}`)
    expect(await call('POST', '/import', { table: 'many', file: 'many.csv' })).toMatchObject({ success: true })
    await killIn('reading', '/dump', { tables: ['many'] })
    const { files: kept } = (await call('GET', '/files')) as { files: { name: string }[] }
    expect(kept.map(({ name }) => name)).toEqual(['many.csv'])
    const dump = await fetch(`${server.url}/api/v1/dump`, {
      method: 'POST',
      headers: { ...basic('admin'), 'content-type': 'application/json' },
      body: '{"tables":["many"]}',
    })
    writeFileSync(join(files, 'many.zip'), Buffer.from(await dump.arrayBuffer()))
    expect(await call('DELETE', '/copies?table=many')).toMatchObject({ success: true })
    await killIn('loading', '/load', { file: 'many.zip' })
    expect(await rowCount()).toMatch(/table 'many' does not exist/)
    // Work of the killed process counts until its heartbeat has been missed.
    let loaded: Answer = {}
    const isTaken = async (): Promise<boolean> => {
      loaded = await call('POST', '/load', { file: 'many.zip' })
      return loaded['code'] !== 'TOO_MANY_OPERATIONS'
    }
    await until(isTaken)
    expect(loaded).toMatchObject({ success: true, verified: true })
    expect(Number(await rowCount())).toBeGreaterThanOrEqual(ROWS)
  })
})
