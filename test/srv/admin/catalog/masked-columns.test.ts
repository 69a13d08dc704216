/** Sensitive data under other names: in copies, clones, partitions and views that nobody told the model of. */
import type { Model } from '../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../support/engines.ts'
import { modelEntity } from '../../../support/model-entity.ts'

const MODEL: Model = {
  services: [],
  entities: [modelEntity({ name: 'my.Person', table: 'PERSON', keys: ['ID'], sensitiveColumns: ['Income'] })],
}
const SECRET = 98_765

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES, { model: MODEL })
  const masked = async (table: string, schema?: string): Promise<string> => {
    const answer = await api.post('/export', { table, format: 'json', ...(schema !== undefined && { schema }) })
    const [row = {}] = (answer['rows'] ?? []) as Record<string, unknown>[]
    return Object.entries(row)
      .map(([column, value]) => `${column}${value === '***' ? '*' : ''}`)
      .join(' ')
  }
  const copy = (body: Record<string, unknown>) => api.post('/tableCopy', { includeData: true, ...body }, 'admin')

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE person (id int PRIMARY KEY, name text, income int)',
      `INSERT INTO person VALUES (1, 'Leia', ${String(SECRET)})`,
      'CREATE TABLE harmless (id int PRIMARY KEY, income int)',
      'INSERT INTO harmless VALUES (1, 5)',
      'CREATE VIEW shown AS SELECT id, income AS amount, name FROM person',
      'CREATE VIEW computed AS SELECT id + 1 AS next, income * 2 AS twice FROM person WHERE income > 5',
      'CREATE VIEW summed AS SELECT name, sum(amount) AS total, count(*) AS n FROM shown GROUP BY name',
      'CREATE VIEW nested AS SELECT q.x + 1 AS y, q.id FROM (SELECT id, income AS x FROM person) AS q',
      'CREATE VIEW chosen AS SELECT id, income FROM harmless',
      `CREATE VIEW guessed AS SELECT h.id, (SELECT count(*) FROM person p WHERE p.income = h.id) AS hits,
                                     (SELECT max(p.id) FROM person p WHERE p.name = 'x') AS other FROM harmless h`,
    ),
  )

  it('in views of views, computed or not', async () => {
    expect(await masked('person')).toBe('id name income*')
    expect(await masked('shown')).toBe('id amount* name')
    expect(await masked('computed')).toBe('next twice*')
    expect(await masked('summed')).toBe('name total* n')
    expect(await masked('nested')).toBe('y* id')
    expect(await masked('chosen')).toBe('id income')
    // A condition of a query within tells values, too.
    expect(await masked('guessed')).toBe('id hits* other')
    expect(await api.post('/export', { table: 'computed', where: 'twice > 5' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(JSON.stringify(await api.post('/dataProfile', { table: 'shown' }))).not.toContain(String(SECRET))
    expect(JSON.stringify(await api.post('/export', { table: 'shown' }, 'admin'))).toContain(String(SECRET))
  })

  it('in copies, copies of copies, and clones of both', async () => {
    expect(await copy({ sourceTable: 'person', targetTable: 'crew' })).toMatchObject({ success: true })
    expect(await copy({ sourceTable: 'crew', targetTable: 'team' })).toMatchObject({ success: true })
    expect(await copy({ sourceTable: 'harmless', targetTable: 'fine' })).toMatchObject({ success: true })
    await execute(engine().database, 'CREATE VIEW of_team AS SELECT id, -income AS debt FROM team')
    expect(await masked('crew')).toBe('id name income*')
    expect(await masked('team')).toBe('id name income*')
    expect(await masked('of_team')).toBe('id debt*')
    expect(await masked('fine')).toBe('id income')
    const clone = { source: engine().schema, target: 'cloned', includeData: true }
    expect(await api.post('/schemaClone', clone, 'admin')).toMatchObject({ success: true })
    expect(await masked('team', 'cloned')).toBe('id name income*')
    expect(await masked('shown', 'cloned')).toBe('id amount* name')
    expect(await masked('fine', 'cloned')).toBe('id income')
  })
})

describe.each(DIALECT_ENGINES)('%s: what cannot be traced', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES, { model: MODEL })
  const shown = async (table: string) => JSON.stringify((await api.post('/export', { table, format: 'json' }))['rows'])

  beforeAll(() =>
    execute(
      engine().database,
      `CREATE TABLE person (id int PRIMARY KEY, name text, income int, twice int GENERATED ALWAYS AS (income * 2) STORED)`,
      'CREATE TABLE harmless (id int PRIMARY KEY, name text)',
      'CREATE TABLE log (id int, amount int)',
      ...(isPostgres
        ? [
            `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (NEW.id, NEW.income); RETURN NEW; END $$`,
            'CREATE TRIGGER noting AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION note()',
            'CREATE TABLE ruled (amount int)',
            'CREATE RULE ruling AS ON INSERT TO person DO ALSO INSERT INTO ruled VALUES (NEW.income)',
          ]
        : [
            'CREATE TABLE "quo""ted" (amount int)',
            `CREATE TRIGGER noting AFTER INSERT ON person BEGIN
               INSERT INTO log VALUES (NEW.id, NEW.income); INSERT INTO "quo""ted" VALUES (NEW.income); END`,
          ]),
      `INSERT INTO person (id, name, income) VALUES (1, 'Leia', ${String(SECRET)})`,
      `INSERT INTO harmless VALUES (1, 'Han')`,
      'CREATE VIEW doubled AS SELECT id, twice AS amount FROM person',
      ...(isPostgres
        ? [
            `CREATE FUNCTION runs(text) RETURNS text STABLE LANGUAGE plpgsql AS $$ DECLARE r text; BEGIN EXECUTE $1 INTO r; RETURN r; END $$`,
            `CREATE FUNCTION calls() RETURNS text STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN runs('SELECT max(income) FROM ' || 'person'); END $$`,
            `CREATE VIEW called AS SELECT calls() AS x`,
            `CREATE VIEW ran AS SELECT runs('SELECT max(income) FROM ' || 'person') AS x`,
            `CREATE VIEW as_xml AS SELECT query_to_xml('SELECT income FROM person', true, true, '')::text AS x`,
            `CREATE VIEW statistics AS SELECT most_common_vals::text AS x, 1 AS n FROM pg_stats WHERE tablename = 'person'`,
            'CREATE EXTENSION tablefunc',
            `CREATE VIEW crossed AS SELECT * FROM crosstab('SELECT id, name, income FROM person') AS t (id int, x int)`,
            'CREATE TABLE earners (income int)',
            'CREATE TABLE heir (income int, own int) INHERITS (earners)',
            'CREATE TABLE person_of_old (id int, income int)',
            'ALTER TABLE person INHERIT earners',
          ]
        : [
            'CREATE VIEW listed AS SELECT value AS x, p.id FROM person AS p, json_each(json_array(p.income))',
            'CREATE VIEW summed AS SELECT sum(j.value) + 1 AS x FROM person AS p, json_each(json_array(p.income)) AS j',
            `CREATE VIRTUAL TABLE found USING fts5(name, income, content='person', content_rowid='id')`,
            `CREATE VIRTUAL TABLE older USING fts4(income)`,
            `INSERT INTO older SELECT income FROM person`,
            'CREATE VIEW through AS SELECT income AS x FROM found',
          ]),
      'CREATE VIEW fine AS SELECT id, upper(name) AS name FROM harmless',
    ),
  )

  const tables = isPostgres
    ? ['person', 'log', 'doubled', 'ruled', 'called', 'ran', 'as_xml', 'crossed', 'earners']
    : ['person', 'log', 'quo"ted', 'doubled', 'listed', 'summed', 'found', 'older', 'through']
  it.each(tables)('masks %s', async (table) => {
    const rows = await shown(table)
    expect(rows).toContain('***')
    for (const value of [SECRET, 2 * SECRET, SECRET + 1]) expect(rows).not.toContain(String(value))
    const answer = await api.post('/export', { table, format: 'json' }, 'admin')
    expect(JSON.stringify(answer['rows'])).toMatch(/98765|197530|98766/)
  })

  it('leaves open what has nothing to do with it', async () => {
    expect(await shown('fine')).toBe('[{"id":1,"name":"HAN"}]')
    expect(await shown('harmless')).toBe('[{"id":1,"name":"Han"}]')
    if (isPostgres) expect(await shown('statistics')).not.toContain(String(SECRET))
  })

  it('never lets it meet anything, not even itself elsewhere', async () => {
    const table = isPostgres ? 'earners' : 'found'
    const other = isPostgres ? 'ruled' : 'older'
    const column = isPostgres ? 'income' : 'income'
    const body = { table, rules: `${column}:references:${other}:${isPostgres ? 'amount' : 'income'}` }
    expect(await api.post('/dataValidator', body)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await api.post('/dataValidator', body, 'admin')).toMatchObject({ success: true })
  })
})

describe('PostgreSQL alone', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, ROUTES, { model: MODEL })
  const rows = async (table: string) => (await api.post('/export', { table, format: 'json' }))['rows']

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE person (id int, income int) PARTITION BY LIST (id)',
      'CREATE TABLE first_part PARTITION OF person FOR VALUES IN (1)',
      `INSERT INTO person VALUES (1, ${String(SECRET)})`,
      'CREATE MATERIALIZED VIEW kept AS SELECT id, income / 1 AS x FROM first_part',
      'CREATE VIEW whole AS SELECT p::text AS line, id FROM person p',
      `CREATE FUNCTION earned() RETURNS int LANGUAGE sql STABLE AS 'SELECT max(income) FROM person'`,
      'CREATE VIEW called AS SELECT earned() AS x',
    ),
  )

  it('in partitions, whole rows, and what functions give', async () => {
    expect(await rows('first_part')).toEqual([{ id: 1, income: '***' }])
    expect(await rows('kept')).toEqual([{ id: 1, x: '***' }])
    expect(await rows('whole')).toEqual([{ line: '***', id: 1 }])
    expect(await rows('called')).toEqual([{ x: '***' }])
  })
})
