/** The package `cds-indexes` as others install it: `cds deploy` and servers make indexes, a command makes and drops them. */
import { DatabaseSync } from 'node:sqlite'
import process from 'node:process'
import { createApp, type ForeignApp, packIndexes } from '../support/foreign-app.ts'
import { COMMONJS_SHOP, TYPESCRIPT_SHOP } from '../support/foreign-shops.ts'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { basic } from '../support/users.ts'

const statementsIn = (output: string): string[] => output.split('\n').filter((line) => line.startsWith('CREATE'))

/** Of associations, texts and drafts; the path to a table whose name is a word of SQL, and one that its owner indexed. */
const MORE = `
using shop from './schema';
namespace shop;
entity Order { key ID : Integer; book : Association to shop.Books; }
entity Notes { key ID : Integer; book : Association to shop.Books; order : Association to Order; }
`
const INDEXES = ['shop_Books_by_author', 'shop_Chapters_by_book', 'shop_Order_by_book', 'shop_Notes_by_order']
const OWN = 'CREATE INDEX of_the_owner ON shop_Notes (book_ID, ID)'

const sorted = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase()).sort()

const command = `${process.execPath} node_modules/.bin/cds-indexes`
const env = (settings: object): Record<string, string> => ({ CDS_CONFIG: JSON.stringify(settings) })

describe.each([
  ['CommonJS on CAP 9', COMMONJS_SHOP, []],
  ['TypeScript on CAP 10', TYPESCRIPT_SHOP, ['AdminService_Books_drafts_by_author']],
])('SQLite: %s', (_, files, drafts) => {
  let app: ForeignApp
  const settings = { requires: { db: { kind: 'sqlite', credentials: { url: 'shop.sqlite' } } } }
  const onFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(`${app.folder}/shop.sqlite`)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const indexes = (): string[] =>
    onFile((database) =>
      sorted(
        database
          .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE '%\\_by\\_%' ESCAPE '\\'`)
          .all()
          .map(({ name }) => String(name)),
      ),
    )
  const expected = (): string[] => expect.arrayContaining(sorted([...INDEXES, ...drafts])) as never

  beforeAll(() => {
    app = createApp({ ...files, 'db/more.cds': MORE })
  })
  afterAll(() => {
    app.remove()
  })

  test('a deployment makes none without the package, and with it one for each association', () => {
    app.deploy(settings)
    expect(indexes()).toEqual([])
    app.add(packIndexes())
    app.deploy(settings)
    expect(indexes()).toEqual(expected())
    expect(indexes()).toContain('shop_notes_by_book')
  })

  test('switched off, a deployment makes none', () => {
    app.deploy({ requires: { ...settings.requires, indexes: false } })
    expect(indexes()).toEqual([])
  })

  test('the command tells, makes and drops what is missing, and leaves what the owner has made', () => {
    onFile((database) => {
      database.exec(OWN)
    })
    const told = statementsIn(app.run(`${command} --sql`, env(settings)))
    expect(told).toContain('CREATE INDEX IF NOT EXISTS "shop_Books_by_author" ON "shop_Books" ("author_ID");')
    expect(indexes()).toEqual([])
    expect(app.run(command, env(settings))).toContain(`${String(told.length)} indexes created`)
    expect(indexes()).toEqual(expected())
    expect(indexes()).not.toContain('shop_notes_by_book')
    expect(app.run(command, env(settings))).toMatch(/^0 indexes created/)
    expect(app.run(`${command} drop`, env(settings))).toContain(`${String(told.length)} indexes dropped`)
    expect(indexes()).toEqual([])
    const names = onFile((database) => database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index'`).all())
    expect(names.map(({ name }) => name)).toContain('of_the_owner')
    expect(() => app.run(`${command} make`, env(settings))).toThrow(/Unknown argument: make/)
    expect(() => app.run(`${command} --sql --concurrently`, env(settings))).toThrow(/for PostgreSQL alone/)
  })

  test('a server with a database in memory has them, and serves as before', async () => {
    const server = await app.start({ requires: { db: { kind: 'sqlite', credentials: { url: ':memory:' } } } })
    try {
      const answer = await fetch(`${server.url}/odata/v4/catalog/Books?$count=true`, {
        headers: basic('alice'),
      })
      expect(((await answer.json()) as { '@odata.count': number })['@odata.count']).toBe(5)
      expect(server.output()).toMatch(/created \d+ indexes for associations/)
    } finally {
      await server.stop()
    }
  })
})

describe('PostgreSQL', () => {
  let app: ForeignApp
  let postgres: Postgres
  let settings: object
  beforeAll(async () => {
    postgres = await startPostgres()
    app = createApp({ ...COMMONJS_SHOP, 'db/more.cds': MORE })
    app.add('@cap-js/postgres@^2')
    settings = {
      requires: { db: { kind: 'postgres', credentials: postgres.credentials, pool: { acquireTimeoutMillis: 30_000 } } },
    }
  })
  afterAll(async () => {
    app.remove()
    await postgres.stop()
  })

  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const client = await connectPostgres(postgres.credentials)
    return client.query(sql).then(
      ({ rows }) => client.end().then(() => rows as never),
      (error: unknown) => client.end().then(() => Promise.reject(error as Error)),
    )
  }
  const indexes = async (): Promise<string[]> =>
    sorted(
      (await query(`SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE '%\\_by\\_%'`)).map(({ name }) =>
        String(name),
      ),
    )

  test('deployments make them for tables that are there already, and statements can be run by psql', async () => {
    app.deploy(settings)
    expect(await indexes()).toEqual([])
    await query(OWN)
    app.add(packIndexes())
    const told = statementsIn(app.run(`${command} --sql --concurrently`, env(settings)))
    expect(told).toContain(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "shop_books_by_author" ON "shop_books" ("author_id");',
    )
    for (const sql of told) await query(sql)
    const concurrently = await indexes()
    expect(concurrently).toEqual(expect.arrayContaining(sorted(INDEXES)))
    expect(concurrently).not.toContain('shop_notes_by_book')
    expect(app.run(`${command} drop`, env(settings))).toContain(`${String(told.length)} indexes dropped`)
    expect(await indexes()).toEqual([])
    app.deploy(settings)
    expect(await indexes()).toEqual(concurrently)
    app.deploy(settings)
    expect(await indexes()).toEqual(concurrently)
  })
})
