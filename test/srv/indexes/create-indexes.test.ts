/**
 * Every association of the services can be followed to its partners by an index, on each database.
 * @long: deploys to each database.
 */
import { execFileSync } from 'node:child_process'
import cds from '@sap/cds'
import { startApp } from '../../support/app.ts'
import { type Backlink, backlinksOf } from '../../support/backlinks.ts'
import { connectPostgres, type PostgresClient } from '../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { ROOT, runCommand } from '../../support/server-process.ts'

jest.setTimeout(90_000)

startApp()

const backlinks = (): Backlink[] => backlinksOf(cds.db.model.definitions)
const stored = (): Backlink[] => backlinks().filter(({ table }) => table !== undefined)

interface Connected {
  readonly dbc: { prepare(sql: string): { all(values: unknown[]): unknown } }
}

describe('SQLite', () => {
  /** A plan that was asked for before is kept as it was. */
  let asked = 0

  /** The tables that are read row by row when an association is followed. */
  const scans = async ({ query }: Backlink): Promise<string[]> => {
    const { sql, values } = (
      cds.db as unknown as { cqn2sql(query: object): { sql: string; values: unknown[] } }
    ).cqn2sql(query)
    const rows = (await cds.db.tx(async (tx) => {
      await tx.run('SELECT 1')
      return (tx as unknown as Connected).dbc.prepare(`EXPLAIN QUERY PLAN ${sql} -- ${String(++asked)}`).all(values)
    })) as { detail: string }[]
    return rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))
  }

  const slow = async (): Promise<string[]> => {
    const found: string[] = []
    for (const backlink of backlinks()) if ((await scans(backlink)).length > 0) found.push(backlink.name)
    return found
  }

  test('no table is read row by row', async () => {
    expect(backlinks().length).toBeGreaterThan(40)
    expect(await slow()).toEqual([])
  })

  test('an index that is missing is noticed', async () => {
    await cds.run('DROP INDEX saga_People_by_homeworld')
    expect(await slow()).toContain('saga.Planet:residents')
    await cds.run('CREATE INDEX saga_People_by_homeworld ON saga_People (homeworld_ID)')
  })
})

describe('PostgreSQL', () => {
  let postgres: Postgres
  let client: PostgresClient
  let env: Record<string, string>
  beforeAll(async () => {
    postgres = await startPostgres()
    const { port, password } = postgres.credentials
    env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
    runCommand('npx cds deploy --profile pg', { env })
    client = await connectPostgres(postgres.credentials)
  })
  afterAll(async () => {
    await client.end()
    await postgres.stop()
  })

  /** The columns of each index, by its identity. */
  const indexes = async (): Promise<{ id: number; name: string; table: string; columns: string[] }[]> => {
    const { rows } = await client.query(`SELECT i.indexrelid AS id, c.relname AS name, t.relname AS table,
        (SELECT json_agg(a.attname ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
          JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.attnum) AS columns
      FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
      WHERE t.relnamespace = current_schema()::regnamespace ORDER BY 1`)
    return rows as never
  }

  test('an index begins with what tells whose the partners are', async () => {
    const present = await indexes()
    const begins = ({ table, columns }: Backlink): boolean =>
      present.some(
        (index) =>
          index.table === table?.toLowerCase() &&
          columns.every((column) => index.columns.slice(0, columns.length).includes(column.toLowerCase())),
      )
    expect(
      stored()
        .filter((backlink) => !begins(backlink))
        .map(({ name }) => name),
    ).toEqual([])
  })

  test('a further deployment makes what is missing, and leaves the others as they are', async () => {
    const before = await indexes()
    await client.query('DROP INDEX saga_people_by_homeworld, sagafilm_film_drafts_by_draftadministrativedata')
    execFileSync(process.execPath, ['srv/platform/process/deploy-database.ts', '--profile', 'pg'], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    })
    const after = await indexes()
    const names = (all: typeof before): string[] => all.map(({ name }) => name).sort()
    expect(names(after)).toEqual(names(before))
    const kept = new Set(after.map(({ id }) => id))
    expect(
      before
        .filter(({ id }) => !kept.has(id))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['saga_people_by_homeworld', 'sagafilm_film_drafts_by_draftadministrativedata'])
  })
})
