import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { compareSchema } from '../../../../../srv/admin/operations/schema/compare-schema.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { route } from '../../../../support/operations.ts'

const ODD = 'a"; DROP TABLE x'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Body {
  readonly [field: string]: unknown
  readonly summary: Record<string, number>
  readonly tables: {
    readonly onlyInSchema1: unknown
    readonly onlyInSchema2: unknown
    readonly different: readonly { readonly table: string; readonly differences: unknown }[]
  }
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, [route('POST', compareSchema, 'viewer')], {
    names: ({ dialect, schema }, cloned) => new CatalogNames(dialect, [schema, 'other'], cloned),
  })
  const compare = async (body: Record<string, unknown> = {}, user = 'operator'): Promise<Body> =>
    (await api.post('/compareSchema', { schema1: engine().schema, schema2: 'other', ...body }, user)) as unknown as Body

  /** Runs statements in a schema: tables are named without it. */
  const define = async (schema: string, ...statements: readonly string[]): Promise<void> => {
    if (isPostgres) return execute(engine().database, `SET LOCAL search_path TO ${quote(schema)}`, ...statements)
    const inSchema = statements.map((sql) =>
      sql.replace(
        /^((?:CREATE|DROP|ALTER)(?: UNIQUE)? (?:TABLE|INDEX|VIEW|TRIGGER)(?: IF EXISTS)?) /,
        `$1 ${quote(schema)}.`,
      ),
    )
    return execute(engine().database, ...inSchema)
  }
  const defineBoth = async (...statements: readonly string[]): Promise<void> => {
    await define(engine().schema, ...statements)
    await define('other', ...statements)
  }

  beforeAll(async () => {
    if (isPostgres) return execute(engine().database, 'CREATE SCHEMA other')
    if (name === 'SQLite in memory') return execute(engine().database, `ATTACH ':memory:' AS other`)
    const [row] = await query(engine().database, `SELECT file FROM pragma_database_list WHERE name = 'main'`)
    const directory = join(dirname(String(row?.['file'])), 'schemas')
    mkdirSync(directory)
    const other = new DatabaseSync(join(directory, 'other.sqlite'))
    other.exec('PRAGMA journal_mode = WAL')
    return other.close()
  })

  const tables = new Set<string>()
  const table = (title: string): string => {
    tables.add(title)
    return title
  }
  afterEach(async () => {
    for (const each of tables) await defineBoth(`DROP TABLE IF EXISTS ${quote(each)}${isPostgres ? ' CASCADE' : ''}`)
    tables.clear()
  })

  it('finds nothing between two schemas that are made alike', async () => {
    await defineBoth(
      `CREATE TABLE ${table('planet')} (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(100) DEFAULT 'it''s', UNIQUE (name))`,
      `CREATE TABLE ${table('person')} (id INTEGER NOT NULL PRIMARY KEY, planet_id INTEGER REFERENCES planet (id), height DECIMAL(5,2) CHECK (height > 0), double INTEGER GENERATED ALWAYS AS (id * 2) STORED)`,
      `CREATE INDEX person_height ON person (height, planet_id DESC)`,
      `CREATE VIEW people AS SELECT id, height FROM person`,
    )
    await define(engine().schema, `CREATE TABLE ${quote(table(ODD))} (${quote(ODD)} INTEGER CHECK (${quote(ODD)} > 0))`)
    await define('other', `CREATE TABLE ${quote(ODD)} (${quote(ODD)} INTEGER CHECK (${quote(ODD)} > 0))`)
    const answer = await compare()
    expect(answer).toMatchObject({
      identical: true,
      summary: { tableMatches: 3, tableDifferences: 0, onlyInSchema1: 0, constraintDifferences: 0, viewDifferences: 0 },
      tables: { onlyInSchema1: [], onlyInSchema2: [], different: [] },
      renameCandidates: [],
    })
    const notCompared = answer['notCompared'] as { kind: string; reason: string }[]
    expect(notCompared.map(({ kind }) => kind).sort()).toEqual(
      isPostgres ? ['aggregates', 'comments', 'privileges', 'rules', 'storage'] : ['clauses', 'comments', 'sequences'],
    )
    expect(answer['compared']).toEqual(expect.arrayContaining(['tables', 'columns', 'indexes', 'constraints', 'views']))
    await defineBoth('DROP VIEW people')
  })

  it('finds every kind of difference of columns', async () => {
    await define(engine().schema, `CREATE TABLE ${table('t')} (id INTEGER NOT NULL, a VARCHAR(10), b DECIMAL(5,2), c INTEGER DEFAULT 1, d INTEGER NOT NULL, gone INTEGER, g INTEGER GENERATED ALWAYS AS (id + 1) STORED, same DATE)`) // prettier-ignore
    await define('other', `CREATE TABLE t (same DATE, id INTEGER NOT NULL, a VARCHAR(20), b DECIMAL(5,3), c INTEGER DEFAULT 2, d INTEGER, fresh INTEGER, g INTEGER GENERATED ALWAYS AS (id + 2) STORED)`) // prettier-ignore
    const answer = await compare()
    const [{ differences } = { differences: undefined }] = answer.tables.different
    const changed = (column: string, attribute: string, value1: unknown, value2: unknown) => ({
      kind: 'columnChanged',
      ...{ column, attribute, value1, value2 },
    })
    const varchar = isPostgres ? 'character varying' : 'VARCHAR'
    const numeric = isPostgres ? 'numeric' : 'DECIMAL'
    expect(differences).toEqual([
      changed('a', 'type', `${varchar}(10)`, `${varchar}(20)`),
      changed('b', 'type', `${numeric}(5,2)`, `${numeric}(5,3)`),
      changed('c', 'defaultValue', '1', '2'),
      changed('d', 'nullable', 'false', 'true'),
      { kind: 'columnMissing', column: 'gone', attribute: null, value1: expect.stringMatching(/integer/i) as string, value2: null }, // prettier-ignore
      changed('g', 'generated', 'id + 1 stored', 'id + 2 stored'),
      { kind: 'columnExtra', column: 'fresh', attribute: null, value1: null, value2: expect.stringMatching(/integer/i) as string }, // prettier-ignore
    ])
    expect(answer).toMatchObject({ identical: false, summary: { tableMatches: 0, tableDifferences: 1 } })
    expect(answer['renameCandidates']).toEqual([{ kind: 'column', table: 't', name1: 'gone', name2: 'fresh' }])
    const ordered = await compare({ ignoreColumnOrder: false })
    expect(ordered.tables.different[0]?.differences).toContainEqual({
      kind: 'columnOrder',
      column: null,
      attribute: 'order',
      value1: 'id, a, b, c, d, g, same',
      value2: 'same, id, a, b, c, d, g',
    })
  })

  it('finds tables of one schema only, and hints at new names', async () => {
    await define(engine().schema, `CREATE TABLE ${table('old_name')} (id INTEGER, x VARCHAR(7))`)
    await define(
      'other',
      `CREATE TABLE ${table('new_name')} (id INTEGER, x VARCHAR(7))`,
      `CREATE TABLE ${table('more')} (id INTEGER)`,
    )
    const answer = await compare()
    expect(answer.tables).toEqual({ onlyInSchema1: ['old_name'], onlyInSchema2: ['more', 'new_name'], different: [] })
    expect(answer['renameCandidates']).toEqual([{ kind: 'table', name1: 'old_name', name2: 'new_name' }])
    expect(await compare({ tables: 'MORE' })).toMatchObject({ tables: { onlyInSchema1: [], onlyInSchema2: ['more'] } })
    expect(await compare({ excludeTables: ['more', 'old_name', 'new_name'] })).toMatchObject({ identical: true })
    expect(await compare({ tables: 'nowhere' })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
  })

  it('finds differences of keys, foreign keys and checks, whatever constraints are called', async () => {
    await defineBoth(`CREATE TABLE ${table('parent')} (id INTEGER NOT NULL PRIMARY KEY, a INTEGER UNIQUE)`)
    await define(engine().schema, `CREATE TABLE ${table('child')} (id INTEGER NOT NULL, n INTEGER NOT NULL, p INTEGER REFERENCES parent (id), CONSTRAINT one CHECK (n > 0), PRIMARY KEY (id), UNIQUE (n, p))`) // prettier-ignore
    await define('other', `CREATE TABLE child (id INTEGER NOT NULL, n INTEGER NOT NULL, p INTEGER REFERENCES parent (id) ON DELETE CASCADE, CONSTRAINT two CHECK (n > 0), CHECK (p < 5), PRIMARY KEY (id, n), UNIQUE (n, p))`) // prettier-ignore
    const answer = await compare()
    const constraints = answer['constraints'] as Record<string, string>[]
    expect(constraints.map(({ change, kind, table: of }) => [change, kind, of]).sort()).toEqual([
      ['changed', 'primaryKey', 'child'],
      ...(isPostgres ? [['changed', 'foreignKey', 'child']] : [['extra', 'foreignKey', 'child'], ['missing', 'foreignKey', 'child']]), // prettier-ignore
      ['extra', 'check', 'child'],
    ].sort()) // prettier-ignore
    expect(constraints.find(({ kind }) => kind === 'primaryKey')).toMatchObject({
      value1: expect.stringContaining('(id)') as string,
      value2: expect.stringContaining('(id, n)') as string,
    })
    const named = await compare({ ignoreConstraintNames: false })
    const checks = (named['constraints'] as Record<string, string>[]).filter(({ kind }) => kind === 'check')
    expect(checks.map(({ change, name: of }) => [change, of])).toEqual(
      expect.arrayContaining([['missing', 'one'], ['extra', 'two']]), // prettier-ignore
    )
    expect(await compare({ compareConstraints: false })).toMatchObject({ identical: true, constraints: [] })
  })

  it('finds differences of indexes: order of columns and direction count', async () => {
    await defineBoth(`CREATE TABLE ${table('t')} (a INTEGER, b INTEGER, c VARCHAR(10))`)
    await define(engine().schema, 'CREATE INDEX i1 ON t (a, b)', 'CREATE INDEX i2 ON t (a)', 'CREATE INDEX gone ON t (b)', 'CREATE INDEX i4 ON t (lower(c)) WHERE a > 0') // prettier-ignore
    await define('other', 'CREATE INDEX i1 ON t (b, a)', 'CREATE UNIQUE INDEX i2 ON t (a)', 'CREATE INDEX fresh ON t (b)', 'CREATE INDEX i4 ON t (lower(c)) WHERE a > 1') // prettier-ignore
    const answer = await compare()
    const indexes = answer['indexes'] as Record<string, string>[]
    expect(indexes.map(({ change, name: of }) => [change, of])).toEqual([
      ['extra', 'fresh'],
      ['missing', 'gone'],
      ['changed', 'i1'],
      ['changed', 'i2'],
      ['changed', 'i4'],
    ])
    expect(indexes[2]).toMatchObject({
      value1: expect.stringMatching(/\(a, b\)$/) as string,
      value2: expect.stringMatching(/\(b, a\)$/) as string,
    })
    expect(indexes[3]?.['value2']).toMatch(/^unique /)
    expect(answer['renameCandidates']).toEqual([{ kind: 'index', table: 't', name1: 'gone', name2: 'fresh' }])
    expect(await compare({ compareIndexes: false })).toMatchObject({
      identical: true,
      notCompared: expect.arrayContaining([{ kind: 'indexes', reason: 'Not asked for' }]) as unknown,
    })
  })

  it('finds differences of views and triggers, and tells their text to operators only', async () => {
    await defineBoth(`CREATE TABLE ${table('t')} (a INTEGER, b INTEGER)`, 'CREATE VIEW v1 AS SELECT a FROM t')
    await define(engine().schema, 'CREATE VIEW v2 AS SELECT a FROM t WHERE a > 0')
    await define('other', 'CREATE VIEW v2 AS SELECT a FROM t WHERE a > 1')
    if (isPostgres) await defineBoth(`CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`)
    const trigger = (title: string, event: string): string =>
      isPostgres
        ? `CREATE TRIGGER ${title} BEFORE ${event} ON t FOR EACH ROW EXECUTE FUNCTION f()`
        : `CREATE TRIGGER ${title} BEFORE ${event} ON t BEGIN SELECT 1; END`
    await defineBoth(trigger('same', 'INSERT'))
    await define(engine().schema, trigger('t1', 'INSERT'))
    await define('other', trigger('t1', 'UPDATE'))
    const { views, triggers, ...rest } = await compare()
    expect(views).toMatchObject([{ change: 'changed', name: 'v2', value1: expect.stringMatching(/a > 0/) as string }])
    expect(triggers).toMatchObject([
      { change: 'changed', table: 't', name: 't1', value2: expect.stringMatching(/before update/i) as string },
    ])
    expect(rest).toMatchObject({ identical: false, summary: { triggerDifferences: 1, viewDifferences: 1 } })
    expect(await compare({}, 'viewer')).toMatchObject({
      views: [{ change: 'changed', name: 'v2', value1: null, value2: null }],
      triggers: [{ change: 'changed', name: 't1', value1: null, value2: null }],
    })
    expect(await compare({ compareViews: false, compareTriggers: false })).toMatchObject({ identical: true })
    await defineBoth('DROP VIEW v1', 'DROP VIEW v2')
  })

  if (isPostgres)
    it('takes a function that both schemas use for the same one, and one of the same name for another', async () => {
      const body = `() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`
      await execute(engine().database, `CREATE TYPE mood AS ENUM ('calm')`, `CREATE FUNCTION noted${body}`)
      await defineBoth(`CREATE TABLE ${table('t')} (a public.mood DEFAULT 'calm')`)
      await defineBoth('CREATE TRIGGER n BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION public.noted()')
      const others = { compareTypes: false, compareRoutines: false }
      expect(await compare(others)).toMatchObject({ identical: true })
      const back = { schema1: 'other', schema2: engine().schema }
      expect(await compare({ ...others, ...back })).toMatchObject({ identical: true })
      expect(await compare()).toMatchObject({
        summary: { typeDifferences: 1, routineDifferences: 1, triggerDifferences: 0, tableDifferences: 0 },
        types: [{ change: 'missing', name: 'mood', value1: `TYPE AS ENUM ('calm')`, value2: null }],
        routines: [{ change: 'missing', name: 'noted()' }],
      })
      await define('other', `CREATE FUNCTION noted${body}`)
      expect((await compare())['triggers']).toMatchObject([
        { change: 'changed', value1: expect.stringMatching(/ noted/) as string, value2: expect.stringMatching(/public\.noted/) as string }, // prettier-ignore
      ])
      const cleanUp = ['DROP TABLE public.t, other.t', 'DROP FUNCTION public.noted(), other.noted()', 'DROP TYPE public.mood'] // prettier-ignore
      await execute(engine().database, ...cleanUp)
    })

  if (isPostgres)
    it('finds where the rows of a table are, and whose rights a view has', async () => {
      await defineBoth(
        `CREATE TABLE ${table('log')} (id INTEGER, day DATE) PARTITION BY RANGE (day)`,
        `CREATE TABLE ${table('log_1')} PARTITION OF log FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`,
        `CREATE TABLE ${table('animal')} (id INTEGER)`,
        `CREATE TABLE ${table('dog')} () INHERITS (animal)`,
        `CREATE VIEW ${quote('guarded')} WITH (security_barrier) AS SELECT id FROM animal`,
      )
      expect(await compare()).toMatchObject({ identical: true })
      await define(
        'other',
        'DROP TABLE log_1',
        `CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')`,
        'ALTER TABLE dog NO INHERIT animal',
        'ALTER VIEW guarded SET (security_invoker = on)',
      )
      const answer = await compare()
      expect(answer).toMatchObject({ identical: false, summary: { tableDifferences: 2, viewDifferences: 1 } })
      expect(answer.tables.different).toMatchObject([
        { table: 'dog', differences: [{ kind: 'tableType', value1: 'table, of animal', value2: 'table' }] },
        { table: 'log_1', differences: [{ kind: 'tableType', value2: expect.stringMatching(/^table, of log FOR VALUES .*2024-02-01/) as string }] }, // prettier-ignore
      ])
      expect(answer['views']).toMatchObject([
        { change: 'changed', value2: expect.stringMatching(/security_invoker=true/) as string },
      ])
      await defineBoth('DROP VIEW guarded')
    })

  if (isPostgres)
    it('finds differences of sequences and, on request, of comments', async () => {
      await defineBoth(`CREATE TABLE ${table('t')} (id SERIAL, n INTEGER GENERATED ALWAYS AS IDENTITY)`)
      expect(await compare({ compareComments: true })).toMatchObject({ identical: true })
      await define(engine().schema, 'CREATE SEQUENCE s INCREMENT 1', `COMMENT ON COLUMN t.id IS 'key'`)
      await define('other', 'CREATE SEQUENCE s INCREMENT 2', `COMMENT ON TABLE t IS 'table'`)
      const answer = await compare({ compareComments: true })
      expect(answer['sequences']).toMatchObject([{ change: 'changed', name: 's' }])
      expect(answer.tables.different[0]?.differences).toEqual([
        { kind: 'tableComment', column: null, attribute: 'comment', value1: null, value2: 'table' },
        { kind: 'columnChanged', column: 'id', attribute: 'comment', value1: 'key', value2: null },
      ])
      expect(await compare({ compareSequences: false })).toMatchObject({ identical: true })
    })
  else
    it('reads definitions that are written differently alike', async () => {
      await define(engine().schema, `CREATE TABLE ${table('t')} (a integer check(a>0) /* size */, b text collate nocase, c default CURRENT_DATE)`, 'CREATE VIEW v AS SELECT a FROM t -- all of them') // prettier-ignore
      await define('other', `CREATE TABLE t ("A" INTEGER CHECK ( "a" > 0 ), [b] TEXT COLLATE NOCASE, c DEFAULT current_date)`.replace('"A"', '"a"'), 'CREATE VIEW v AS\n  select "a" from other.t') // prettier-ignore
      expect(await compare()).toMatchObject({ identical: true })
      await define('other', 'DROP VIEW v', 'DROP TABLE t', `CREATE TABLE t (a integer check(a>0), b text, c default CURRENT_DATE) STRICT`.replace('c default', 'c TEXT default').replace(') STRICT', ')'), 'CREATE VIEW v AS SELECT a FROM t WHERE a <> \'A\'') // prettier-ignore
      const answer = await compare()
      expect(answer.tables.different[0]?.differences).toEqual([
        { kind: 'columnChanged', column: 'b', attribute: 'collation', value1: 'nocase', value2: null },
        { kind: 'columnChanged', column: 'c', attribute: 'type', value1: '', value2: 'TEXT' },
      ])
      expect(answer['views']).toMatchObject([{ change: 'changed', value2: "as select a from t where a <> 'A'" }])
      await defineBoth('DROP VIEW v')
    })

  if (!isPostgres)
    it('finds another numbering', async () => {
      await define(engine().schema, `CREATE TABLE ${table('t')} (id INTEGER PRIMARY KEY AUTOINCREMENT)`)
      await define('other', 'CREATE TABLE t (id INTEGER PRIMARY KEY)')
      expect((await compare()).tables.different).toMatchObject([
        { table: 't', differences: [{ kind: 'tableType', value1: 'table, autoincrement', value2: 'table' }] },
      ])
    })

  it('refuses one schema twice, and those that are not there or not open', async () => {
    expect(await compare({ schema2: engine().schema.toUpperCase() })).toMatchObject({ code: 'SAME_OBJECT' })
    expect(await compare({ schema2: 'nowhere' })).toMatchObject({ code: 'SCHEMA_NOT_FOUND' })
    expect(await compare({ schema2: isPostgres ? 'pg_catalog' : 'temp' })).toMatchObject({
      code: isPostgres ? 'SCHEMA_NOT_ALLOWED' : 'SCHEMA_NOT_FOUND',
    })
    expect(await compare({ schema2: '' })).toMatchObject({ code: 'MISSING_PARAMETER' })
    expect(await compare({ tablez: 'x' })).toMatchObject({ code: 'UNKNOWN_FIELD' })
  })
})
