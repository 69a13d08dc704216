/**
 * Backup and restore of PostgreSQL as deploy/README.md describes it. `pg_dump` does not come by npm, and wants a server that
 * is not newer than itself: this takes both of a PostgreSQL that is installed where Debian and Ubuntu have it.
 * @long: starts several servers.
 */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { SERVE } from '../support/server-on.ts'
import { runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

jest.setTimeout(90_000)

const [installed] = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse()
const native = installed === undefined ? undefined : resolve(installed, '../..')
const whereInstalled = native !== undefined ? test : test.skip

const CONFIG = JSON.stringify({ admin: { fileStore: 'database' } })

const settingsOf = ({ credentials: { port, password } }: Postgres, database: string): Record<string, string> => ({
  CDS_REQUIRES_DB_CREDENTIALS_USER: 'saga',
  CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
  CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
  CDS_REQUIRES_DB_CREDENTIALS_DATABASE: database,
  CDS_CONFIG: CONFIG,
})

const ask = async ({ url }: ServerProcess, path: string, user: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, { ...init, headers: { ...basic(user), ...(init.headers as Record<string, string> | undefined) } })

const post = (server: ServerProcess, path: string, body: object): Promise<Response> =>
  ask(server, path, 'editor', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** All rows of all tables that are the application's, and of the files that processes share. */
const contentsOf = async (postgres: Postgres, database: string): Promise<Record<string, unknown>> => {
  const client = await connectPostgres({ ...postgres.credentials, database })
  const { rows } = await client.query(
    `SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const contents: Record<string, unknown> = {}
  for (const name of rows.map((row) => String(row['name'])))
    contents[name] = (await client.query(`SELECT * FROM ${name} AS t ORDER BY t::text`)).rows
  await client.end()
  return contents
}

whereInstalled('a dump that is taken under a server that writes is whole, and a server serves it', async () => {
  const postgres = await startPostgres({ native: native! })
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  const file = join(folder, 'saga.dump')
  const { host, port, user, password } = postgres.credentials
  const run = (tool: string, ...args: string[]): Promise<unknown> =>
    promisify(execFile)(join(native!, 'bin', tool), args, {
      env: { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PATH: process.env['PATH'] },
    })
  const servers: ServerProcess[] = []
  const start = async (database: string): Promise<ServerProcess> => {
    const server = await startServer(`${SERVE} --profile pg`, { env: settingsOf(postgres, database) })
    servers.push(server)
    return server
  }
  try {
    const client = await connectPostgres(postgres.credentials)
    await client.query(`CREATE ROLE saga LOGIN PASSWORD '${password}'`)
    await client.end()
    await run('createdb', '--owner=saga', 'saga')
    runCommand('npx cds deploy --profile pg', { env: settingsOf(postgres, 'saga') })
    const server = await start('saga')
    const upload = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'n\n1\n' }
    expect((await ask(server, '/api/v1/files/rows.csv', 'admin', upload)).status).toBeLessThan(300)
    const draft = (await (await post(server, '/odata/v4/SagaFilm/Film', { title: 'Begun' })).json()) as { ID: string }

    const state = { isOver: false, acknowledged: 0 }
    const writing = (async () => {
      for (let n = 1_001; !state.isOver; n++) {
        const film = { title: `Episode ${n}`, episode_id: n, IsActiveEntity: true }
        expect((await post(server, '/odata/v4/SagaFilm/Film', film)).status).toBe(201)
        state.acknowledged++
      }
    })()
    while (state.acknowledged < 5) await setTimeout(10)
    const before = state.acknowledged
    await run('pg_dump', '--format=custom', `--file=${file}`, 'saga')
    const after = state.acknowledged
    state.isOver = true
    await writing

    await run('createdb', '--owner=saga', 'restored')
    const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--role=saga', '--dbname=restored']
    await run('pg_restore', ...options, file)
    const contents = await contentsOf(postgres, 'restored')
    const written = (contents['public.saga_film'] as { episode_id: number }[])
      .map(({ episode_id: id }) => id)
      .filter((id) => id > 1_000)
    expect(written.length).toBeGreaterThanOrEqual(before)
    expect(written.length).toBeLessThanOrEqual(after + 1)
    expect(written.sort((a, b) => a - b)).toEqual(written.map((_, n) => 1_001 + n))
    const source = await contentsOf(postgres, 'saga')
    expect(Object.keys(contents)).toEqual(Object.keys(source))
    expect(contents['public.saga_people']).toEqual(source['public.saga_people'])
    expect(contents['public.saga_film2people']).toEqual(source['public.saga_film2people'])

    const restored = await start('restored')
    const path = '/odata/v4/SagaFilm/Film'
    expect((await ask(restored, `${path}(ID=${draft.ID},IsActiveEntity=false)`, 'editor')).status).toBe(200)
    expect(await (await ask(restored, `${path}/$count?$filter=episode_id gt 1000`, 'editor')).text()).toBe(
      String(written.length),
    )
    expect(await (await ask(restored, '/api/v1/files', 'admin')).json()).toMatchObject({
      files: [{ name: 'rows.csv' }],
    })
  } finally {
    await Promise.all(servers.map((each) => each.stop()))
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
})
