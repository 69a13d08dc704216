/** What is loaded is a dump, whole and as it was written, or nothing is touched; what its statements may do is bounded. */
import { PartSums } from '../../../../../srv/admin/operations/dump-rows.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { packed, partsOf, startDumpApi } from '../../../../support/dumps.ts'

interface Manifest {
  version: number
  schema: string
  tables: { name: string; part: string; rows: number; bytes: number; sha256: string; lineSum: string }[]
  statements: { stage: string; table: string | null; type: string; name: string; sql: string }[]
  [member: string]: unknown
}

/** Bytes between the name of a part and its rows. */
const LARGE_SIZES = 20

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const { api, dumpTo, load, put } = startDumpApi(engine, undefined, { limits: { importFileBytesMax: 30_000_000 } })
  const isPostgres = name === 'PostgreSQL'
  const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
  const tables = async (): Promise<unknown[]> =>
    (
      await query(
        engine().database,
        isPostgres
          ? `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
          : `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1`,
      )
    ).map((row) => row['name'])

  let bytes: Buffer
  let parts: Record<string, string>
  beforeAll(async () => {
    await run(
      'CREATE TABLE one (id INTEGER PRIMARY KEY, name VARCHAR(20))',
      'CREATE TABLE two (id INTEGER PRIMARY KEY, one_id INTEGER REFERENCES one (id))',
      `INSERT INTO one VALUES (1, 'a'), (2, 'b')`,
      'INSERT INTO two VALUES (1, 2)',
    )
    bytes = await dumpTo('good.zip')
    parts = await partsOf(bytes)
    await run('DROP TABLE two', 'DROP TABLE one', 'CREATE TABLE secret (id INTEGER)')
  })

  const manifest = (): Manifest => JSON.parse(parts['manifest.json'] ?? '') as Manifest
  /** A dump with some of it changed. */
  const changed = async (change: (manifest: Manifest, rows: Record<string, string>) => void): Promise<Buffer> => {
    const told = manifest()
    const { 'manifest.json': _, ...rows } = parts
    change(told, rows)
    return packed({ ...rows, 'manifest.json': JSON.stringify(told) })
  }
  const refused = async (content: Buffer, code: string, details: RegExp): Promise<void> => {
    put('bad.zip', content)
    const answer = await load({ file: 'bad.zip' })
    expect(answer).toMatchObject({ success: false, code })
    expect(String(answer['details'])).toMatch(details)
    expect(await tables()).toEqual(['secret'])
  }

  test('a file that is cut, at any place, is refused', async () => {
    for (let at = 0; at < bytes.length; at += 97) await refused(bytes.subarray(0, at), 'INVALID_FILE_CONTENT', /./)
    await refused(bytes.subarray(0, bytes.length - 1), 'INVALID_FILE_CONTENT', /./)
  }, 60_000)

  test('a file of which any byte of its rows or its checksums is another is refused', async () => {
    for (const part of Object.keys(parts).filter((each) => each !== 'manifest.json')) {
      const start = bytes.indexOf(Buffer.from(part)) + part.length + LARGE_SIZES + 3
      const other = Buffer.from(bytes)
      other[start] = (other[start] ?? 0) ^ 0xff
      await refused(other, 'INVALID_FILE_CONTENT', /./)
    }
  }, 60_000)

  test.each<[string, RegExp, (told: Manifest, rows: Record<string, string>) => void]>([
    ['rows that are not those of the checksum', /other rows/, (told, rows) => { rows[told.tables[0]!.part]! += '9,\r\n' }], // prettier-ignore
    ['a row less', /other rows/, (told, rows) => { rows[told.tables[0]!.part] = 'id,name\r\n' }], // prettier-ignore
    ['another number of rows', /other rows/, (told) => { told.tables[0]!.rows++ }], // prettier-ignore
    ['another sum of lines', /other lineSum/, (told) => { told.tables[0]!.lineSum = '0'.repeat(16) }], // prettier-ignore
    ['a part too many', /4 parts/, (_, rows) => { rows['rows/9-x.csv'] = 'a\r\n' }], // prettier-ignore
    ['a part that is not there', /no part/, (told) => { told.tables[0]!.part = 'rows/77-x.csv' }], // prettier-ignore
    ['a part outside', /not as it has to be/, (told) => { told.tables[0]!.part = '../../etc/passwd' }], // prettier-ignore
    ['a table twice', /twice/, (told) => { told.tables[1]!.name = told.tables[0]!.name }], // prettier-ignore
    ['another version', /another version/, (told) => { told.version = 1 }], // prettier-ignore
    ['no format', /does not say/, (told) => { told['format'] = 'x' }], // prettier-ignore
    ['a member of another kind', /not as it has to be/, (told) => { told.tables[0]!.rows = 'many' as never }], // prettier-ignore
  ])('a file with %s is refused', async (_, details, change) => {
    await refused(await changed(change), 'INVALID_FILE_CONTENT', details)
  })

  test('what is no dump is refused', async () => {
    await refused(await packed({ 'word/document.xml': '<x/>' }), 'INVALID_FILE_CONTENT', /no part 'manifest.json'/)
    await refused(await packed({ 'manifest.json': '[' }), 'INVALID_FILE_CONTENT', /no JSON/)
    await refused(await packed({ 'manifest.json': 'null' }), 'INVALID_FILE_CONTENT', /does not say/)
    await refused(Buffer.from('id,name\n1,a\n'), 'INVALID_FILE_CONTENT', /no dump/)
  })

  test('a file that unpacks to more than it may is refused', async () => {
    const bomb = await changed((told, rows) => {
      rows[told.tables[0]!.part] = '{"id":1,"name":null}\n'.repeat(2_000_000)
    })
    expect(bomb.length).toBeLessThan(1_000_000)
    await refused(bomb, 'PAYLOAD_TOO_LARGE', /unpacks to more/)
    await refused(await packed({ 'manifest.json': ' '.repeat(20_000_000) }), 'INVALID_FILE_CONTENT', /more than/)
  }, 60_000)

  const other =
    (sql: string, more: object = {}) =>
    (told: Manifest) => {
      const [first] = told.statements
      Object.assign(first!, { sql, ...more })
    }
  const at = isPostgres ? '"public".' : ''
  test.each([
    `DROP TABLE ${at}"secret"`,
    `DELETE FROM ${at}"secret"`,
    `CREATE TABLE ${at}"other" (id INTEGER)`,
    `CREATE TABLE ${at}"one" AS SELECT * FROM ${at}"secret"`,
    `CREATE TABLE ${at}"one" (id) AS TABLE ${at}"secret"`,
    `CREATE TABLE ${at}"one" (id INTEGER); DROP TABLE ${at}"secret"`,
    `CREATE TRIGGER x AFTER INSERT ON ${at}"one" BEGIN DELETE FROM secret; END`,
    `CREATE VIEW ${at}"one" AS VALUES (1)`,
    `ALTER TABLE ${at}"secret" ADD COLUMN x INTEGER`,
    `ALTER TABLE ${at}"one" RENAME TO two`,
    `CREATE INDEX i ON ${at}"secret" (id)`,
    `PRAGMA writable_schema = ON`,
    `ATTACH 'x' AS y`,
    ...(isPostgres
      ? [
          `CREATE TABLE "pg_catalog"."one" (id INTEGER)`,
          `CREATE TABLE one (id INTEGER)`,
          `CREATE TABLE "public"."one" (id INTEGER DEFAULT lo_import('/etc/passwd'))`,
          `CREATE TABLE "public"."one" (id INTEGER, CHECK (pg_read_file('x') <> ''))`,
          `CREATE TABLE "public"."one" (id INTEGER, CHECK (("lo_import"('x')) > 0))`,
          `CREATE TABLE "public"."one" (id INTEGER, CHECK (pg_catalog.lo_import ('x') > 0))`,
          `CREATE TABLE "public"."one" (id INTEGER[], CHECK (id[lo_import('x')] > 0))`,
          `CREATE TABLE "public"."one" (id TEXT DEFAULT E'\\'' || lo_import('x') || '')`,
          `CREATE TABLE "public"."one" (id TEXT DEFAULT U&'!!0027' UESCAPE '!' || lo_import('x') || '')`,
          `CREATE TABLE "public"."one" (id TEXT DEFAULT $$'$$ || lo_import($$x$$))`,
          `CREATE TABLE "public"."one" (id INTEGER /* /* */ DEFAULT lo_import('x') -- */)`,
          `CREATE TABLE "public"."one" (LIKE "public"."secret")`,
          `CREATE TABLE "public"."one" () INHERITS ("public"."secret")`,
          `ALTER TABLE "public"."one" ADD CONSTRAINT x CHECK (true), OWNER TO postgres`,
          `ALTER TABLE "public"."one" ALTER COLUMN id TYPE text USING pg_read_file('x')`,
          `COMMENT ON DATABASE postgres IS 'x'`,
          `CREATE TABLE "public"."one" (id INTEGER REFERENCES "pg_catalog"."one" (oid))`,
          `CREATE TABLE "public"."one" (id INTEGER GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "other"."s"))`,
          `CREATE TABLE "public"."one" (id INTEGER DEFAULT nextval('other.s'::regclass))`,
          `ALTER TABLE "public"."one" INHERIT "pg_catalog"."pg_class"`,
          `ALTER TABLE "public"."one" INHERIT "public"."two", ALTER COLUMN id TYPE text`,
          `ALTER TABLE "public"."one" NO INHERIT "public"."two"`,
          `ALTER TABLE ONLY "public"."two" ATTACH PARTITION "public"."secret" FOR VALUES IN (1)`,
          `ALTER TABLE ONLY "other"."two" ATTACH PARTITION "public"."one" FOR VALUES IN (1)`,
          `ALTER TABLE ONLY "public"."two" ATTACH PARTITION "public"."one" FOR VALUES IN (lo_import('x'))`,
          `ALTER TABLE ONLY "public"."two" ATTACH PARTITION "public"."one" DEFAULT, OWNER TO postgres`,
          `ALTER TABLE ONLY "public"."two" DETACH PARTITION "public"."one"`,
          `ALTER INDEX "public"."one_pkey" RENAME TO x`,
          `ALTER INDEX "other"."x" ATTACH PARTITION "public"."one_pkey"`,
          `CREATE TABLE "public"."one" (id TEXT[] DEFAULT ARRAY[lo_import('x')::text])`,
          `CREATE TABLE "public"."one" (id INTEGER) PARTITION BY RANGE (lo_import('x'))`,
          `CREATE TYPE "public"."one" (INPUT = lo_import, OUTPUT = lo_import)`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, CANONICAL = "public"."f")`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, "canonical" = "public"."f")`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = "public"."f")`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = lo_import)`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, SUBTYPE_OPCLASS = "public".o)`,
          `CREATE TYPE "public"."one" AS RANGE (SUBTYPE = float8, MULTIRANGE_TYPE_NAME = "other"."m")`,
        ]
      : []),
  ])('a statement of a file that does something else is not run: %s', async (sql) => {
    await refused(await changed(other(sql)), 'INVALID_FILE_CONTENT', /is not run/)
  })

  test('no table becomes a part of one that is there', async () => {
    if (!isPostgres) return
    const sql = `ALTER TABLE "public"."one" INHERIT "public"."secret"`
    await refused(await changed(other(sql)), 'TABLE_NOT_FOUND', /refers to 'secret'/)
  })

  test('rows that the keys of the tables do not let in leave nothing behind', async () => {
    const { 'manifest.json': _, ...rows } = parts
    const told = manifest()
    const two = told.tables.find((table) => table.name === 'two')!
    const text = 'id,one_id\r\n1,77\r\n'
    rows[two.part] = text
    const sums = new PartSums()
    sums.add(Buffer.from(text))
    Object.assign(two, sums.end())
    await refused(await packed({ ...rows, 'manifest.json': JSON.stringify(told) }), 'CONSTRAINT_VIOLATION', /./)
  })

  test('rows that a trigger changes are found, and nothing stays', async () => {
    await run('CREATE TABLE one (id INTEGER PRIMARY KEY, name VARCHAR(20))')
    if (isPostgres)
      await run(
        `CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END'`,
        'CREATE TRIGGER loud BEFORE INSERT ON one FOR EACH ROW EXECUTE FUNCTION shout()',
      )
    else await run('CREATE TRIGGER loud AFTER INSERT ON one BEGIN UPDATE one SET name = upper(name); END')
    expect(await load({ file: 'good.zip' })).toMatchObject({ success: false, code: 'IMPORT_REJECTED' })
    expect(await query(engine().database, 'SELECT * FROM one')).toEqual([])
    expect(await tables()).toEqual(['one', 'secret'])
    await run('DROP TABLE one')
  })

  test('the good file is good', async () => {
    expect(await load({ file: 'good.zip' })).toMatchObject({ success: true, rows: 3, schema: engine().schema })
    expect(await tables()).toEqual(['one', 'secret', 'two'])
    expect(api.port).toBeGreaterThan(0)
  })
})
