/** A server tells how its database differs from its model: not at all when it is fresh, then what was done by hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDeployedSqlite } from './support/deploy.ts'
import { startDeployedPostgres } from './support/postgres.ts'
import { connectPostgres } from './support/postgres-client.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(120_000)

interface Deployed {
  readonly server: ServerProcess
  change(sql: string): Promise<unknown>
  end(): Promise<void>
}

const DEPLOYED: Readonly<Record<string, () => Promise<Deployed>>> = {
  'a SQLite file': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saga-drift-'))
    const file = join(folder, 'saga.sqlite')
    await copyDeployedSqlite(file)
    const server = await startServer(`${SERVE} --profile sqlite`, { env: { CDS_REQUIRES_DB_CREDENTIALS_URL: file } })
    return {
      server,
      change: (sql) => {
        const database = new DatabaseSync(file)
        database.exec(sql)
        database.close()
        return Promise.resolve()
      },
      end: async () => {
        await server.stop()
        rmSync(folder, { recursive: true })
      },
    }
  },
  PostgreSQL: async () => {
    const postgres = await startDeployedPostgres()
    const { port, password } = postgres.credentials
    const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
    const server = await startServer(`${SERVE} --profile pg`, { env })
    const client = await connectPostgres(postgres.credentials)
    return {
      server,
      change: (sql) => client.query(sql),
      end: async () => {
        await client.end()
        await server.stop()
        await postgres.stop()
      },
    }
  },
}

describe.each(Object.entries(DEPLOYED))('%s', (_, start) => {
  let deployed: Deployed
  beforeAll(async () => {
    deployed = await start()
  })
  afterAll(() => deployed.end())

  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${deployed.server.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...basic('viewer'), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }

  it('differs in nothing when it is fresh, which /alerts finds too', async () => {
    expect(await ask('/modelDrift', {})).toMatchObject({ supported: true, inSync: true, findings: [], statements: [] })
    const { checks } = (await ask('/alerts')) as { checks: unknown }
    expect(checks).toContainEqual({ id: 'modelDrift', status: 'ok' })
  })

  it('tells what was done by hand, and leaves nothing where it has looked', async () => {
    await deployed.change('DROP VIEW SagaFilm_producers')
    await deployed.change('ALTER TABLE saga_Planet ADD COLUMN motto VARCHAR(50)')
    const { schema, findings } = (await ask('/modelDrift', {})) as {
      schema: string
      findings: { change: string; kind: string; name: string }[]
    }
    expect(findings.map(({ change, kind, name }) => `${change} ${kind} ${name}`.toLowerCase())).toEqual([
      'missing view sagafilm_producers',
      'additional column motto',
    ])
    const { total } = (await ask(`/tables?schema=${schema}&pattern=saga_film`)) as { total: number }
    expect(total).toBe(1)
    expect(await ask('/modelDrift', { ignore: 'SagaFilm_prod*, *.motto' })).toMatchObject({ inSync: true, ignored: 2 })
  })
})
