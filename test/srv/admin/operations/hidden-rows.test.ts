/** Row-level security: whatever rests on rows that a user of the database may not see all of says so, and copies ask first. */
import { CatalogNames } from '../../../../srv/admin/catalog/names.ts'
import { openPostgres } from '../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../srv/admin/database/session.ts'
import { OWN_ROUTES, ROUTES } from '../../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../../srv/admin/operations/operation.ts'
import { as } from '../../../support/admin-api.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { execute, type TestEngine, unhurried, useEngine } from '../../../support/engines.ts'

type Body = Record<string, unknown>

const ALL = [...ROUTES, ...OWN_ROUTES]
const engine = useEngine('PostgreSQL')
let limited: Database | undefined
const settings = { allowedSchemas: ['held', 'held_clone'], queryFunctions: ['held.*'] }
const names = ({ dialect }: TestEngine, cloned: SchemaRegister) =>
  new CatalogNames(dialect, settings.allowedSchemas, cloned)
const api = startEngineApi(() => ({ ...engine(), ...(limited && { database: limited }) }), ALL, { settings, names })
const open = startEngineApi(engine, ALL, { settings, names })
const schema = 'held'

/** Relations that show their reader some rows only, and what it is of each that is held back. */
const HIDING = ['account', 'account_part', 'of_invoker', 'through_both', 'by_limited', 'forced']
/** By functions: the server says only when it runs them. */
const CALLING = [
  ...['called', 'called_by_owners', 'called_atomic', 'called_twice', 'dynamic', 'definers_limited'],
  ...['through_atomic', 'by_odd_name', 'by_operator', 'by_operator_in_text', 'aggregated'],
]
const OPEN = ['operated', 'free', 'by_owner', 'unforced_own', 'kept', 'definers', 'harmless']

beforeAll(async () => {
  await execute(
    engine().database,
    "CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
    'CREATE SCHEMA held AUTHORIZATION clerk',
    'GRANT CREATE ON DATABASE postgres TO clerk',
    'SET LOCAL search_path = held',
    'CREATE TABLE account (id int PRIMARY KEY, owner text, at date, amount int) PARTITION BY LIST (id)',
    'CREATE TABLE account_part PARTITION OF account DEFAULT',
    'CREATE TABLE booking (id int PRIMARY KEY, account int REFERENCES account)',
    'CREATE TABLE free AS SELECT 1 AS id, 5 AS amount',
    ...['account', 'account_part'].map((name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`),
    ...['account', 'account_part'].map(
      (name) => `CREATE POLICY own_rows ON ${name} FOR SELECT TO clerk USING (owner = current_user)`,
    ),
    "CREATE POLICY never ON account AS RESTRICTIVE FOR INSERT WITH CHECK (owner <> 'x')",
    "INSERT INTO account SELECT n, CASE n WHEN 3 THEN 'other' ELSE 'clerk' END, date '2026-01-01' + n, n FROM generate_series(1, 3) n",
    'INSERT INTO booking SELECT n, n FROM generate_series(1, 3) n',
    'CREATE VIEW by_owner AS SELECT * FROM account',
    'CREATE VIEW of_invoker WITH (security_invoker = on) AS SELECT * FROM account',
    'CREATE VIEW through_both WITH (security_invoker) AS SELECT * FROM of_invoker',
    'CREATE MATERIALIZED VIEW kept AS SELECT * FROM account',
    'GRANT ALL ON ALL TABLES IN SCHEMA held TO clerk',
    'CREATE VIEW by_limited AS SELECT * FROM account',
    'ALTER VIEW by_limited OWNER TO clerk',
    'GRANT SELECT ON by_limited TO clerk',
    'CREATE FUNCTION of_account() RETURNS SETOF account LANGUAGE sql AS $$ SELECT * FROM held.account $$',
    'CREATE FUNCTION atomic() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM account; END',
    "CREATE FUNCTION outer_one() RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM held.of_account()); END'",
    `CREATE FUNCTION by_text(name text) RETURNS bigint LANGUAGE plpgsql AS 'DECLARE n bigint; BEGIN EXECUTE ''SELECT count(*) FROM held.'' || name INTO n; RETURN n; END'`,
    'CREATE FUNCTION as_definer() RETURNS bigint SECURITY DEFINER LANGUAGE sql AS $$ SELECT count(*) FROM held.account $$',
    'CREATE FUNCTION as_clerk() RETURNS bigint SECURITY DEFINER LANGUAGE sql AS $$ SELECT count(*) FROM held.account $$',
    'ALTER FUNCTION as_clerk OWNER TO clerk',
    "CREATE FUNCTION plus_one(n int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN n + 1; END'",
    'CREATE VIEW called AS SELECT * FROM of_account()',
    'CREATE VIEW called_by_owners AS SELECT * FROM called',
    'CREATE VIEW called_atomic AS SELECT atomic() AS n',
    'CREATE VIEW called_twice AS SELECT outer_one() AS n',
    "CREATE VIEW dynamic AS SELECT by_text('acc' || 'ount') AS n",
    'CREATE VIEW definers AS SELECT as_definer() AS n',
    'CREATE VIEW definers_limited AS SELECT as_clerk() AS n',
    'CREATE FUNCTION outer_atomic() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT outer_one(); END',
    `CREATE FUNCTION "odd-name"() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM held.account'`,
    `CREATE FUNCTION calls_odd() RETURNS bigint LANGUAGE sql AS 'SELECT held."odd-name"()'`,
    `CREATE FUNCTION has_rows(a int, b int) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM held.account WHERE id BETWEEN a AND b'`,
    'CREATE OPERATOR <#> (FUNCTION = has_rows, LEFTARG = int, RIGHTARG = int)',
    `CREATE FUNCTION sums(a int, b int) RETURNS int LANGUAGE sql AS 'SELECT a + b'`,
    'CREATE OPERATOR <+> (FUNCTION = sums, LEFTARG = int, RIGHTARG = int)',
    `CREATE FUNCTION operates() RETURNS bigint LANGUAGE sql AS 'SELECT 1 OPERATOR(held.<#>) 2'`,
    `CREATE FUNCTION adds(state bigint, a int) RETURNS bigint LANGUAGE sql AS 'SELECT state + (SELECT count(*) FROM held.account)'`,
    'CREATE AGGREGATE added(int) (SFUNC = adds, STYPE = bigint, INITCOND = 0)',
    'CREATE VIEW through_atomic AS SELECT outer_atomic() AS n',
    'CREATE VIEW by_odd_name AS SELECT calls_odd() AS n',
    'CREATE VIEW by_operator AS SELECT id <#> 2 AS n FROM free',
    'CREATE VIEW operated AS SELECT id <+> 2 AS n FROM free',
    'CREATE VIEW by_operator_in_text AS SELECT operates() AS n',
    'CREATE VIEW aggregated AS SELECT added(id) AS n FROM free',
    'GRANT SELECT ON through_atomic, by_odd_name, by_operator, operated, by_operator_in_text, aggregated TO clerk',
    'CREATE VIEW harmless AS SELECT plus_one(id) AS n FROM free',
    'GRANT SELECT ON called, called_by_owners, called_atomic, called_twice, dynamic, definers, definers_limited, harmless TO clerk',
    ...['forced', 'unforced_own'].flatMap((name) => [
      `CREATE TABLE ${name} AS SELECT 1 AS id, 2 AS amount`,
      `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${name} OWNER TO clerk`,
    ]),
    'ALTER TABLE forced FORCE ROW LEVEL SECURITY',
  )
  limited = openPostgres({ ...engine().server?.credentials, user: 'clerk', password: 'clerk' })
})
afterAll(() => limited?.close())

const exported = (table: string, of = api): Promise<Body> =>
  of.post('/export', { schema, table, format: 'json' }, 'operator')

test.each(HIDING)('an export of %s is not complete, and says why', async (table) => {
  const answer = await exported(table)
  expect(answer).toMatchObject({
    success: true,
    complete: false,
    hiddenRows: [{ schema, table, reason: expect.stringContaining('Row-level security') as string }],
  })
  // The server's own judgement: it refuses the statement where it would not show all.
  const all = (limited as Database).read(unhurried(), async (session) => {
    await session.query({ sql: `SELECT set_config('row_security', 'off', true)`, parameters: [] })
    return session.query({ sql: `SELECT * FROM held.${table}`, parameters: [] })
  })
  await expect(all).rejects.toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
})

test('a dump of what is not seen as a whole is refused, unless the rest is asked for, and says so', async () => {
  expect(await api.post('/dump', { schema, tables: ['forced'] }, 'admin')).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' }) // prettier-ignore
  const asked = { schema, tables: ['forced'], allowHiddenRows: true }
  const dump = (body: Body) =>
    api.send({
      ...{ method: 'POST', path: '/api/v1/dump', body: JSON.stringify(body) },
      headers: { ...as('admin'), 'content-type': 'application/json' },
    })
  expect(await dump(asked)).toMatchObject({ status: 200, headers: { 'x-hidden-rows': 'true' } })
  const seen = await dump({ schema, tables: ['free'] })
  expect([seen.status, seen.headers['x-hidden-rows']]).toEqual([200, undefined])
})

test.each(CALLING)('an export of %s, which calls a function, is not complete', async (table) => {
  expect(await exported(table)).toMatchObject({ complete: false, hiddenRows: [{ schema, table }] })
})

test.each(OPEN)('an export of %s is complete', async (table) => {
  const answer = await exported(table)
  expect(answer).toMatchObject({ success: true, complete: true })
  expect(answer).not.toHaveProperty('hiddenRows')
})

test('who sees all rows is told nothing', async () => {
  for (const table of [...HIDING.filter((name) => name !== 'by_limited'), ...OPEN]) {
    const answer = await exported(table, open)
    expect(answer).toMatchObject({ complete: true })
    expect(answer).not.toHaveProperty('hiddenRows')
  }
})

test('a file of rows says it in a header', async () => {
  const ask = (table: string) =>
    api.send({
      method: 'POST',
      path: '/api/v1/export',
      headers: { ...as('operator'), 'content-type': 'application/json', accept: 'text/csv' },
      body: JSON.stringify({ schema, table }),
    })
  expect((await ask('account')).headers['x-hidden-rows']).toBe('true')
  expect((await ask('free')).headers['x-hidden-rows']).toBeUndefined()
})

const READS: readonly (readonly [string, Body])[] = [
  ['/dataProfile', { table: 'account' }],
  ['/compareData', { schema1: schema, table1: 'account', schema2: schema, table2: 'by_owner', keyColumns: 'id' }],
  ['/dataDiff', { schema1: schema, table1: 'by_owner', schema2: schema, table2: 'account', keyColumns: 'id' }],
  ['/dataValidator', { table: 'account', rules: 'id:required' }],
  ['/checks/run', { tables: ['account'] }],
  ['/dataValidator', { table: 'booking', rules: 'account:references:account' }],
  ['/duplicateDetection', { table: 'account', columns: 'owner' }],
  ['/referentialCheck', {}],
  ['/referentialCheck', { table: 'booking' }],
  [
    '/timeseriesTools',
    { action: 'aggregate', table: 'account', timeColumn: 'at', valueColumn: 'amount', interval: 'DAY' },
  ],
]

test.each(READS)('%s %j tells of rows that it may not have seen', async (path, body) => {
  const given = path.startsWith('/compare') || path.startsWith('/dataDiff') ? body : { schema, ...body }
  const answer = await api.post(path, given, 'operator')
  expect(answer).toMatchObject({ success: true })
  expect(answer['hiddenRows']).toContainEqual(expect.objectContaining({ schema, table: 'account' }))
  expect(await open.post(path, given, 'operator')).not.toHaveProperty('hiddenRows')
})

test.each(['account', 'by_limited', 'called'])('a statement that reads %s tells of it', async (name) => {
  const sql = `SELECT count(*) FROM held.free CROSS JOIN held.${name}`
  const answer = await api.post('/query', { sql }, 'admin')
  expect(answer).toMatchObject({ success: true })
  expect(answer['hiddenRows']).toContainEqual(expect.objectContaining({ schema, table: name }))
  expect(await api.post('/query', { sql: 'SELECT count(*) FROM held.by_owner' }, 'admin')).not.toHaveProperty(
    'hiddenRows',
  )
})

test.each([
  ['SELECT count(*) FROM held.of_account()', 'of_account()'],
  ['SELECT held.outer_atomic()', 'outer_atomic()'],
  ['SELECT 1 OPERATOR(held.<#>) 2', 'has_rows()'],
])('%s tells of it, as it calls a function', async (sql, called) => {
  const answer = await api.post('/query', { sql }, 'admin')
  expect(answer['hiddenRows']).toContainEqual(expect.objectContaining({ schema, table: called }))
  const harmless = await api.post('/query', { sql: 'SELECT held.plus_one(1), 1 OPERATOR(held.<+>) 2' }, 'admin')
  expect(harmless).toMatchObject({ success: true })
  expect(harmless).not.toHaveProperty('hiddenRows')
})

test('no operation that reads rows of a table is forgotten here', () => {
  const tested = new Set([
    '/table',
    '/export',
    '/dump',
    '/query',
    '/tableCopy',
    '/schemaClone',
    ...READS.map(([path]) => path),
  ])
  const reading = ALL.filter(({ operation }) => operation.readsRows).map(({ path }) => path)
  expect(new Set(reading)).toEqual(tested)
  const resolving = ALL.filter(({ operation }) =>
    Object.keys(operation.input.properties).some((name) => /^(?:where|source|table\d?)$/.test(name)),
  )
  const without = resolving
    .filter(({ operation }) => !operation.readsRows)
    .map(({ path, method }) => `${method} ${path}`)
  expect(without.sort()).toEqual([
    ...['DELETE /copies', 'POST /dataLineage', 'POST /import', 'POST /rows', 'POST /rows/preview'],
  ])
})

test('a table tells its policies, their conditions to operators only', async () => {
  const ask = (table: string, user?: string) =>
    api.get(`/table?schema=held&table=${table}&count=${user !== 'viewer'}`, user)
  const answer = await ask('account')
  expect(answer).toMatchObject({
    matchingRows: 2,
    rowSecurity: { enabled: true, forced: false, appliesToUser: true },
    policies: [
      {
        name: 'never',
        command: 'insert',
        roles: ['public'],
        isPermissive: false,
        using: null,
        check: `(owner <> 'x'::text)`,
      },
      {
        name: 'own_rows',
        command: 'select',
        roles: ['clerk'],
        isPermissive: true,
        using: '(owner = CURRENT_USER)',
        check: null,
      },
    ],
    hiddenRows: [{ table: 'account' }],
  })
  expect(await ask('account', 'viewer')).toMatchObject({ policies: [{ check: null }, { using: null }] })
  expect(await ask('forced')).toMatchObject({ rowSecurity: { enabled: true, forced: true, appliesToUser: true } })
  expect(await ask('free')).toMatchObject({ rowSecurity: { enabled: false }, policies: [] })
  expect(await ask('by_owner')).toMatchObject({ rowSecurity: null, policies: [] })
})

test('a copy that could lack rows is made only when that is asked for', async () => {
  const copy = {
    sourceSchema: schema,
    sourceTable: 'account_part',
    targetSchema: schema,
    targetTable: 'copied',
    includeData: true,
  }
  const clone = {
    source: schema,
    target: 'held_clone',
    includeData: true,
    excludeTables: 'account,booking,by_owner,of_invoker,through_both,by_limited,kept',
  }
  for (const [path, body] of [
    ['/tableCopy', copy],
    ['/schemaClone', clone],
  ] as const) {
    for (const dryRun of [true, false]) {
      const refused = await api.post(path, { ...body, dryRun }, 'admin')
      expect(refused).toMatchObject({
        code: 'INSUFFICIENT_PRIVILEGE',
        details: expect.stringContaining('allowHiddenRows') as string,
      })
    }
    const made = await api.post(path, { ...body, allowHiddenRows: true }, 'admin')
    expect(made).toMatchObject({ success: true })
    expect(made['hiddenRows']).toContainEqual(expect.objectContaining({ table: 'account_part' }))
  }
  expect(await api.post('/tableCopy', { ...copy, targetTable: 'empty', includeData: false }, 'admin')).toMatchObject({
    success: true,
  })
})
