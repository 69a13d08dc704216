/** What PostgreSQL has and SQLite has not, cloned and copied over HTTP, compared object by object through the catalog. */
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, unhurried, useEngine } from '../../../../support/engines.ts'
import { objectsOf } from '../../../../support/postgres-objects.ts'

const SCHEMA = `
  CREATE TYPE mood AS ENUM ('calm', 'angry');
  CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.changed := 1; RETURN NEW; END $$;
  CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT n * 2';
  CREATE SEQUENCE shared AS smallint INCREMENT BY 5 MINVALUE 5 MAXVALUE 500 START WITH 10 CACHE 3 CYCLE;
  CREATE TABLE "Owner" ("Id" integer GENERATED ALWAYS AS IDENTITY (START WITH 100 INCREMENT BY 10), "Name" text COMPRESSION pglz,
    mood mood DEFAULT 'calm', PRIMARY KEY ("Id") INCLUDE ("Name"));
  CREATE TABLE ship (id serial, number bigint DEFAULT nextval('shared'), label text DEFAULT 'S-' || nextval('shared'), owner integer,
    crew positive, twice_crew integer GENERATED ALWAYS AS (twice(crew)) STORED, seats integer, free integer GENERATED ALWAYS AS (seats - 1) VIRTUAL,
    during int4range, changed integer, previous integer,
    CONSTRAINT "ship key" PRIMARY KEY (id), CONSTRAINT few CHECK (crew < 1000) NO INHERIT,
    CONSTRAINT no_overlap EXCLUDE USING gist (during WITH &&), CONSTRAINT label_once UNIQUE NULLS NOT DISTINCT (label) DEFERRABLE INITIALLY DEFERRED)
    WITH (fillfactor = 70, autovacuum_enabled = false);
  ALTER TABLE ship ADD CONSTRAINT to_owner FOREIGN KEY (owner) REFERENCES "Owner" ("Id") ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE,
    ADD CONSTRAINT to_itself FOREIGN KEY (previous) REFERENCES ship (id) NOT VALID;
  ALTER TABLE ship ADD CONSTRAINT far FOREIGN KEY (seats) REFERENCES elsewhere.harbour (id);
  CREATE INDEX ship_lower ON ship (lower(label) COLLATE "C" DESC NULLS LAST, twice(crew)) INCLUDE (seats) WITH (fillfactor = 50) WHERE crew > 1;
  CREATE STATISTICS ship_stat (ndistinct, mcv) ON crew, seats FROM ship;
  CREATE TRIGGER stamp_it BEFORE UPDATE OF crew, seats ON ship FOR EACH ROW WHEN (OLD.crew IS DISTINCT FROM NEW.crew) EXECUTE FUNCTION stamp();
  CREATE TRIGGER never BEFORE INSERT ON ship FOR EACH ROW EXECUTE FUNCTION stamp();
  ALTER TABLE ship DISABLE TRIGGER never;
  CREATE UNLOGGED TABLE scratch (a integer);
  CREATE TABLE base (a integer CHECK (a > 0)); CREATE TABLE derived (b integer) INHERITS (base);
  CREATE TABLE log (at date NOT NULL, kind integer, text text, PRIMARY KEY (at, kind)) PARTITION BY RANGE (at);
  CREATE INDEX log_text ON log (text);
  CREATE TABLE log_old PARTITION OF log FOR VALUES FROM (MINVALUE) TO ('2026-01-01');
  CREATE TABLE log_new PARTITION OF log FOR VALUES FROM ('2026-01-01') TO (MAXVALUE) PARTITION BY LIST (kind);
  CREATE TABLE log_new_1 PARTITION OF log_new FOR VALUES IN (1); CREATE TABLE log_rest PARTITION OF log_new DEFAULT;
  CREATE INDEX rest_only ON log_rest (kind);
  CREATE VIEW z_first WITH (security_barrier) AS SELECT id, crew, twice(crew) AS double FROM ship WHERE crew > 1 WITH CASCADED CHECK OPTION;
  CREATE VIEW a_last AS SELECT z.id, o."Name" FROM z_first z LEFT JOIN "Owner" o ON o."Id" = z.id WHERE o.mood = 'calm'::mood;
  CREATE FUNCTION ignore() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
  CREATE TRIGGER instead INSTEAD OF INSERT ON a_last FOR EACH ROW EXECUTE FUNCTION ignore();
  CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM a_last; CREATE UNIQUE INDEX m_n ON m (n);
  COMMENT ON SCHEMA fleet IS 'It''s a \\ fleet'; COMMENT ON TABLE ship IS 'ships'; COMMENT ON STATISTICS ship_stat IS 'known'; COMMENT ON COLUMN ship.crew IS 'heads';
  COMMENT ON VIEW a_last IS 'last'; COMMENT ON COLUMN a_last."Name" IS 'of the owner'; COMMENT ON MATERIALIZED VIEW m IS 'counted';
  COMMENT ON INDEX ship_lower IS 'lower'; COMMENT ON SEQUENCE shared IS 'five'; COMMENT ON TRIGGER never ON ship IS 'off';
  COMMENT ON CONSTRAINT to_owner ON ship IS 'owned'; COMMENT ON CONSTRAINT "ship key" ON ship IS 'key'; COMMENT ON CONSTRAINT few ON ship IS 'few';
  INSERT INTO "Owner" ("Name") VALUES ('Han'), ('Lando');
  INSERT INTO ship (owner, crew, seats, during, previous) VALUES (100, 2, 4, '[1,2]', NULL), (110, 5, 4, '[3,4]', 1);
  INSERT INTO derived VALUES (1, 2); INSERT INTO base VALUES (3);
  INSERT INTO log VALUES ('2025-05-04', 1, 'old'), ('2026-05-04', 1, 'one'), ('2026-05-04', 2, 'two'); REFRESH MATERIALIZED VIEW m;
  CREATE POLICY own ON ship USING (true); ALTER TABLE ship ENABLE ROW LEVEL SECURITY; GRANT SELECT ON ship TO PUBLIC;
  CREATE RULE quiet AS ON DELETE TO scratch DO INSTEAD NOTHING`

const engine = useEngine('PostgreSQL')
// The source is the current schema, which is open.
let database: Database | undefined
const api = startEngineApi(() => ({ ...engine(), ...(database && { database }) }), ROUTES)
afterAll(() => database?.close())
const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
const clone = (body: Record<string, unknown>) => api.post('/schemaClone', { source: 'fleet', ...body }, 'admin')

beforeAll(async () => {
  database = openPostgres({ ...engine().server?.credentials, schema: 'fleet' })
  await execute(engine().database, 'CREATE SCHEMA elsewhere', 'CREATE TABLE elsewhere.harbour (id integer PRIMARY KEY)')
  await execute(
    engine().database,
    'INSERT INTO elsewhere.harbour VALUES (4)',
    'CREATE SCHEMA fleet',
    'SET LOCAL search_path = fleet',
    ...statementsOf(SCHEMA),
  )
})

/** The statements of a script; those inside of `$$` stay whole. */
const statementsOf = (script: string): string[] => script.split(/;\s*(?=CREATE|ALTER|COMMENT|INSERT|GRANT|REFRESH)/)

test('a clone has every object of its source, each with the same definition', async () => {
  const answer = await clone({ target: 'clone', includeData: true, includeTriggers: true, includePolicies: true })
  expect(answer).toMatchObject({
    success: true,
    tablesCloned: 10,
    viewsCloned: 3,
    foreignKeys: 3,
    triggers: 3,
    sequences: 3,
    indexes: 4,
  })
  const own = await objectsOf(engine(), 'fleet')
  const { comment, ...cloned } = await objectsOf(engine(), 'clone', 'fleet')
  const { comment: ownComment, ...others } = own
  expect(cloned).toEqual(others)
  // It says itself that it is a clone.
  const said = String(ownComment?.[0]?.['comment'])
  expect(comment).toEqual([{ comment: `${said}\nCopied by the administration API` }])
  expect(own['relations']?.length).toBeGreaterThan(25)
  const { success, summary, views, triggers, tables } = await api.post('/compareSchema', {
    schema1: 'fleet',
    schema2: 'clone',
  })
  expect({ success, summary, views, triggers, tables }).toMatchObject({
    success: true,
    summary: {
      tableMatches: 10,
      tableDifferences: 0,
      indexDifferences: 0,
      constraintDifferences: 0,
      sequenceDifferences: 0,
    },
    ...{ views: [], triggers: [], tables: { different: [] } },
  })
})

test('rows, numbers and partitions of the clone are its own', async () => {
  expect(await clone({ target: 'rows', includeData: true })).toMatchObject({
    rowsCopied: 2 + 2 + 1 + 1 + 3,
    tables: expect.arrayContaining([
      { name: 'log', rows: 0 },
      { name: 'log_old', rows: 1 },
      { name: 'base', rows: 1 },
      { name: 'derived', rows: 1 },
    ]) as unknown,
  })
  const [source, target] = await Promise.all(
    ['fleet', 'rows'].map(async (schema) => [
      await rows(`SELECT * FROM ${schema}.ship ORDER BY id`),
      await rows(`SELECT tableoid::regclass::text ~ 'log_old', at, kind, text FROM ${schema}.log ORDER BY 2, 3`),
      await rows(`SELECT * FROM ${schema}.base ORDER BY 1`),
      await rows(`SELECT * FROM ${schema}.m`),
    ]),
  )
  expect(target).toEqual(source)
  const numbers = async (schema: string) => {
    await execute(engine().database, `INSERT INTO ${schema}."Owner" ("Name") VALUES ('Leia')`)
    // The connection that filled the source may still hold numbers of CACHE, and others not.
    await execute(engine().database, 'DISCARD SEQUENCES', `INSERT INTO ${schema}.ship (crew) VALUES (3)`)
    return rows(
      `SELECT (SELECT max("Id") FROM ${schema}."Owner"), id, number, label FROM ${schema}.ship WHERE crew = 3`,
    )
  }
  expect(await numbers('rows')).toEqual(await numbers('fleet'))
  await execute(
    engine().database,
    `DELETE FROM fleet.ship WHERE crew = 3`,
    `DELETE FROM fleet."Owner" WHERE "Name" = 'Leia'`,
  )
  // Into a partition of the clone, through its parent.
  await execute(engine().database, `INSERT INTO rows.log VALUES ('2030-01-01', 9, 'later')`)
  expect(await rows(`SELECT text FROM rows.log_rest ORDER BY 1`)).toEqual([['later'], ['two']])
  expect(await rows(`SELECT count(*) FROM fleet.log`)).toEqual([[3]])
})

test('nothing of the clone depends on tables and sequences of the source', async () => {
  await clone({ target: 'lonely', includeData: true })
  // Without CASCADE this fails for as long as anything outside uses one of them.
  const drop = engine().database.write(unhurried(), async (session) => {
    for (const sql of [
      'DROP MATERIALIZED VIEW fleet.m',
      'DROP VIEW fleet.a_last, fleet.z_first',
      'DROP TABLE fleet.ship, fleet."Owner", fleet.scratch, fleet.derived, fleet.base, fleet.log',
      'DROP SEQUENCE fleet.shared',
    ])
      await session.execute({ sql, parameters: [] })
    throw new Error('all could be dropped')
  })
  await expect(drop).rejects.toThrow('all could be dropped')
})

test('what is not copied is told with the reason', async () => {
  const { skipped } = await clone({ target: 'told', dryRun: true })
  expect((skipped as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`)).toEqual([
    'function ignore()',
    'function stamp()',
    'function twice(n integer)',
    'grants ship',
    'policy own on ship',
    'rowSecurity ship',
    'rule quiet on scratch',
    'type mood',
    'type positive',
    'trigger instead',
    'trigger never',
    'trigger stamp_it',
  ])
  expect(skipped).toContainEqual(expect.objectContaining({ reason: expect.stringMatching(/not copied/) as string }))
})

test('without the parent a partition is a table, and without its owner no sequence is left', async () => {
  const answer = await clone({ target: 'part', includeData: true, excludeTables: ['log', 'Owner', 'base'] })
  expect(answer).toMatchObject({ success: true, tablesCloned: 7, rowsCopied: 2 + 1 + 3, sequences: 2 })
  const told = (answer['skipped'] as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`)
  expect(told).toEqual(
    expect.arrayContaining([
      'foreignKey to_owner',
      'inheritance derived of base',
      'inheritance log_new of log',
      'inheritance log_old of log',
      'view a_last',
      'view m',
    ]),
  )
})

test('a copied table has the same columns, keys, checks, defaults and triggers', async () => {
  const answer = await api.post(
    '/tableCopy',
    { sourceTable: 'ship', targetTable: 'boat', includeData: true, includeTriggers: true },
    'admin',
  )
  expect(answer).toMatchObject({ success: true, rowsCopied: 2, constraints: 7, indexes: 1, triggers: 2 })
  const { columns = [], constraints = [], triggers = [] } = await objectsOf(engine(), 'fleet')
  const of = (list: typeof columns, table: string) =>
    list
      .filter((row) => row['relname'] === table)
      .map((row) => JSON.stringify(row).replaceAll(table, 'TABLE'))
      .sort()
  expect(of(columns, 'boat')).toEqual(of(columns, 'ship'))
  expect(of(triggers, 'boat').map((text) => text.replace('off', ''))).toHaveLength(2)
  const definitions = (table: string) =>
    constraints
      .flatMap((row) => (row['relname'] === table ? [String(row['definition']).replace(table, 'TABLE')] : []))
      .sort()
  expect(definitions('boat')).toEqual(definitions('ship'))
  await execute(engine().database, 'DROP TABLE fleet.boat')
})

test('numbers of a copied table come from sequences of its own, whatever they are called', async () => {
  const long = 'x'.repeat(63)
  await execute(engine().database, 'CREATE SEQUENCE fleet.boat_id_seq')
  for (const targetTable of ['boat', long])
    expect(await api.post('/tableCopy', { sourceTable: 'ship', targetTable }, 'admin')).toMatchObject({ success: true })
  expect(
    await api.post('/tableCopy', { sourceTable: 'Owner', targetTable: 'Boss', includeData: true }, 'admin'),
  ).toMatchObject({
    success: true,
    rowsCopied: 2,
  })
  await execute(
    engine().database,
    'INSERT INTO fleet.boat (crew) VALUES (1)',
    `INSERT INTO fleet."Boss" ("Name") VALUES ('Jabba')`,
  )
  expect(await rows('SELECT id FROM fleet.boat')).toEqual([[1]])
  expect(await rows(`SELECT "Id" FROM fleet."Boss" WHERE "Name" = 'Jabba'`)).toEqual([[130]])
  await execute(
    engine().database,
    'DROP TABLE fleet.boat, fleet."Boss"',
    `DROP TABLE fleet.${long}`,
    'DROP SEQUENCE fleet.boat_id_seq',
  )
})
