/** Clones of a schema that strangers could have, compared with it through the catalog. */
import { CatalogNames } from '../../../../../../srv/admin/catalog/names.ts'
import { ROUTES } from '../../../../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../../../../srv/admin/operations/operation.ts'
import { startEngineApi } from '../../../../../support/engine-api.ts'
import { execute, query, type TestEngine, useEngine } from '../../../../../support/engines.ts'
import { allObjectsOf, objectsOf } from '../../../../../support/postgres-objects.ts'
import { STRANGE, STRANGE_ROWS, STRANGE_SCHEMA } from '../../../../../support/strange-schema.ts'

type Told = readonly { readonly type: string; readonly name: string; readonly reason: string; readonly note: string }[]

const engine = useEngine('PostgreSQL')
const allowed = [STRANGE_SCHEMA, 'loose', 'whole', 'bare', 'dry', 'copy', 'copy_2', 'copy_3', 'copy_4']
const names = ({ dialect }: TestEngine, cloned: SchemaRegister) => new CatalogNames(dialect, allowed, cloned)
const api = startEngineApi(engine, ROUTES, { names, settings: { allowedSchemas: allowed } })
const clone = (body: Record<string, unknown>) => api.post('/schemaClone', body, 'admin')
const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
const ALL = {
  ...{ includeTriggers: true, includeTypes: true, includeFunctions: true },
  ...{ includePolicies: true, includeGrants: true, includeData: true },
}

beforeAll(() =>
  execute(
    engine().database,
    'CREATE ROLE "Odd role"',
    `CREATE SCHEMA "Odd ""schema"`,
    `SET LOCAL search_path = "Odd ""schema"`,
    ...STRANGE,
    ...STRANGE_ROWS,
  ),
)

test('a clone with all that can be asked for is as its source', async () => {
  const answer = await clone({ source: STRANGE_SCHEMA, target: 'whole', ...ALL })
  expect(answer).toMatchObject({ success: true, skipped: [], notes: [] })
  const { comment, routines, ...source } = await allObjectsOf(engine(), STRANGE_SCHEMA)
  const { comment: cloned, routines: own, ...target } = await allObjectsOf(engine(), 'whole')
  expect(target).toEqual(source)
  expect(own).toEqual(routines)
  expect([comment, cloned]).toEqual([[{ comment: null }], [{ comment: 'Copied by the administration API' }]])
})

test('without these parts the rest is as in the source, and each part is told by name', async () => {
  const answer = await clone({ source: STRANGE_SCHEMA, target: 'bare', includeData: true })
  expect(answer).toMatchObject({
    success: true,
    notes: [],
    triggers: 0,
    types: 0,
    functions: 0,
    policies: 0,
    grants: 0,
  })
  const { comment, triggers, settings, sequences, ...source } = await objectsOf(engine(), STRANGE_SCHEMA)
  const {
    settings: ownSettings,
    sequences: ownSequences,
    ...target
  } = await objectsOf(engine(), 'bare', STRANGE_SCHEMA)
  // A view that gives its rows to a function of the source cannot be there.
  const kept = Object.entries(source).map(([topic, list]) => [
    topic,
    list.filter(({ relname, conname }) => relname !== 'a_view' && conname !== 'later'),
  ])
  expect(target).toEqual({ ...Object.fromEntries(kept), triggers: [], comment: expect.anything() as unknown })
  expect(ownSequences).toEqual(sequences)
  const open = { relrowsecurity: false, relforcerowsecurity: false }
  expect(ownSettings).toEqual(settings?.map((row) => ({ ...row, ...('relrowsecurity' in row && open) })))
  expect(comment).toHaveLength(1)
  const told = (answer['skipped'] as Told).map(({ type, name }) => `${type} ${name}`)
  for (const each of [
    ...['type Mood', 'type pair', 'type checked', 'type span', 'function stamp()', 'procedure do_it(INOUT n integer)'],
    ...['rule log_it on by_index', 'policy Own rows on by_index', 'rowSecurity by_index', 'grants by_index'],
    ...['trigger stamped', 'trigger later', 'view a_view'],
  ])
    expect(told).toContain(each)
  expect(triggers?.length).toBeGreaterThan(4)
})

test('the rows of a clone are those of its source', async () => {
  for (const target of ['whole', 'bare'])
    for (const table of ['"Quo""ted"', 'also_shared', 'grandchild', 'measured', 'tree', 'm_first', 'on_m']) {
      const all = (schema: string) => rows(`SELECT t::text FROM ${schema}.${table} t ORDER BY 1`)
      expect([target, table, await all(target)]).toEqual([target, table, await all('"Odd ""schema"')])
    }
})

test('compareSchema finds what differs in types, functions, policies, statistics and privileges', async () => {
  const compare = async (schema1: string) =>
    api.post('/compareSchema', { schema1, schema2: 'whole', comparePrivileges: true })
  const same = {
    typeDifferences: 0,
    // Functions of the clone look for bare names in the clone.
    routineDifferences: 4,
    policyDifferences: 0,
    statisticsDifferences: 0,
    privilegeDifferences: 0,
  }
  expect(await compare(STRANGE_SCHEMA)).toMatchObject({
    identical: false,
    summary: { ...same, tableDifferences: 0, viewDifferences: 0 },
  })
  await execute(
    engine().database,
    'SET LOCAL search_path = whole',
    `ALTER TYPE "Mood" ADD VALUE 'new'`,
    `ALTER DOMAIN nested DROP CONSTRAINT short`,
    `CREATE OR REPLACE FUNCTION is_fine(v text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT v <> ''worse'''`,
    'ALTER FUNCTION is_fine(text) SET search_path = whole',
    'CREATE FUNCTION only_here() RETURNS int LANGUAGE sql RETURN 1',
    'ALTER POLICY "Own rows" ON by_index USING (a > 2)',
    'ALTER TABLE left_key ENABLE ROW LEVEL SECURITY',
    'ALTER STATISTICS on_expressions SET STATISTICS 45',
    'REVOKE INSERT ON by_index FROM PUBLIC',
  )
  const answer = await compare(STRANGE_SCHEMA)
  const told = (list: string) =>
    (answer[list] as { change: string; table?: string; name: string }[]).map(({ change, name }) => `${change} ${name}`)
  expect(told('types')).toEqual(['changed Mood', 'changed nested'])
  expect(told('routines')).toEqual(expect.arrayContaining(['changed is_fine(v text)', 'extra only_here()']))
  expect(told('policies')).toEqual(['changed Own rows', 'extra row level security'])
  expect(told('statistics')).toEqual(['changed on_expressions'])
  expect(told('privileges')).toEqual(['changed table by_index'])
  expect(await api.post('/compareSchema', { schema1: STRANGE_SCHEMA, schema2: 'whole' }, 'viewer')).toMatchObject({
    routines: Array.from({ length: 5 }, () => ({ value1: null, value2: null })),
    privileges: [],
    notCompared: expect.arrayContaining([{ kind: 'privileges', reason: 'Not asked for' }]) as unknown,
  })
})

describe('a schema whose rows do not fit', () => {
  const BODY = '$$'
  beforeAll(() =>
    execute(
      engine().database,
      'CREATE SCHEMA loose',
      'SET LOCAL search_path = loose',
      'CREATE TABLE film (id int PRIMARY KEY)',
      'CREATE TABLE role (id int PRIMARY KEY, film int CONSTRAINT to_film REFERENCES film)',
      'CREATE TABLE cut (film int CONSTRAINT to_film REFERENCES film) PARTITION BY LIST (film)',
      'CREATE TABLE cut_1 PARTITION OF cut DEFAULT',
      'INSERT INTO film VALUES (1)',
      "SET LOCAL session_replication_role = 'replica'",
      'INSERT INTO role VALUES (1, 1), (2, 99)',
      'INSERT INTO cut VALUES (98)',
      "SET LOCAL session_replication_role = 'origin'",
      'CREATE MATERIALIZED VIEW counted AS SELECT film FROM role',
      'CREATE UNIQUE INDEX counted_film ON counted (film)',
      'INSERT INTO role VALUES (3, 1)',
      'CREATE VIEW on_counted AS SELECT * FROM counted',
      'CREATE TABLE audit (text text)',
      `CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS ${BODY} BEGIN INSERT INTO loose.audit VALUES ('own'); INSERT INTO audit VALUES ('bare'); RETURN NEW; END ${BODY}`,
      `CREATE FUNCTION path() RETURNS trigger LANGUAGE plpgsql SET search_path = loose, pg_temp AS ${BODY} BEGIN INSERT INTO audit VALUES ('path'); RETURN NEW; END ${BODY}`,
      `CREATE FUNCTION run() RETURNS trigger LANGUAGE plpgsql AS ${BODY} BEGIN EXECUTE 'INSERT INTO loose.audit VALUES (1)'; RETURN NEW; END ${BODY}`,
      `CREATE FUNCTION public.elsewhere() RETURNS trigger LANGUAGE plpgsql AS ${BODY} BEGIN INSERT INTO "loose".audit VALUES ('elsewhere'); RETURN NEW; END ${BODY}`,
      ...['own()', 'path()', 'run()', 'public.elsewhere()'].map(
        (name, at) => `CREATE TRIGGER t${at} AFTER INSERT ON film FOR EACH ROW EXECUTE FUNCTION ${name}`,
      ),
    ),
  )

  test('is cloned as it is: keys without a check, a view without rows, both told, and a dry run tells the same', async () => {
    const body = { source: 'loose', includeData: true }
    const dry = await clone({ ...body, target: 'dry', dryRun: true })
    const answer = await clone({ ...body, target: 'copy' })
    expect(answer).toMatchObject({ success: true, foreignKeys: 2, viewsCloned: 2, rowsCopied: 5 })
    expect((answer['notes'] as Told).map(({ type, name }) => `${type} ${name}`)).toEqual([
      'foreignKey to_film',
      'foreignKey to_film',
      'view counted',
    ])
    expect(dry).toMatchObject({ notes: answer['notes'], skipped: answer['skipped'], foreignKeys: 2, rowsCopied: 0 })
    expect(await rows(`SELECT count(*) FROM pg_namespace WHERE nspname = 'dry'`)).toEqual([[0]])
    expect(await rows('SELECT id, film FROM copy.role ORDER BY 1')).toEqual([
      [1, 1],
      [2, 99],
      [3, 1],
    ])
    expect(
      await rows(
        `SELECT convalidated, count(*) FROM pg_constraint WHERE conname = 'to_film' AND connamespace = 'copy'::regnamespace GROUP BY 1`,
      ),
    ).toEqual([[false, 3]])
    await expect(execute(engine().database, 'INSERT INTO copy.role VALUES (4, 77)')).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
    })
  })

  test('its triggers write into the clone, or are refused by name', async () => {
    const answer = await clone({ source: 'loose', target: 'copy_2', includeTriggers: true })
    expect(answer).toMatchObject({ success: true, triggers: 2, functions: 2 })
    const told = (answer['skipped'] as Told).map(({ type, name, reason }) => `${type} ${name}: ${reason}`)
    expect(told).toEqual([
      expect.stringMatching(/^function run\(\): .*'loose' in a string/),
      expect.stringMatching(/^trigger t2: .*'run'/),
      expect.stringMatching(/^trigger t3: .*'public.elsewhere' names the schema 'loose'/),
    ])
    await execute(engine().database, 'SET LOCAL search_path = loose', 'INSERT INTO copy_2.film VALUES (5)')
    expect(await rows('SELECT text FROM copy_2.audit ORDER BY 1')).toEqual([['bare'], ['own'], ['path']])
    expect(await rows('SELECT text FROM loose.audit')).toEqual([])
  })

  test('without being asked for, no trigger of a clone does anything', async () => {
    await clone({ source: 'loose', target: 'copy_3' })
    await execute(engine().database, 'SET LOCAL search_path = loose', 'INSERT INTO copy_3.film VALUES (5)')
    expect(await rows('SELECT text FROM loose.audit UNION ALL SELECT text FROM copy_3.audit')).toEqual([])
  })

  test('a dry run fails where the run would', async () => {
    await execute(
      engine().database,
      'CREATE FUNCTION loose.picky(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT $1 < 5 $$',
      'CREATE TABLE loose.checked (n int CHECK (loose.picky(n)))',
      'INSERT INTO loose.checked VALUES (4)',
      'CREATE OR REPLACE FUNCTION loose.picky(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT $1 < 4 $$',
    )
    const body = { source: 'loose', target: 'copy_4', includeData: true }
    const [dry, real] = [await clone({ ...body, dryRun: true }), await clone(body)]
    expect(dry).toMatchObject({ code: 'CONSTRAINT_VIOLATION', details: expect.stringContaining('checked') as string })
    expect(real).toMatchObject({ code: dry['code'], details: dry['details'] })
  })
})
