/**
 * Operations on SQLite databases that nobody here made: odd names, virtual tables, functions of the application, orphans.
 * @long: asks all operations about all kinds of tables.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../support/engine-api.ts'
import { execute, query, useEngine } from '../../support/engines.ts'

type Body = Record<string, unknown>

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const NAMES = [
  ...[
    '2024 sales',
    '1',
    '-5',
    'a"b',
    "it's",
    'select',
    'x.y',
    '🚀',
    ' lead',
    'a]b',
    'a`b',
    'per%cent',
    'new\nline',
    '--c',
  ],
  ...['Übung', '$1', ':x', 'a,b', 'a;b', 'sum(x)', 'main', 'temp', 'rowid', 'true', 'null', 's', 'r', 'size'],
  // Names of the engine's own that a table may have.
  ...['pragma_table_list', 'pragma_table_xinfo', 'json_each', 'dbstat'],
]

/** As lineage names tables: in quotes where a name has a dot or a quote. */
const nodeOf = (name: string): string => `main.${/[."]/.test(name) ? quote(name) : name}`

const child = (name: string): string => `of ${name}`

describe.each(['SQLite file', 'SQLite in memory'])('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const post = (path: string, body: Body): Promise<Body> => api.post(path, body, 'admin')
  const succeed = async (path: string, body: Body): Promise<Body> => {
    const answer = await post(path, body)
    expect([path, body, answer]).toMatchObject([path, body, { success: true }])
    return answer
  }

  beforeAll(async () => {
    const tables = NAMES.flatMap((each) => [
      `CREATE TABLE ${quote(each)} (id INTEGER PRIMARY KEY, ${quote(`2nd ${each}`)} TEXT, at DATETIME, n REAL)`,
      `INSERT INTO ${quote(each)} VALUES (1, 'a', '2024-01-01 00:00:00', 1.5), (2, 'a', '2024-01-02 00:00:00', 2.5), (3, NULL, NULL, NULL)`,
      `CREATE TABLE ${quote(child(each))} (id INTEGER PRIMARY KEY, up INTEGER REFERENCES ${quote(each)} (id))`,
      `INSERT INTO ${quote(child(each))} VALUES (1, 1), (2, NULL)`,
      `CREATE VIEW ${quote(`view ${each}`)} AS SELECT id, at FROM ${quote(each)}`,
    ])
    const columns = Array.from({ length: 1_600 }, (_, index) => `c${String(index)} TEXT`).join(', ')
    await execute(
      engine().database,
      ...tables,
      `CREATE TABLE wide (${columns})`,
      'INSERT INTO wide DEFAULT VALUES',
      'INSERT INTO wide DEFAULT VALUES',
      'CREATE VIRTUAL TABLE area USING rtree (id, low, high)',
      'INSERT INTO area VALUES (1, 0, 1), (2, 5, 6)',
      'CREATE VIRTUAL TABLE words USING fts5 (word)',
      "INSERT INTO words VALUES ('hello')",
      'CREATE VIRTUAL TABLE old_words USING fts4 (word)',
      "INSERT INTO old_words VALUES ('hello')",
    )
  }, 60_000)

  it.each(NAMES)('every operation takes a table that is called %j', async (table) => {
    const sides = { table1: table, table2: table }
    expect(await succeed('/export', { table })).toMatchObject({ rowCount: 3 })
    expect(await succeed('/dataProfile', { table })).toMatchObject({ rowCount: 3, columnCount: 4 })
    expect(await succeed('/compareData', sides)).toMatchObject({ identical: true })
    expect(await succeed('/dataDiff', sides)).toMatchObject({ summary: { identical: 3, different: 0 } })
    expect(await succeed('/dataValidator', { table })).toMatchObject({ totalRows: 3 })
    const listed = { table, columns: [`2nd ${table}`] }
    expect(await succeed('/duplicateDetection', listed)).toMatchObject({ totalDuplicates: 1 })
    const { edges } = await succeed('/dataLineage', { table, direction: 'downstream', columnLevel: true })
    expect(edges).toMatchObject([{ source: nodeOf(table), target: nodeOf(`view ${table}`), type: 'view' }])
    expect(await succeed('/referentialCheck', { table: child(table) })).toMatchObject({ validConstraints: 1 })
    const series = { action: 'aggregate', table, timeColumn: 'at', valueColumn: 'n', interval: 'DAY' }
    expect(await succeed('/timeseriesTools', series)).toMatchObject({
      series: [{ buckets: [{ avg: 1.5 }, { avg: 2.5 }] }],
    })
    const copy = { sourceTable: table, targetTable: `2 ${table}`, includeData: true }
    expect(await succeed('/tableCopy', copy)).toMatchObject({ rowsCopied: 3 })
    writeFileSync(join(api.files, 'rows.csv'), 'id\n9\n')
    expect(await succeed('/import', { table: `2 ${table}`, file: 'rows.csv' })).toMatchObject({ rowsInserted: 1 })
    await execute(engine().database, `DROP TABLE ${quote(`2 ${table}`)}`)
  })

  it.each(['area', 'words', 'old_words'])('reads the virtual table %s', async (table) => {
    expect(await succeed('/export', { table, format: 'json' })).toMatchObject({ rowCount: table === 'area' ? 2 : 1 })
    await succeed('/dataProfile', { table })
    await succeed('/dataLineage', { table })
  })

  it('looks at the whole schema, whatever is in it', async () => {
    expect(await succeed('/referentialCheck', {})).toMatchObject({
      totalForeignKeys: NAMES.length,
      validConstraints: NAMES.length,
    })
    await succeed('/timeseriesTools', { action: 'list' })
    const excludeTables = ['area', 'words', 'old_words']
    await succeed('/schemaClone', { source: 'main', target: 'whole', includeData: true, excludeTables })
    expect(await succeed('/compareSchema', { schema1: 'main', schema2: 'whole' })).toMatchObject({
      identical: false,
      tables: { onlyInSchema1: excludeTables.toSorted(), onlyInSchema2: [], different: [] },
    })
  }, 60_000)

  it('tells how many columns can be compared at once', async () => {
    expect(await post('/duplicateDetection', { table: 'wide' })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    const columns = Array.from({ length: 800 }, (_, index) => `c${String(index)}`)
    expect(await succeed('/duplicateDetection', { table: 'wide', columns })).toMatchObject({ totalDuplicates: 1 })
    expect(await post('/duplicateDetection', { table: 'wide', mode: 'fuzzy' })).toMatchObject({
      code: 'LIMIT_TOO_LARGE',
    })
    await succeed('/dataProfile', { table: 'wide' })
  }, 60_000)

  describe('what only the application has', () => {
    beforeAll(() =>
      execute(
        engine().database,
        'CREATE TABLE place (id INTEGER PRIMARY KEY, shape POINT)',
        'CREATE VIEW placed AS SELECT id, ST_X(shape) AS x FROM place',
        'CREATE TABLE guarded (id INTEGER)',
        'CREATE TRIGGER guard AFTER INSERT ON guarded BEGIN SELECT ST_IsEmpty(NEW.id), My_Check(NEW.id); END',
        'CREATE VIEW gone AS SELECT * FROM nowhere',
      ),
    )
    const refused = { success: false, code: 'NOT_SUPPORTED' }

    it('is named where a view needs it', async () => {
      for (const path of ['/export', '/dataProfile', '/dataValidator']) {
        const details = expect.stringMatching(/^View 'placed' calls ST_X, which SQLite does not have/) as string
        expect(await post(path, { table: 'placed' })).toMatchObject({ ...refused, details })
      }
      const missing = expect.stringMatching(/^View 'gone' .* does not exist/) as string
      expect(await post('/export', { table: 'gone' })).toMatchObject({ ...refused, details: missing })
    })

    it('is named where a trigger needs it, and nothing is imported', async () => {
      writeFileSync(join(api.files, 'guarded.csv'), 'id\n1\n')
      const details = expect.stringMatching(/Trigger 'guard' calls ST_IsEmpty, My_Check/) as string
      expect(await post('/import', { table: 'guarded', file: 'guarded.csv' })).toMatchObject({ ...refused, details })
      expect(await query(engine().database, 'SELECT count(*) AS n FROM guarded')).toEqual([{ n: 0 }])
    })

    it('is no obstacle to lineage, and none to what else is listed', async () => {
      expect(await succeed('/dataLineage', { table: 'place', direction: 'downstream' })).toMatchObject({
        edges: [{ source: 'main.place', target: 'main.placed' }],
      })
      const { unreadable } = await succeed('/timeseriesTools', { action: 'list' })
      expect((unreadable as Body[]).map(({ table }) => table)).toEqual(['gone', 'placed'])
    })
  })

  describe('copies', () => {
    beforeAll(async () => {
      await execute(
        engine().database,
        'CREATE TABLE parent (id INTEGER PRIMARY KEY)',
        'CREATE TABLE orphan (id INTEGER PRIMARY KEY, up INTEGER REFERENCES parent (id))',
        'CREATE TABLE audit (what TEXT)',
        "CREATE TRIGGER noted AFTER INSERT ON orphan BEGIN INSERT INTO audit VALUES ('new'); END",
        'CREATE TABLE keyless (x INTEGER)',
        'CREATE TABLE unsound (x INTEGER REFERENCES keyless (x))',
      )
      engine().unchecked?.('INSERT INTO orphan VALUES (1, 7), (2, 8), (3, NULL)')
      engine().unchecked?.('INSERT INTO unsound VALUES (1)')
    })
    const note = "Rows of 'orphan' refer to rows of 'parent' that do not exist (2): they are copied as they are"
    const enforced = (): Promise<unknown> => query(engine().database, 'PRAGMA foreign_keys')

    it('have orphans as they are, and tell, in the plan too', async () => {
      for (const dryRun of [true, false]) {
        const table = { sourceTable: 'orphan', targetTable: 'copied', includeData: true, dryRun }
        expect(await succeed('/tableCopy', table)).toMatchObject({
          ...(!dryRun && { rowsCopied: 3 }),
          notes: [{ type: 'foreignKey', name: 'copied → parent', note }],
        })
        const schema = { source: 'main', target: 'again', includeData: true, dryRun }
        const { notes } = await succeed('/schemaClone', schema)
        expect(notes).toContainEqual({ type: 'foreignKey', name: 'orphan → parent', note })
      }
      const rows = await query(engine().database, 'SELECT id, up FROM again.orphan ORDER BY id')
      expect(rows.map((row) => Object.values(row))).toEqual([
        [1, 7],
        [2, 8],
        [3, null],
      ])
    })

    it('have some of the rows, and their keys hold for the next ones', async () => {
      const some = { sourceTable: 'orphan', targetTable: 'one of them', includeData: true, where: 'id = 1' }
      expect(await succeed('/tableCopy', some)).toMatchObject({ rowsCopied: 1 })
      expect(await enforced()).toEqual([{ foreign_keys: 1 }])
      await expect(execute(engine().database, 'INSERT INTO "one of them" VALUES (9, 9)')).rejects.toMatchObject({
        code: 'CONSTRAINT_VIOLATION',
      })
    })

    it('tell of triggers that write to tables of the original', async () => {
      const copy = { sourceTable: 'orphan', targetTable: 'empty copy', includeTriggers: true, dryRun: true }
      expect(await succeed('/tableCopy', copy)).toMatchObject({
        notes: [{ type: 'trigger', note: "It names 'audit', which the copy shares with 'orphan'" }],
      })
    })

    it('tell of keys that let no row in', async () => {
      const copy = { sourceTable: 'unsound', targetTable: 'sound', includeData: true }
      expect(await succeed('/tableCopy', copy)).toMatchObject({
        rowsCopied: 1,
        notes: [{ note: expect.stringMatching(/foreign key of 'unsound' .* no key/) as string }],
      })
    })
  })
})

describe('row counts on SQLite', () => {
  const engine = useEngine('SQLite file')
  const api = startEngineApi(engine, ROUTES)

  it('are exact, and have a reason where there is none', async () => {
    await execute(
      engine().database,
      'CREATE TABLE "3 rows" (a INTEGER)',
      'INSERT INTO "3 rows" VALUES (1), (2), (NULL)',
      'CREATE VIRTUAL TABLE words USING fts5 (word)',
    )
    const { tables } = await api.get('/tables?schema=main')
    expect(tables).toMatchObject([
      { name: '3 rows', rowCount: 3, rowCountExact: true },
      {
        name: 'words',
        rowCount: null,
        rowCountExact: false,
        rowCountReason: expect.stringContaining('virtual') as string,
      },
    ])
    const estimate = "SELECT estimated_rows('3 rows', 'main') AS n"
    expect(await query(engine().database, estimate)).toEqual([{ n: null }])
    await execute(engine().database, 'ANALYZE')
    expect(await query(engine().database, estimate)).toEqual([{ n: 3 }])
  })
})
