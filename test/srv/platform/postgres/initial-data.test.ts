/**
 * A PostgreSQL that is deployed to again, with a model that has grown, keeps what its users have written.
 * @long: deploys over and over.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { ROOT, runCommand } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-model-'))
const GROWN = `using { saga } from '${join(ROOT, 'db/planet')}';
extend saga.Planet with { motto : String(50); }
entity saga.Moon { key ID : UUID; name : String(20); }`

let postgres: Postgres
let client: PostgresClient
beforeAll(async () => {
  postgres = await startPostgres()
  client = await connectPostgres(postgres.credentials)
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const deploy = (config: object = {}): string => {
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  return runCommand('npx cds deploy --profile pg', { env: { ...env, CDS_CONFIG: JSON.stringify(config) } })
}

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows

test('rows that users have added, changed or deleted stay so; new columns, tables and empty tables get theirs', async () => {
  expect(deploy()).toContain('saga-Film.csv')
  const [{ n: links } = {}] = await rows('SELECT count(*) AS n FROM saga_species2people')
  await client.query(`INSERT INTO saga_planet (id, name) VALUES ('mine', 'Mine');
    UPDATE saga_film SET title = 'Changed' WHERE episode_id = 4; DELETE FROM saga_film WHERE episode_id = 5;
    DELETE FROM saga_species2people`)

  writeFileSync(join(folder, 'index.cds'), GROWN)
  const output = deploy({ folders: { grown: `${folder}/` } })

  expect(output.match(/saga-\w+\.csv/g)).toEqual(['saga-Species2People.csv'])
  expect(await rows('SELECT title FROM saga_film WHERE episode_id IN (4, 5)')).toEqual([{ title: 'Changed' }])
  expect(await rows(`SELECT name, motto FROM saga_planet WHERE id = 'mine'`)).toEqual([{ name: 'Mine', motto: null }])
  expect(await rows('SELECT name FROM saga_moon')).toEqual([])
  expect(await rows('SELECT count(*) AS n FROM saga_species2people')).toEqual([{ n: links }])
})

test('a model that lacks what is there is refused, and nothing changes', async () => {
  expect(() => deploy()).toThrow(/Dropping elements is not supported/)
  expect(await rows('SELECT title FROM saga_film WHERE episode_id = 4')).toEqual([{ title: 'Changed' }])
  expect(await rows(`SELECT motto FROM saga_planet WHERE id = 'mine'`)).toEqual([{ motto: null }])
})
