/**
 * A PostgreSQL that changes in ways that triggers do not tell of, under a server whose user may only read and write rows.
 * @long: starts a PostgreSQL of its own and deploys twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { installTriggers } from '../../../../srv/read-cache/external-changes/triggers.ts'
import { judgeStructure, readStructure } from '../../../../srv/read-cache/external-changes/postgres-structure.ts'
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { SERVE } from '../../../support/server-on.ts'
import { runCommand, type ServerProcess, startServer } from '../../../support/server-process.ts'

jest.setTimeout(180_000)

const FILM = '/odata/v4/SagaFilm'
const ID = randomUUID()
const PLANET = `Planet(${ID})`
const COUNT = 'Planet?$count=true&$top=0'
const TOLD = 'answers are kept until the database tells of a change'

let postgres: Postgres
let owner: PostgresClient
let server: ServerProcess
let env: Record<string, string>

const sql = async (text: string): Promise<Record<string, unknown>[]> => (await owner.query(text)).rows

beforeAll(async () => {
  postgres = await startPostgres({ settings: { wal_level: 'logical' } })
  owner = await connectPostgres(postgres.credentials)
  const { port, password } = postgres.credentials
  env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  runCommand('npx cds deploy --profile pg', { env })
  await sql(`CREATE ROLE saga LOGIN PASSWORD 'saga'; GRANT CREATE ON DATABASE postgres TO saga;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO saga;
    CREATE ROLE stranger LOGIN PASSWORD 'stranger';
    INSERT INTO saga_planet (id, name, climate, gravity, diameter) VALUES ('${ID}', 'Kept', 'first', '1', '2')`)
  const user = { CDS_REQUIRES_DB_CREDENTIALS_USER: 'saga', CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: 'saga' }
  server = await startServer(`${SERVE} --profile pg`, { env: { ...env, ...user } })
})
afterAll(async () => {
  await server.stop()
  await owner.end()
  await postgres.stop()
})

const get = async (path: string): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${server.url}${FILM}/${path}`, { headers: { connection: 'close' } })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** Asks until the answer is as it is now: an answer that is kept for its whole age would not be. */
const expectSoon = async (path: string, expected: Record<string, unknown>): Promise<void> => {
  const started = performance.now()
  const isNow = async (): Promise<boolean> => {
    const answer = await get(path)
    return Object.entries(expected).every(([name, value]) => answer[name] === value)
  }
  while (!(await isNow())) {
    if (performance.now() - started > 10_000) expect(await get(path)).toMatchObject(expected)
    await setTimeout(50)
  }
}

const hits = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/read_cache_requests_total\{[^}]*result="hit"[^}]*\} (\d+)/.exec(text)?.[1])
}

/** Reads until an answer comes from memory. */
const keep = async (path: string): Promise<Record<string, unknown>> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const before = await hits()
    const answer = await get(path)
    if ((await hits()) > before) return answer
  }
  throw new Error(`${path} is not kept`)
}

/** Reads until the server has said last why it keeps answers. */
const trust = async (words: string): Promise<void> => {
  const last = (): string =>
    server
      .output()
      .split('\n')
      .findLast((line) => /answers are (not )?kept/.test(line)) ?? ''
  for (let attempt = 0; attempt < 200 && !last().includes(words); attempt++) {
    await get(PLANET)
    await setTimeout(50)
  }
  expect(last()).toContain(words)
}

const setClimate = (climate: string, table = 'saga_planet') =>
  sql(`UPDATE ${table} SET climate = '${climate}' WHERE id = '${ID}'`)

/** The columns of a view, with something else for one of them. */
const columnsOf = async (view: string, replaced: Record<string, string>): Promise<string> => {
  const rows = await sql(
    `SELECT attname FROM pg_attribute WHERE attrelid = '${view}'::regclass AND attnum > 0 ORDER BY attnum`,
  )
  return rows.map(({ attname }) => `${replaced[String(attname)] ?? String(attname)} AS ${String(attname)}`).join(', ')
}

test('a trigger that is disabled for a moment', async () => {
  await keep(PLANET)
  await sql(`ALTER TABLE saga_planet DISABLE TRIGGER read_cache_changed`)
  await setClimate('unheard')
  await sql(`ALTER TABLE saga_planet ENABLE ALWAYS TRIGGER read_cache_changed`)
  await expectSoon(PLANET, { climate: 'unheard' })
})

test('a trigger that stays disabled: answers are kept until anything is committed, which is said once', async () => {
  await sql(`ALTER TABLE saga_planet DISABLE TRIGGER read_cache_changed`)
  await trust('saga_planet lacks a trigger')
  for (const climate of ['a', 'b', 'c']) {
    await keep(PLANET)
    await setClimate(climate)
    await expectSoon(PLANET, { climate })
  }
  expect(server.output().match(/saga_planet lacks a trigger/g)).toHaveLength(1)
  await sql(`ALTER TABLE saga_planet ENABLE ALWAYS TRIGGER read_cache_changed`)
  await trust(TOLD)
})

test('a view that is replaced, and takes its rows from elsewhere', async () => {
  const [{ definition } = {}] = await sql(`SELECT pg_get_viewdef('sagafilm_planet') AS definition`)
  await keep(PLANET)
  await sql(`CREATE TABLE elsewhere AS SELECT 'elsewhere'::varchar AS climate;
    CREATE OR REPLACE VIEW sagafilm_planet AS SELECT ${await columnsOf('sagafilm_planet', { climate: '(SELECT climate FROM elsewhere)::varchar(200)' })} FROM saga_planet`)
  await expectSoon(PLANET, { climate: 'elsewhere' })
  await trust('elsewhere is not part of the model')
  await keep(PLANET)
  await sql(`UPDATE elsewhere SET climate = 'still elsewhere'`)
  await expectSoon(PLANET, { climate: 'still elsewhere' })
  await sql(`CREATE OR REPLACE VIEW sagafilm_planet AS ${String(definition)}; DROP TABLE elsewhere`)
  await expectSoon(PLANET, { climate: 'c' })
  await trust(TOLD)
})

test('a table that others take the place of, by names', async () => {
  await keep(PLANET)
  await sql(`CREATE TABLE other (LIKE saga_planet INCLUDING ALL); INSERT INTO other SELECT * FROM saga_planet;
    GRANT ALL ON other TO saga`)
  await setClimate('other', 'other')
  const swap = async (): Promise<void> => {
    const [{ definition } = {}] = await sql(`SELECT pg_get_viewdef('sagafilm_planet') AS definition`)
    const view = String(definition).replaceAll('saga_planet', 'other')
    await sql(`BEGIN; CREATE OR REPLACE VIEW sagafilm_planet AS ${view};
      ALTER TABLE saga_planet RENAME TO aside; ALTER TABLE other RENAME TO saga_planet; ALTER TABLE aside RENAME TO other;
      COMMIT`)
  }
  await swap()
  await expectSoon(PLANET, { climate: 'other' })
  await keep(PLANET)
  await setClimate('untold')
  await expectSoon(PLANET, { climate: 'untold' })
  await swap()
  await expectSoon(PLANET, { climate: 'c' })
  await sql('DROP TABLE other')
  await trust(TOLD)
})

test('row-level security that is switched on, and its policies', async () => {
  await sql(`ALTER VIEW sagafilm_planet SET (security_invoker = true)`)
  await keep(PLANET)
  await sql(`ALTER TABLE saga_planet ENABLE ROW LEVEL SECURITY`)
  await expectSoon(PLANET, { status: 404 })
  await sql(`CREATE POLICY mine ON saga_planet USING (climate = 'c')`)
  await expectSoon(PLANET, { status: 200 })
  await keep(PLANET)
  await sql(`ALTER POLICY mine ON saga_planet USING (climate = 'd')`)
  await expectSoon(PLANET, { status: 404 })
  await sql(`DROP POLICY mine ON saga_planet; ALTER TABLE saga_planet DISABLE ROW LEVEL SECURITY;
    ALTER VIEW sagafilm_planet RESET (security_invoker)`)
  await expectSoon(PLANET, { status: 200 })
  await trust(TOLD)
})

test('columns that exchange their names', async () => {
  const { gravity, diameter } = await keep(PLANET)
  const exchange = `ALTER TABLE saga_planet RENAME gravity TO aside; ALTER TABLE saga_planet RENAME diameter TO gravity;
    ALTER TABLE saga_planet RENAME aside TO diameter`
  const [{ definition } = {}] = await sql(`SELECT pg_get_viewdef('sagafilm_planet') AS definition`)
  await sql(`BEGIN; ${exchange}; CREATE OR REPLACE VIEW sagafilm_planet AS ${String(definition)}; COMMIT`)
  await expectSoon(PLANET, { gravity: diameter, diameter: gravity })
  await sql(`BEGIN; ${exchange}; CREATE OR REPLACE VIEW sagafilm_planet AS ${String(definition)}; COMMIT`)
  await expectSoon(PLANET, { gravity, diameter })
})

test('a table that inherits, or is a partition: a deployment has it tell of changes, too', async () => {
  const { '@odata.count': count } = (await keep(COUNT)) as { '@odata.count': number }
  const insert = (table: string): string => `INSERT INTO ${table} (id, name) VALUES ('${randomUUID()}', 'Heir')`
  await sql(`CREATE TABLE heir () INHERITS (saga_planet); ${insert('heir')}`)
  await expectSoon(COUNT, { '@odata.count': count + 1 })
  await trust('heir lacks a trigger')
  await keep(COUNT)
  await sql(insert('heir'))
  await expectSoon(COUNT, { '@odata.count': count + 2 })
  runCommand('npx cds deploy --profile pg', { env })
  // Connections that the server has closed meanwhile must be noticed before they are used again.
  await setTimeout(100)
  await trust(TOLD)
  await keep(COUNT)
  await sql(insert('heir'))
  await expectSoon(COUNT, { '@odata.count': count + 3 })
  await sql('DROP TABLE heir')
  await expectSoon(COUNT, { '@odata.count': count })
  await trust(TOLD)
})

test('partitions, however deep, and those that are attached later', async () => {
  await sql(`CREATE TABLE parted (id integer, part text) PARTITION BY LIST (part);
    CREATE TABLE parted_a PARTITION OF parted FOR VALUES IN ('a') PARTITION BY RANGE (id);
    CREATE TABLE parted_a_1 PARTITION OF parted_a FOR VALUES FROM (0) TO (1000);
    CREATE TABLE "Parted ""b" (id integer, part text)`)
  const query = (text: string, values?: readonly unknown[]) => owner.query({ text, values })
  const judge = async () =>
    judgeStructure((await readStructure(query, ['parted'])).relations, new Map([['parted', ['parted']]]))
  const heard: unknown[] = []
  owner.on('notification', (message) => heard.push((message as { payload?: string }).payload))
  await sql('LISTEN read_cache_changed')

  expect((await judge()).reasons).toHaveLength(3)
  await installTriggers(query, ['parted'])
  expect(await judge()).toEqual({ trust: 'told', reasons: [], hasEffects: false })
  await sql(`ALTER TABLE parted ATTACH PARTITION "Parted ""b" FOR VALUES IN ('b')`)
  expect((await judge()).reasons).toEqual(['"Parted ""b" lacks a trigger that tells of changes, or it is disabled'])
  await installTriggers(query, ['parted'])
  expect(await judge()).toMatchObject({ trust: 'told' })

  await sql('ALTER TABLE parted_a_1 DISABLE TRIGGER read_cache_replicated')
  expect(await judge()).toMatchObject({ trust: 'any' })
  await installTriggers(query, ['parted'])
  expect(await judge()).toMatchObject({ trust: 'told' })

  heard.length = 0
  await sql(`INSERT INTO parted_a_1 VALUES (1, 'a')`)
  await sql(`TRUNCATE "Parted ""b"`)
  await sql(`DELETE FROM parted`)
  await sql('UNLISTEN read_cache_changed; DROP TABLE parted')
  expect(heard).toEqual(['parted', 'parted', 'parted'])
})

test('what logical replication writes: inserts, updates, deletions, truncations', async () => {
  const { port, password } = postgres.credentials
  await sql('CREATE DATABASE source')
  const source = await connectPostgres({ ...postgres.credentials, database: 'source' })
  await source.query(`CREATE TABLE saga_species (id varchar(36) PRIMARY KEY, name varchar(100))`)
  await source.query('CREATE PUBLICATION all_rows FOR TABLE saga_species')
  await source.query(`SELECT pg_create_logical_replication_slot('copy', 'pgoutput')`)
  await sql(`CREATE SUBSCRIPTION copy CONNECTION 'host=127.0.0.1 port=${port} user=postgres password=${password} dbname=source'
    PUBLICATION all_rows WITH (create_slot = false, slot_name = copy, copy_data = false)`)
  const path = `Species(${ID})`
  const all = 'Species?$count=true&$top=0'
  // PostgreSQL truncates no table that others refer to, unless they are truncated along with it.
  for (const table of ['film2species_specie', 'episode2species_specie', 'species2people_species'])
    await sql(`ALTER TABLE saga_${table.replace(/_.*/, '')} DROP CONSTRAINT c__saga_${table}`)
  try {
    await source.query(`INSERT INTO saga_species VALUES ('${ID}', 'One')`)
    await expectSoon(path, { name: 'One' })
    for (const name of ['Two', 'Three']) {
      await keep(path)
      await source.query(`UPDATE saga_species SET name = '${name}'`)
      await expectSoon(path, { name })
    }
    await keep(path)
    await keep(all)
    await source.query('DELETE FROM saga_species')
    await expectSoon(path, { status: 404 })
    await keep(all)
    await source.query('TRUNCATE saga_species CASCADE')
    await expectSoon(all, { '@odata.count': 0 })
    expect(server.output()).not.toContain('saga_species lacks')
  } finally {
    await sql('ALTER SUBSCRIPTION copy DISABLE')
    await sql('ALTER SUBSCRIPTION copy SET (slot_name = NONE)')
    await sql('DROP SUBSCRIPTION copy')
    await source.end()
  }
})

test('notifications of somebody without rights cost neither memory nor answers', async () => {
  const stranger = await connectPostgres({ ...postgres.credentials, user: 'stranger', password: 'stranger' })
  for (let turn = 0; turn < 10; turn++)
    await stranger.query(
      `SELECT pg_notify('read_cache_changed', ${turn} || ' ' || n || repeat('x', 1000)) FROM generate_series(1, 3000) AS n`,
    )
  await keep(PLANET)
  await stranger.query(
    `SELECT pg_notify('read_cache_changed', CASE n % 2 WHEN 0 THEN '+' ELSE 'saga_planet' END) FROM generate_series(1, 10000) AS n`,
  )
  await stranger.end()
  await keep(PLANET)
})
