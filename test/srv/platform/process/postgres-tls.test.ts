/**
 * PostgreSQL over TLS: its certificate counts only from the authority that is trusted, and for the host that is meant.
 * @long: starts a PostgreSQL of its own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cds from '@sap/cds'
import { openPostgres } from '../../../../srv/admin/database/postgres/database.ts'
import { SharedDatabase } from '../../../../srv/admin/shared/database.ts'
import { connectCapPostgres } from '../../../support/cap-postgres.ts'
import { query } from '../../../support/engines.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { createAuthority } from '../../../support/self-signed.ts'
import { SERVE } from '../../../support/server-on.ts'
import { runCommand, startServer } from '../../../support/server-process.ts'
import { basic } from '../../../support/users.ts'

jest.setTimeout(60_000)

const [authority, impostor] = [createAuthority('Saga'), createAuthority('Saga')]
const folder = mkdtempSync(join(tmpdir(), 'saga-tls-'))
const file = join(folder, 'authority.pem')

let postgres: Postgres
beforeAll(async () => {
  writeFileSync(file, authority.cert)
  postgres = await startPostgres({ tls: authority.issue('localhost', 'db.example') })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

// Whom it refuses it also logs.
Object.assign(cds.env.log.levels, { db: 'error' })

const IS_TLS = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'

/** Asks whether it is TLS, through each of the ways that the server has to its database. */
const WAYS: Record<string, (credentials: object) => Promise<unknown>> = {
  'the pool of OData': async (credentials) => {
    const database = await connectCapPostgres(credentials, { max: 1, acquireTimeoutMillis: 500 })
    return database.run(IS_TLS).finally(() => database.disconnect())
  },
  'the sessions of the administration API': (credentials) => {
    const database = openPostgres(credentials)
    return query(database, IS_TLS).finally(() => database.close())
  },
  'the state that processes share': (credentials) => {
    const database = new SharedDatabase({ credentials, schema: 'server_state' })
    return database.query(IS_TLS).finally(() => database.close())
  },
}

describe.each(Object.entries(WAYS))('%s', (_name, ask) => {
  const connect = (credentials: object) => ask({ ...postgres.credentials, host: 'localhost', ...credentials })

  test('takes a certificate of the authority that is trusted', async () => {
    expect(await connect({ sslrootcert: authority.cert })).toEqual([{ ssl: true }])
  })

  test('refuses one of another authority, whatever that calls itself', async () => {
    await expect(connect({ sslrootcert: impostor.cert })).rejects.toThrow()
  })

  test('refuses one for another host, also for an address', async () => {
    await expect(connect({ sslrootcert: authority.cert, host: '127.0.0.1' })).rejects.toThrow()
  })

  test('trusts the authorities of the machine where none is named, and so not this one', async () => {
    await expect(connect({ ssl: true })).rejects.toThrow()
  })

  test('does what it is told in so many words', async () => {
    const ssl = { ca: authority.cert, servername: 'db.example', checkServerIdentity: () => undefined }
    expect(await connect({ ssl, host: '127.0.0.1' })).toEqual([{ ssl: true }])
    expect(await connect({})).toEqual([{ ssl: false }])
  })
})

test('deployment and server speak TLS by the file of an authority', async () => {
  const { port, password } = postgres.credentials
  const env = {
    CDS_REQUIRES_DB_CREDENTIALS_HOST: 'localhost',
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    CDS_REQUIRES_DB_CREDENTIALS_SSLROOTCERT: file,
  }
  runCommand('npx cds deploy --profile pg', { env })
  const server = await startServer(`${SERVE} --profile pg`, { env })
  try {
    const get = (path: string) => fetch(server.url + path, { headers: basic('viewer') })
    expect((await get('/odata/v4/SagaFilm/Film?$top=1')).status).toBe(200)
    expect((await get('/api/v1/dbInfo')).status).toBe(200)
    const database = openPostgres(postgres.credentials)
    const sessions = await query(
      database,
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    await database.close()
    expect(sessions).toEqual([{ ssl: true }])
  } finally {
    await server.stop()
  }
})

test('a certificate that is none stops the start', async () => {
  const env = { CDS_REQUIRES_DB_CREDENTIALS_SSLROOTCERT: join(folder, 'absent.pem') }
  await expect(startServer(`${SERVE} --profile pg`, { env })).rejects.toThrow(/sslrootcert is no certificate/)
})
