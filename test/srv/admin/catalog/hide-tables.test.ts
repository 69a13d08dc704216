/** Tables and columns that the application hides: no operation tells of them, whoever asks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'
import { OWN_ROUTES, ROUTES } from '../../../../srv/admin/http/routes.ts'
import type { SensitiveRead } from '../../../../srv/admin/http/audit.ts'
import { as } from '../../../support/admin-api.ts'
import { type EngineApi, startEngineApi } from '../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../support/engines.ts'

type Body = Record<string, unknown>

const entity = (name: string, more: Partial<ModelEntity> = {}): ModelEntity => ({
  ...{ name: `shop.${name}`, table: `shop_${name}`, keys: ['ID'], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null, ...more },
})
const ALL = ['ID', 'amount', 'note']
const MODEL: Model = {
  services: [],
  entities: [
    entity('Books', {
      ...{ sensitiveColumns: ['price', 'buyer'], hiddenColumns: ['price'] },
      associations: [{ name: 'costs', columns: ['costs_ID'], targetTable: 'shop_Costs', targetColumns: ['ID'] }],
    }),
    entity('Costs', { sensitiveColumns: ALL, hiddenColumns: ALL, isHidden: true }),
    entity('CostsOfBooks', { sources: ['shop.Costs'], isHidden: true }),
    entity('Shelves'),
  ],
}

/** A value of a hidden column, one of a hidden table, and the name of that. */
const SECRETS = ['98765.4321', 'whispered', 'costs']

const KEY = 'INTEGER NOT NULL PRIMARY KEY'

const SCHEMA = [
  `CREATE TABLE shop_costs (ID ${KEY}, amount DECIMAL(9, 2), note VARCHAR(40))`,
  `CREATE TABLE shop_books (ID ${KEY}, title VARCHAR(40), price VARCHAR(40), buyer VARCHAR(40), sold TIMESTAMP,
     costs_ID INTEGER REFERENCES shop_costs (ID))`,
  `CREATE TABLE shop_shelves (ID ${KEY}, title VARCHAR(40), price VARCHAR(40))`,
  `CREATE VIEW shop_costsofbooks AS SELECT b.title, c.note FROM shop_books b JOIN shop_costs c ON c.ID = b.costs_ID`,
  `CREATE INDEX costs_a ON shop_costs (note)`,
  `CREATE INDEX costs_b ON shop_costs (note)`,
  `CREATE VIEW localized_shop_costs AS SELECT * FROM shop_costs`,
  // Made by hand, so that the model does not know them.
  `CREATE VIEW margins AS SELECT b.title, b.price AS dear, c.note AS said FROM shop_books b JOIN shop_costs c ON c.ID = b.costs_ID`,
  `CREATE VIEW titles AS SELECT ID, title FROM shop_books`,
]

/** As the next deployment would make it: hidden and other tables are not as they are. */
const DEPLOYED = SCHEMA.map((sql) =>
  sql.replace('note VARCHAR(40)', 'note VARCHAR(80)').replace('title VARCHAR(40)', 'title VARCHAR(80)'),
)

const ROWS = [
  `INSERT INTO shop_costs VALUES (1, 12.5, 'whispered')`,
  `INSERT INTO shop_books VALUES (1, 'Fog', '98765.4321', 'Ada', '2026-01-02 03:04:05', 1), (2, 'Hail', '98765.4321', 'Bo', '2026-01-03 03:04:05', 1)`,
  `INSERT INTO shop_shelves VALUES (1, 'Fog', '98765.4321')`,
]

/** Requests about all that is there, by path. */
const requestsFor = (schema: string): Readonly<Record<string, readonly Body[]>> => {
  const books = { table: 'shop_books' }
  return {
    '/dbInfo': [{}],
    '/alerts': [{}],
    '/replicationStatus': [{}],
    '/tables': [{ schema }, { schema, limit: 1 }, { schema, pattern: '*s' }],
    '/views': [{}, { definition: 'true' }],
    '/schemas': [{}],
    '/export': [books, { ...books, format: 'json' }, { table: 'margins' }, { table: 'titles' }],
    '/dataProfile': [books, { table: 'margins' }, { ...books, topValues: 5, histogramBins: 5 }],
    '/compareData': [{ table1: 'shop_books', table2: 'shop_books' }],
    '/dataDiff': [{ table1: 'shop_books', table2: 'shop_books', format: 'csv' }],
    '/dataValidator': [books, { ...books, rules: 'price:required;title:required' }],
    '/duplicateDetection': [
      { ...books, columns: 'price' },
      { table: 'shop_books', columns: 'title,price' },
    ],
    '/dataLineage': ['json', 'csv', 'graphml', 'mermaid', 'openlineage'].flatMap((format) =>
      ['shop_books', 'margins', 'titles'].map((table) => ({ table, format, direction: 'bidirectional' })),
    ),
    '/referentialCheck': [{}, books],
    '/compareSchema': [{ schema1: schema, schema2: 'twin' }],
    '/sdiTasks': [{}],
    '/xsaServices': [{}],
    '/timeseriesTools': [
      { action: 'list' },
      { action: 'aggregate', ...books, timeColumn: 'sold', valueColumn: 'ID', interval: 'DAY' },
    ],
    '/table': [books, { table: 'margins' }, { table: 'titles' }, { ...books, count: 'true' }],
    '/columns': [{}, { pattern: '*a*' }],
    '/structure': [{}, { columns: 'all' }],
    '/sessions': [{}],
    '/modelDrift': [{}, { schema }],
    '/checks/run': [{}, { schema, tables: ['shop_books'] }],
    '/checks/history': [{}],
    '/ddl': [{}, { name: 'titles' }],
    '/dump': [{ dryRun: true }, { tables: ['titles'], dryRun: true }],
    '/load': [{ file: 'rows.csv', dryRun: true }],
    '/copies': [{}],
    '/query': [{ sql: 'SELECT title FROM shop_shelves' }, { sql: 'SELECT title FROM titles' }],
    '/schemaClone': [{ source: schema, target: 'again', includeData: true, dryRun: true }],
    '/tableCopy': [{ sourceTable: 'shop_books', targetTable: 'again', includeData: true, dryRun: true }],
    '/rows/preview': [
      {
        ...{ ...books, via: 'database' },
        changes: [
          { action: 'update', key: { ID: 1 }, was: { title: 'Rain' }, values: { title: 'Sun' } },
          { action: 'insert', values: { ID: 1, title: 'Sun' } },
          { action: 'delete', key: { ID: 2 }, was: { title: 'Hail' } },
        ],
      },
    ],
    '/import': [{ table: 'shop_books', file: 'rows.csv', dryRun: true }],
  }
}

/** Without a database's own right, of tables with masked columns, or of a file that is none: they are refused. */
const NOT_ANSWERED = ['/dbInfo', '/dump', '/load']

/** What would change or end something, and tells nothing of tables besides. */
const OTHERS = ['/copies', '/sessions', '/rows']

const caller =
  (api: EngineApi, user: string) =>
  (path: string, body: Body): Promise<Body> =>
    [...ROUTES, ...OWN_ROUTES].some((route) => route.path === path && route.method === 'POST')
      ? api.post(path, body, user)
      : api.get(`${path}?${new URLSearchParams(body as Record<string, string>).toString()}`, user)

/** Operations that only admins may call. */
const ADMINS: readonly string[] = [...ROUTES, ...OWN_ROUTES]
  .filter(({ role }) => role === 'admin')
  .map(({ path }) => path)

/** Nothing of what else is called so: the column of the visible table, and the value in a table that is none of the model's. */
const plain = (answer: Body): string => JSON.stringify(answer).toLowerCase().replaceAll('costs_id', '')

type Ask = ReturnType<typeof caller>

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const routes = [...ROUTES, ...OWN_ROUTES]
  const reads: SensitiveRead[] = []
  let isBroken = false
  const recordRead = (read: SensitiveRead): Promise<void> => {
    if (isBroken) return Promise.reject(new Error('The audit log is down'))
    reads.push(read)
    return Promise.resolve()
  }
  const modelStatements = () => Promise.resolve({ create: DEPLOYED, recorded: null })
  const api = startEngineApi(engine, routes, { model: MODEL, recordRead, modelStatements })
  const open = startEngineApi(engine, routes, { model: { entities: [], services: [] }, modelStatements })
  const asked = (): Readonly<Record<string, readonly Body[]>> => requestsFor(engine().schema)
  const [admin, operator] = ['admin', 'operator'].map((user) => caller(api, user)) as [Ask, Ask]
  beforeAll(async () => {
    await execute(engine().database, ...SCHEMA, ...ROWS)
    for (const { files } of [api, open]) writeFileSync(join(files, 'rows.csv'), 'ID,title,costs_ID\n7,Snow,1\n')
    expect(await admin('/schemaClone', { source: engine().schema, target: 'twin', includeData: true })).toMatchObject({
      success: true,
      tablesCloned: 2,
      viewsCloned: 1,
    })
    await execute(engine().database, 'ALTER TABLE shop_shelves ADD COLUMN more INTEGER')
  })
  beforeEach(() => void reads.splice(0))

  test('no operation is forgotten here', () => {
    const paths = routes.filter(({ path, method }) => !OTHERS.includes(path) || method === 'GET')
    expect(Object.keys(requestsFor('main')).sort()).toEqual([...new Set(paths.map(({ path }) => path))].sort())
  })

  test.each(Object.keys(requestsFor('')))('%s tells nothing of what is hidden, to nobody', async (path) => {
    for (const ask of ADMINS.includes(path) ? [admin] : [admin, operator])
      for (const body of asked()[path] ?? []) {
        const answer = await ask(path, body)
        if (!NOT_ANSWERED.includes(path)) expect([path, body, answer]).toMatchObject([path, body, { success: true }])
        for (const secret of SECRETS) expect([body, plain(answer)]).toEqual([body, expect.not.stringContaining(secret)])
      }
  })

  test('the model is compared but for what is hidden', async () => {
    const { findings } = (await admin('/modelDrift', {})) as { findings: { name: string; kind: string }[] }
    expect(findings.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'column more',
      'column title',
      'column title',
    ])
  })

  test('the same requests tell of it where nothing is hidden', async () => {
    const ask = caller(open, 'admin')
    const telling: string[] = []
    for (const [path, bodies] of Object.entries(asked()))
      for (const body of bodies) {
        const answer = plain(await ask(path, body))
        if (SECRETS.some((secret) => answer.includes(secret))) telling.push(path)
      }
    expect([...new Set(telling)].sort()).toEqual(expect.arrayContaining(TELLING))
  })

  test('a hidden table, its drafts and views, and its columns, are not there', async () => {
    for (const table of ['shop_costs', 'SHOP_Costs', 'localized_shop_costs', 'shop_costsofbooks'])
      for (const [path, body] of Object.entries(naming(engine().schema, table))) {
        const answer = await admin(path, body)
        expect([path, answer]).toMatchObject([path, { success: false, code: 'TABLE_NOT_FOUND' }])
        expect(plain({ ...answer, details: String(answer['details']).replaceAll(table, '') })).not.toContain('costs')
      }
    const { tables } = await admin('/tables', { schema: engine().schema })
    expect((tables as { name: string }[]).map((each) => each.name)).toEqual(['shop_books', 'shop_shelves'])
    expect(await admin('/schemas', { pattern: engine().schema })).toMatchObject({
      schemas: [{ tableCount: 2, viewCount: 2 }],
    })
  })

  test.each(["price > '1'", 'not (price is null)'])('nobody chooses rows by %s', async (where) => {
    for (const ask of [admin, operator])
      expect(await ask('/export', { table: 'shop_books', where })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await admin('/tableCopy', { sourceTable: 'shop_books', targetTable: 't', includeData: true, where })).toMatchObject({ code: 'FORBIDDEN' }) // prettier-ignore
  })

  test.each([
    ...['SELECT price FROM shop_books', 'SELECT * FROM shop_books b', 'SELECT said FROM margins', 'TABLE shop_costs'],
    ...[
      'SELECT count(*) FROM shop_costs',
      'SELECT title FROM shop_books ORDER BY price',
      'SELECT * FROM twin.shop_books',
    ],
    'WITH c AS (SELECT * FROM "shop_costs") SELECT 1 FROM c',
    'SELECT title FROM shop_shelves s WHERE EXISTS (SELECT 1 FROM shop_books b WHERE b.price = s.price)',
    name === 'PostgreSQL' ? `SELECT 'shop_costs'::regclass` : 'SELECT name FROM sqlite_schema',
    name === 'PostgreSQL' ? 'SELECT relname FROM pg_catalog.pg_class' : `SELECT * FROM pragma_table_info('shop_costs')`,
    name === 'PostgreSQL' ? 'SELECT b FROM shop_books b' : 'PRAGMA table_info(shop_costs)',
    name === 'PostgreSQL' ? 'SELECT * FROM information_schema.tables' : 'SELECT name FROM dbstat',
  ])('the statement %s is refused', async (sql) => {
    for (const plan of [false, true]) {
      const answer = await admin('/query', { sql: sql.replace(/^TABLE/, 'SELECT * FROM'), plan })
      expect(answer).toMatchObject({ success: false })
      expect(['FORBIDDEN', 'INSUFFICIENT_PRIVILEGE', 'SCHEMA_NOT_ALLOWED', 'INVALID_STATEMENT']).toContain(
        answer['code'],
      )
    }
  })

  test('rows that the database refuses are told without what is hidden of them', async () => {
    if (name === 'PostgreSQL')
      await execute(engine().database, 'ALTER TABLE shop_books ADD CONSTRAINT short CHECK (length(title) < 9)')
    writeFileSync(join(api.files, 'long.csv'), 'ID,title\n1,Thunderstorms\n')
    for (const onError of ['abort', 'skip']) {
      const answer = await admin('/import', {
        table: 'shop_books',
        file: 'long.csv',
        mode: 'update',
        onError,
        dryRun: true,
      })
      if (name === 'PostgreSQL') expect(plain(answer)).toContain('short')
      expect(plain(answer)).not.toContain('98765')
    }
    if (name === 'PostgreSQL') await execute(engine().database, 'ALTER TABLE shop_books DROP CONSTRAINT short')
  })

  test('copies of a hidden column are hidden as well', async () => {
    const copy = { sourceTable: 'shop_books', targetTable: 'books_again', includeData: true }
    expect(await admin('/tableCopy', copy)).toMatchObject({ success: true, rowsCopied: 2 })
    for (const body of [{ table: 'books_again' }, { schema: 'twin', table: 'shop_books' }])
      expect(plain(await admin('/export', body))).not.toContain('98765')
    expect(await admin('/query', { sql: 'SELECT price FROM books_again' })).toMatchObject({ success: false })
    await execute(engine().database, 'DROP TABLE books_again')
  })

  test('who reads sensitive data is recorded, once for each request, with what it is of', async () => {
    await admin('/export', { table: 'shop_books', columns: 'title,buyer' })
    await admin('/query', { sql: 'SELECT title FROM titles' })
    await admin('/compareData', { table1: 'shop_books', table2: 'shop_books' })
    // Nothing of it is sensitive, is shown to them, or is told at all.
    await admin('/export', { table: 'titles' })
    await operator('/export', { table: 'shop_books' })
    await admin('/table', { table: 'shop_books' })
    const tables = [{ schema: engine().schema, table: 'shop_books', columns: ['buyer'] }]
    const entry = (operation: string) => expect.objectContaining({ operation, tables }) as unknown
    // Of a view, PostgreSQL tells the view alone, which has none; SQLite what that reads as well.
    const ofView = name === 'PostgreSQL' ? [] : [entry('POST /query')]
    expect(reads).toEqual([entry('POST /export'), ...ofView, entry('POST /compareData')])
    expect(reads[0]).toMatchObject({
      user: { id: 'admin' },
      operationId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  test('what cannot be recorded is not answered, in one piece or as a stream', async () => {
    isBroken = true
    for (const accept of ['application/json', 'text/csv']) {
      const { status, text } = await api.send({
        ...{ method: 'POST', path: '/api/v1/export', body: JSON.stringify({ table: 'shop_books' }) },
        headers: { ...as('admin'), 'content-type': 'application/json', accept },
      })
      expect([status, text]).toEqual([500, expect.stringContaining('cannot be recorded')])
      expect(text).not.toContain('Fog')
    }
    expect(await operator('/export', { table: 'shop_books' })).toMatchObject({ success: true })
    isBroken = false
    expect(await admin('/export', { table: 'shop_books' })).toMatchObject({ success: true })
  })
})

/** Operations that tell of the hidden table or column wherever nothing is hidden. */
const TELLING = [
  ...['/columns', '/dataLineage', '/dataProfile', '/dataValidator', '/ddl', '/duplicateDetection', '/export'],
  ...['/modelDrift', '/schemaClone', '/structure', '/table', '/tables', '/views'],
]

/** Requests that name one table. */
const naming = (schema: string, table: string): Readonly<Record<string, Body>> => ({
  ...Object.fromEntries(
    ['/export', '/dataProfile', '/dataValidator', '/dataLineage', '/referentialCheck', '/table'].map((path) => [
      path,
      { table },
    ]),
  ),
  '/duplicateDetection': { table, columns: 'note' },
  '/compareData': { table1: table, table2: 'shop_books' },
  '/dataDiff': { table1: 'shop_books', table2: table },
  '/compareSchema': { schema1: schema, schema2: 'twin', tables: table },
  '/tableCopy': { sourceTable: table, targetTable: 'mine' },
  '/import': { table, file: 'rows.csv' },
  '/dump': { tables: [table], dryRun: true },
  '/timeseriesTools': { action: 'analyze', table, timeColumn: 'note' },
  '/ddl': { name: table },
})
