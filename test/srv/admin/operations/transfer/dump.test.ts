/** What is dumped is there again when it is loaded, with its structure; what is not is told, and a dump is one state of all tables. */
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { partsOf, startDumpApi } from '../../../../support/dumps.ts'

interface Told {
  readonly engine: string
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly part: string }[]
  readonly cycles: readonly (readonly string[])[]
  readonly notIncluded: readonly { readonly type: string; readonly name: string }[]
}

const ODD = 'Od"d; näme'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const { api, dump, dumpTo, load } = startDumpApi(engine)
  const isPostgres = name === 'PostgreSQL'
  const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
  const identity = isPostgres ? 'INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY' : 'INTEGER PRIMARY KEY AUTOINCREMENT'

  const TABLES = ['child', 'ring_b', 'ring_a', 'tree', ODD, 'numbered', 'empty', 'plain', 'keyless']
  const make = async (): Promise<void> => {
    await run(
      `CREATE TABLE plain (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL DEFAULT 'none', price DECIMAL(9,2), CHECK (price > -1))`,
      `CREATE INDEX plain_name ON plain (lower(name))`,
      `CREATE TABLE child (id INTEGER PRIMARY KEY, plain_id INTEGER NOT NULL REFERENCES plain (id) ON DELETE CASCADE, UNIQUE (plain_id, id))`,
      `CREATE TABLE tree (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES tree (id))`,
      ...(isPostgres
        ? [
            `CREATE TABLE ring_a (id INTEGER PRIMARY KEY, b INTEGER)`,
            `CREATE TABLE ring_b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES ring_a (id))`,
            `ALTER TABLE ring_a ADD CONSTRAINT to_b FOREIGN KEY (b) REFERENCES ring_b (id)`,
          ]
        : [
            `CREATE TABLE ring_a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES ring_b (id) DEFERRABLE INITIALLY DEFERRED)`,
            `CREATE TABLE ring_b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES ring_a (id))`,
          ]),
      `CREATE TABLE numbered (id ${identity}, title TEXT, doubled INTEGER GENERATED ALWAYS AS (length(title) * 2) STORED)`,
      `CREATE TABLE ${quote(ODD)} ("sel""ect" TEXT PRIMARY KEY, "Groß" TEXT)`,
      `CREATE TABLE empty (a INTEGER, b TEXT)`,
      `CREATE TABLE keyless (a TEXT)`,
      `INSERT INTO plain (id, name, price) VALUES (1, 'a''b', 1.50), (2, '', NULL), (3, 'x
y', 0.1)`,
      `INSERT INTO child VALUES (1, 3), (2, 1)`,
      `INSERT INTO tree VALUES (1, NULL), (3, 1)`,
      `INSERT INTO tree VALUES (2, 3)`,
      `INSERT INTO ring_a VALUES (1, NULL)`,
      `INSERT INTO ring_b VALUES (7, 1)`,
      `UPDATE ring_a SET b = 7`,
      `INSERT INTO numbered (title) VALUES ('one'), ('two'), (NULL)`,
      `INSERT INTO ${quote(ODD)} VALUES ('"', '😀'), ('', NULL)`,
      `INSERT INTO keyless VALUES ('same'), ('same'), (NULL)`,
    )
  }
  const drop = async (): Promise<void> => {
    if (isPostgres) return run('DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
    engine().unchecked?.(TABLES.map((each) => `DROP TABLE IF EXISTS ${quote(each)}`).join(';'))
  }
  const contents = async (): Promise<unknown> =>
    Promise.all(TABLES.map(async (each) => [each, await query(engine().database, `SELECT * FROM ${quote(each)} ORDER BY 1, 2`).catch(() => query(engine().database, `SELECT * FROM ${quote(each)} ORDER BY 1`))])) // prettier-ignore
  const structure = async (): Promise<unknown> =>
    isPostgres
      ? query(
          engine().database,
          `SELECT c.relname AS t, k.conname AS n, pg_get_constraintdef(k.oid) AS d FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.connamespace = 'public'::regnamespace
           UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
           UNION ALL SELECT table_name, column_name, concat(data_type, column_default, is_nullable, identity_generation, generation_expression) FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2, 3`,
        )
      : query(engine().database, `SELECT name, tbl_name FROM sqlite_schema ORDER BY 1`)

  beforeEach(make)
  afterEach(drop)

  test('a schema is there again as it was, in one file', async () => {
    const [before, made] = [await contents(), await structure()]
    const bytes = await dumpTo('all.zip')
    const parts = await partsOf(bytes)
    const manifest = JSON.parse(parts['manifest.json'] ?? '') as Told
    expect(manifest.engine).toBe(engine().dialect.engine)
    expect(new Set(manifest.tables.map((table) => table.name))).toEqual(new Set(TABLES))
    expect(manifest.cycles).toEqual([['ring_a', 'ring_b']])
    expect(manifest.notIncluded).toEqual([])
    const order = manifest.tables.map((table) => table.name)
    expect(order.indexOf('plain')).toBeLessThan(order.indexOf('child'))
    const keyless = manifest.tables.find((table) => table.name === 'keyless')
    expect(parts[keyless?.part ?? '']).toBe('a\r\nsame\r\nsame\r\n\r\n')
    await drop()
    const tried = await load({ file: 'all.zip', dryRun: true })
    expect(tried).toMatchObject({ success: true, dryRun: true, verified: true })
    expect(await contents().catch(() => 'nothing')).toBe('nothing')
    const loaded = await load({ file: 'all.zip' })
    expect(loaded).toMatchObject({ success: true, rows: 18, verified: true, dryRun: false })
    expect((loaded['tables'] as { created: boolean }[]).every(({ created }) => created)).toBe(true)
    expect(await contents()).toEqual(before)
    expect(await structure()).toEqual(made)
    // The same state is the same file, but for the time.
    const again = await partsOf(await dumpTo('again.zip'))
    // SQLite's statements have the names in quotes then.
    const timeless = (text = ''): string => text.replaceAll(/"createdAt": "[^"]*"|\\"/g, '')
    expect({ ...again, 'manifest.json': '' }).toEqual({ ...parts, 'manifest.json': '' })
    expect(timeless(again['manifest.json'])).toBe(timeless(parts['manifest.json']))
    await run(`INSERT INTO numbered (title) VALUES ('next')`)
    expect(await query(engine().database, `SELECT id, doubled FROM numbered WHERE title = 'next'`)).toEqual([{ id: 4, doubled: 8 }]) // prettier-ignore
    await expect(run('INSERT INTO child VALUES (9, 99)')).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
  }, 30_000)

  test('tables that are there are filled when they are empty, circles too, and refused otherwise', async () => {
    const before = await contents()
    await dumpTo('all.zip')
    expect(await load({ file: 'all.zip' })).toMatchObject({ success: false, code: 'TARGET_EXISTS' })
    await run('UPDATE ring_a SET b = NULL', ...['child', 'ring_b', 'ring_a', 'plain', 'numbered', 'keyless'].map((each) => `DELETE FROM ${each}`)) // prettier-ignore
    await run('UPDATE tree SET parent = NULL', 'DELETE FROM tree', `DELETE FROM ${quote(ODD)}`)
    const loaded = await load({ file: 'all.zip' })
    expect(loaded).toMatchObject({ success: true, rows: 18 })
    expect((loaded['tables'] as { created: boolean }[]).some(({ created }) => created)).toBe(false)
    expect(await contents()).toEqual(before)
    await run('DELETE FROM child', 'DELETE FROM plain', 'ALTER TABLE child RENAME COLUMN plain_id TO other')
    expect(await load({ file: 'all.zip' })).toMatchObject({ code: 'TARGET_EXISTS' })
  }, 30_000)

  test('chosen tables come with those that they refer to, unless told otherwise', async () => {
    const names = async (body: object): Promise<unknown> => {
      const { json } = await dump({ ...body, dryRun: true }, 'operator')
      return json['tables']
    }
    expect(await names({ tables: ['child'] })).toEqual(['plain', 'child'])
    expect(await names({ tables: ['child'], references: false })).toEqual(['child'])
    expect(await names({ tables: ['ring_b'] })).toEqual(expect.arrayContaining(['ring_a', 'ring_b']))
    expect((await dump({ tables: ['nothing'] })).json).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    await dumpTo('child.zip', { tables: ['child'], references: false })
    await drop()
    expect(await load({ file: 'child.zip' })).toMatchObject({ success: false, code: 'TABLE_NOT_FOUND' })
    await make()
  }, 30_000)

  test('only rows that hang on given ones, with all that these refer to', async () => {
    await run(
      'CREATE TABLE shop (id INTEGER PRIMARY KEY, owner VARCHAR(10))',
      'CREATE TABLE item (id INTEGER PRIMARY KEY, price INTEGER)',
      'CREATE TABLE sale (id INTEGER PRIMARY KEY, shop INTEGER REFERENCES shop (id), item INTEGER REFERENCES item (id), corrects INTEGER REFERENCES sale (id))',
      'CREATE TABLE note (sale INTEGER REFERENCES sale (id), text VARCHAR(10))',
      `INSERT INTO shop VALUES (1, 'a'), (2, 'b')`,
      'INSERT INTO item VALUES (1, 10), (2, 20), (3, 30)',
      'INSERT INTO sale VALUES (1, 1, 1, NULL), (2, 2, 2, NULL), (3, 1, NULL, 2), (4, 2, 3, 1)',
      `INSERT INTO note VALUES (1, 'x'), (2, 'y'), (4, 'z'), (NULL, 'w')`,
    )
    const tables = ['shop', 'item', 'sale', 'note']
    const body = { tables, rows: [{ table: 'SHOP', where: `owner = 'a'` }] }
    await dumpTo('some.zip', body)
    const { json } = await dump({ ...body, dryRun: true })
    expect(json['notIncluded']).toEqual(tables.map((each) => expect.objectContaining({ type: 'rows', name: each }) as unknown)) // prettier-ignore
    const before = await query(engine().database, 'SELECT id FROM sale ORDER BY id')
    await run('DELETE FROM note', 'UPDATE sale SET corrects = NULL', 'DELETE FROM sale', 'DELETE FROM item', 'DELETE FROM shop') // prettier-ignore
    expect(await load({ file: 'some.zip' })).toMatchObject({ success: true, verified: true })
    const ids = async (sql: string): Promise<unknown[]> => (await query(engine().database, sql)).map(({ id }) => id)
    // Sales of shop 1, those that correct them, those that they correct, and whatever all of these refer to.
    expect(before).toHaveLength(4)
    expect(await ids('SELECT id FROM sale ORDER BY id')).toEqual([1, 2, 3, 4])
    expect(await ids('SELECT id FROM shop ORDER BY id')).toEqual([1, 2])
    expect(await ids('SELECT id FROM item ORDER BY id')).toEqual([1, 2, 3])
    expect(await ids('SELECT text AS id FROM note ORDER BY text')).toEqual(['x', 'z'])
    const code = async (rows: object[], of = tables): Promise<unknown> =>
      (await dump({ tables: of, rows })).json['code']
    expect(await code([{ table: 'plain', where: 'id = 1' }])).toBe('INVALID_PARAMETER')
    expect(await code([{ table: 'shop', where: 'id = ' }])).toBe('INVALID_FILTER')
    expect(await code([{ table: 'shop', where: 'nothing = 1' }])).toBe('COLUMN_NOT_FOUND')
    expect(await code([{ table: 'ring_a', where: 'id = 1' }], ['ring_a'])).toBe('NOT_SUPPORTED')
    await run('DROP TABLE note', 'DROP TABLE sale', 'DROP TABLE item', 'DROP TABLE shop')
  }, 30_000)

  test('who may dump and who may load', async () => {
    expect((await dump({}, 'viewer')).status).toBe(403)
    expect((await dump({}, 'operator')).status).toBe(200)
    expect(await load({ file: 'x.zip' }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await load({ file: 'nothing.zip' })).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(api.port).toBeGreaterThan(0)
  })
})
