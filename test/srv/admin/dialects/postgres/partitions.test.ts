/** Partitions, inheritance and constraints that were never checked, in copies, clones and lists. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, useEngine } from '../../../../support/engines.ts'

const engine = useEngine('PostgreSQL')
let limited: Database | undefined
const api = startEngineApi(engine, ROUTES)
const limitedApi = startEngineApi(() => ({ ...engine(), ...(limited && { database: limited }) }), ROUTES)
const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
const copy = (body: Record<string, unknown>) => api.post('/tableCopy', { includeData: true, ...body }, 'admin')

beforeAll(async () => {
  await execute(
    engine().database,
    'CREATE TABLE kind (id int PRIMARY KEY)',
    'INSERT INTO kind VALUES (1), (2)',
    `CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
    `CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY, at date NOT NULL, kind int REFERENCES kind (id), PRIMARY KEY (id, at))
       PARTITION BY RANGE (at)`,
    'CREATE INDEX event_kind ON event (kind)',
    'CREATE TRIGGER quiet BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION quiet()',
    `CREATE TABLE event_old PARTITION OF event FOR VALUES FROM (MINVALUE) TO ('2026-01-01')`,
    `CREATE TABLE event_new PARTITION OF event FOR VALUES FROM ('2026-01-01') TO (MAXVALUE)`,
    `INSERT INTO event (at, kind) SELECT date '2020-01-01' + n, 1 FROM generate_series(1, 500) n`,
    // A foreign key to a partitioned table has a row in the catalog for each of its partitions.
    'CREATE TABLE note (event bigint, at date, FOREIGN KEY (event, at) REFERENCES event (id, at))',
    'INSERT INTO note SELECT id, at FROM event LIMIT 3',
    'CREATE TABLE animal (name text, age int)',
    'CREATE TABLE dog (breed text) INHERITS (animal)',
    `INSERT INTO animal VALUES ('cat', -1)`,
    `INSERT INTO dog VALUES ('Rex', 3, 'collie')`,
    'ALTER TABLE animal ADD CONSTRAINT grown CHECK (age >= 0) NOT VALID',
    `COMMENT ON CONSTRAINT grown ON animal IS 'from now on'`,
    'CREATE TABLE loose (kind int)',
    'INSERT INTO loose VALUES (99)',
    'ALTER TABLE loose ADD CONSTRAINT known FOREIGN KEY (kind) REFERENCES kind (id) NOT VALID',
    'CREATE VIEW ages AS SELECT name, age FROM animal',
    "CREATE ROLE reader LOGIN PASSWORD 'reader'",
    'GRANT SELECT ON kind, ages TO reader',
  )
  await execute(engine().database, 'ANALYZE event_old')
  limited = openPostgres({ ...engine().server?.credentials, user: 'reader', password: 'reader' })
})
afterAll(() => limited?.close())

test('a copied partition keeps what it has from its parent, but for its numbering', async () => {
  const answer = await copy({ sourceTable: 'event_old', targetTable: 'event_copy', includeTriggers: true })
  expect(answer).toMatchObject({ success: true, rowsCopied: 500, constraints: 2, indexes: 1, triggers: 1 })
  expect((answer['skipped'] as { type: string; name: string }[]).map(({ type, name }) => [type, name])).toEqual([
    ['identity', 'id'],
    ['inheritance', 'event_old of event'],
  ])
  await expect(
    execute(engine().database, `INSERT INTO event_copy (id, at, kind) VALUES (1000, '2025-01-01', 77)`),
  ).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
  expect(
    await rows(`SELECT count(*) FROM pg_trigger WHERE tgrelid = 'event_copy'::regclass AND NOT tgisinternal`),
  ).toEqual([[1]])
})

test('a key to a partitioned table is copied once', async () => {
  expect(await copy({ sourceTable: 'note', targetTable: 'note_copy' })).toMatchObject({ rowsCopied: 3, constraints: 1 })
  expect(await copy({ sourceTable: 'event', targetTable: 'event_all' })).toMatchObject({ rowsCopied: 500 })
})

test('rows that violate what was never checked are copied, and the constraint stays unchecked', async () => {
  expect(await copy({ sourceTable: 'animal', targetTable: 'beast' })).toMatchObject({
    success: true,
    // Those of the dogs are their own.
    rowsCopied: 1,
    skipped: [{ type: 'child', name: 'dog' }],
  })
  const checked = `SELECT convalidated, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 'beast'::regclass`
  expect(await rows(checked)).toEqual([[false, 'from now on']])
  await expect(execute(engine().database, `INSERT INTO beast VALUES ('x', -5)`)).rejects.toMatchObject({
    code: 'CONSTRAINT_VIOLATION',
  })
  expect(await copy({ sourceTable: 'loose', targetTable: 'looser' })).toMatchObject({ rowsCopied: 1, constraints: 1 })
})

test('so are they in clones, in which a partition without its parent keeps what it had from it', async () => {
  const body = { source: 'public', includeData: true }
  expect(await api.post('/schemaClone', { ...body, target: 'whole' }, 'admin')).toMatchObject({ success: true })
  expect(await rows(`SELECT convalidated FROM pg_constraint WHERE conrelid = 'whole.animal'::regclass`)).toEqual([
    [false],
  ])
  expect(await rows(`SELECT count(*) FROM whole.animal`)).toEqual([[2]])
  const alone = { ...body, target: 'alone', excludeTables: 'event,note,event_all,note_copy' }
  expect(await api.post('/schemaClone', alone, 'admin')).toMatchObject({ success: true })
  const kept = `SELECT contype::text FROM pg_constraint WHERE conrelid = 'alone.event_old'::regclass AND contype IN ('f', 'p') ORDER BY 1`
  expect(await rows(kept)).toEqual([['f'], ['p']])
})

test('rows of several tables may have the same key, and are told apart all the same', async () => {
  await execute(
    engine().database,
    'CREATE TABLE plant (id int PRIMARY KEY, name text)',
    'CREATE TABLE tree () INHERITS (plant)',
    `INSERT INTO plant VALUES (1, 'moss')`,
    `INSERT INTO tree VALUES (1, 'oak'), (2, 'elm')`,
  )
  expect(await copy({ sourceTable: 'plant', targetTable: 'herb' })).toMatchObject({ rowsCopied: 1 })
  const sides = { table1: 'plant', table2: 'herb' }
  expect(await api.post('/compareData', sides)).toMatchObject({
    table1: { rowCount: 3 },
    table2: { rowCount: 1 },
    summary: { matching: 1, different: 0, onlyInTable1: 2, onlyInTable2: 0, duplicateKeys1: 1 },
  })
  expect(await api.post('/dataDiff', sides)).toMatchObject({ code: 'KEY_REQUIRED' })
  await execute(engine().database, 'DROP TABLE tree, plant')
})

test('a partitioned table has the rows and pages of its partitions', async () => {
  const { tables } = (await api.get('/tables?schema=public&pattern=event')) as { tables: Record<string, unknown>[] }
  const [[bytes] = []] = await rows(`SELECT pg_total_relation_size('event_old') + pg_total_relation_size('event_new')`)
  // One of them has never been analysed, but it has no page.
  expect(tables).toMatchObject([
    { name: 'event', type: 'partitioned', rowCount: 500, sizeBytes: bytes, readable: true },
  ])
})

test('what the user of the database may not read is marked', async () => {
  const marks = async (list: string): Promise<Record<string, unknown>> => {
    const listed = (await limitedApi.get(`/${list}?schema=public`)) as Record<
      string,
      { name: string; readable: unknown }[]
    >
    return Object.fromEntries((listed[list] ?? []).map(({ name, readable }) => [name, readable]))
  }
  expect(await marks('tables')).toMatchObject({ kind: true, animal: false, event: false })
  expect(await marks('views')).toMatchObject({ ages: true })
})
