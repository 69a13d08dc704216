/** Export, import and comparison of tables that nobody here made: every type of each engine, and what its columns may hold. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import {
  DIALECT_ENGINES,
  batches,
  execute,
  query,
  type TestEngine,
  unhurried,
  useEngine,
} from '../../../../support/engines.ts'

type Body = Record<string, unknown>

const FORMATS = ['csv', 'ndjson', 'json', 'xlsx'] as const
const SQLITE_ENGINES = DIALECT_ENGINES.filter((name) => name !== 'PostgreSQL')

const useTrip = (engine: () => TestEngine) => {
  const api = startEngineApi(engine, ROUTES)
  const post = (path: string, body: Body): Promise<Body> => api.post(path, body, 'admin')
  const put = (file: string, content: string | Uint8Array): void => {
    writeFileSync(join(api.files, file), content)
  }
  /** Exports one table and imports the file into another. @returns the answer of the import. */
  const move = async (from: string, to: string, format: (typeof FORMATS)[number]): Promise<Body> => {
    const exported = await post('/export', { table: from, format, values: 'exact' })
    expect(exported).toMatchObject({ complete: true })
    const { rows, content, contentBase64 } = exported
    const text = format === 'json' ? JSON.stringify(rows) : (content as string)
    put(`rows.${format}`, format === 'xlsx' ? Buffer.from(contentBase64 as string, 'base64') : text)
    return post('/import', { table: to, file: `rows.${format}`, truncate: true, values: 'exact' })
  }
  /** As `move`; both tables have to be equal then. */
  const trip = async (from: string, to: string, format: (typeof FORMATS)[number], count: number): Promise<void> => {
    const { success, rowsInserted, details } = await move(from, to, format)
    expect({ success, rowsInserted, details }).toEqual({ success: true, rowsInserted: count })
    const { summary, differences } = await post('/dataDiff', { table1: from, table2: to })
    expect({ summary, differences }).toMatchObject({ summary: { identical: count, different: 0 }, differences: [] })
  }
  return { post, put, move, trip }
}

const text = fc.string({
  maxLength: 12,
  unit: fc.constantFrom(
    'a',
    'ß',
    '😀',
    '"',
    "'",
    ',',
    '\n',
    '\r',
    '\t',
    '\\',
    '=',
    '<',
    '&',
    '_x0041_',
    ' ',
    '1',
    '\u0007',
  ),
})
const bytes = fc.uint8Array({ maxLength: 6 })
const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const double = fc.oneof(
  fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom(Infinity, -Infinity),
)
const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const written = fc.oneof(
  instant,
  instant.map((iso) => iso.slice(0, 10)),
  instant.map((iso) => iso.slice(0, 19).replace('T', ' ')),
  instant.map((iso) => iso.slice(0, 16).replace('T', ' ')),
  instant.map((iso) => iso.slice(0, 19) + '+02:00'),
  fc.constantFrom('-0044-03-15', '-4713-11-24 12:00:00', '12024-01-01 00:00:00', '+99999-12-31'),
)
// Seconds since 1970, and days of the Julian calendar.
const counted = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.integer({ min: 0, max: 5_000_000 }).map((days) => days + 0.5),
)

/** Values of columns by their declared type: SQLite lets any value into most of them. */
const SQLITE: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  INTEGER: fc.oneof(whole, bytes),
  INT8: whole,
  REAL: fc.oneof(double, bytes),
  'DOUBLE PRECISION': double,
  FLOAT: double,
  TEXT: fc.oneof(text, bytes, fc.constant('data:application/x-sqlite-blob;base64,AA==')),
  'VARCHAR(20)': fc.oneof(
    text.map((value) => value.slice(0, 2)),
    bytes,
  ),
  CLOB: text,
  BLOB: fc.oneof(bytes, bytes, text, whole, double),
  POINT: fc.oneof(bytes, text),
  '': fc.oneof(bytes, text, whole, double, fc.constantFrom('12', '1.5', 'Infinity', '007', '1e3')),
  NUMERIC: fc.oneof(whole, double, bytes),
  'DECIMAL(10, 2)': fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    fc.constantFrom(Infinity, -Infinity),
    bytes,
  ),
  MONEY: fc.oneof(whole, double),
  BOOLEAN: fc.oneof(fc.constantFrom(0, 1), bytes),
  DATE: fc.oneof(written, counted, bytes),
  DATETIME: fc.oneof(written, counted, bytes),
  TIMESTAMP: fc.oneof(written, counted),
  TIME: fc.oneof(
    fc.constantFrom('03:04', '03:04:05', '23:59:59.123', '00:00:00.123456'),
    fc.integer({ min: 0, max: 86_399 }),
  ),
  JSON: fc.json().map((json) => json.replaceAll('\\u0000', '')),
  BINARY_BLOB: bytes.map((value) => Buffer.from(value).toString('base64')),
  TIMESTAMP_TEXT: instant,
  DATE_TEXT: instant.map((iso) => iso.slice(0, 10)),
}

describe.each(SQLITE_ENGINES)('any table of %s', (name) => {
  const engine = useEngine(name)
  const { trip } = useTrip(engine)
  const types = Object.keys(SQLITE)
  const rows = fc.array(fc.tuple(...types.map((type) => fc.option(SQLITE[type] ?? fc.constant(null), { freq: 5 }))), {
    minLength: 10,
    maxLength: 20,
    size: 'max',
  })

  beforeAll(() => {
    const columns = types.map((type, index) => `c${String(index)} ${type}`).join(', ')
    return execute(
      engine().database,
      ...['original', 'copy'].map((table) => `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns})`),
    )
  })

  it.each(FORMATS)(
    'comes back from %s as it was',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(rows, async (values) => {
          const columns = ['id', ...types.map((_, index) => `c${String(index)}`)]
          await execute(engine().database, 'DELETE FROM original', 'DELETE FROM copy')
          const given = values.map((row, id) => [id, ...row])
          await engine().database.write(unhurried(), (session) =>
            session.insert({ schema: 'main', table: 'original', columns }, batches(given)),
          )
          await trip('original', 'copy', format, values.length)
          const kinds = `SELECT id, ${columns.map((column) => `typeof(${column}) AS ${column}`).join(', ')}`
          const [before, after] = await Promise.all(
            ['original', 'copy'].map((table) => query(engine().database, `${kinds} FROM ${table} ORDER BY id`)),
          )
          expect(after).toEqual(before)
        }),
        { numRuns: 4, endOnFailure: true },
      )
    },
    60_000,
  )
})

/** Literals of each type that PostgreSQL has by itself. */
const POSTGRES: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  smallint: ['-32768', '32767'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
  numeric: ['1.500', '-0.000', '123456789012345678901234567890.12345', 'NaN', 'Infinity', '-Infinity', '1e-20'],
  'numeric(9,2)': ['1.50', '-9999999.99', 'NaN'],
  real: ['1.1', '-3e38', 'NaN', 'Infinity'],
  'double precision': ['1.1', '1e308', 'NaN', '-Infinity', '5e-324'],
  text: ['', 'a,"b"\n', '\\N', '\\.'],
  'varchar(10)': ['', 'x'],
  'char(5)': ['a', 'abcde'],
  '"char"': ['a'],
  name: ['Übung'],
  date: ['2024-02-29', '0044-03-15 BC', '4713-01-01 BC', '12024-01-01', '5874897-12-31', 'infinity', '-infinity'],
  time: ['00:00:00', '24:00:00', '23:59:59.123456'],
  timetz: ['23:59:59+02', '00:00:00.5-12:30'],
  timestamp: [
    '2024-02-29 01:02:03.456789',
    '0044-03-15 01:02:03 BC',
    '12024-01-01 00:00:00.5',
    '294276-12-31 00:00:00',
    'infinity',
  ],
  timestamptz: ['2024-02-29 01:02:03+05:30', '0044-03-15 01:02:03 BC', '12024-01-01 00:00:00', '-infinity'],
  interval: ['1 year 2 mons -3 days 04:05:06.789', '-00:00:01'],
  bytea: ['\\x', '\\x00ff'],
  json: ['{"a": 1.50}', 'null', '"x"'],
  jsonb: ['{"a": 1.50}', 'null', '[]'],
  uuid: ['00000000-0000-0000-0000-000000000001'],
  inet: ['10.0.0.1/8', '::1'],
  cidr: ['10.0.0.0/8'],
  macaddr: ['08:00:2b:01:02:03'],
  'bit(4)': ['1010'],
  'bit varying': ['', '101'],
  money: ['1.50'],
  oid: ['4294967295'],
  point: ['(1.5,2)'],
  'integer[]': ['{1,NULL,3}', '{}', '{{1,2},{3,4}}'],
  'text[]': ['{"a,b","",NULL,"\\"x\\\\"}'],
  int4range: ['[1,10)', 'empty'],
  tsvector: ["'a':1 'b':2"],
}

describe('any table of PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const { move, trip, post } = useTrip(engine)
  const types = Object.entries(POSTGRES)
  const count = Math.max(...types.map(([, values]) => values.length)) + 1

  beforeAll(async () => {
    const columns = types.map(([type], index) => `c${String(index)} ${type}`).join(', ')
    // The last row has no values at all.
    const rows = Array.from({ length: count }, (_, id) => {
      const values = types.map(([type, literals]) => {
        const literal = id < count - 1 ? literals[id % literals.length] : undefined
        return literal === undefined ? 'NULL' : `'${literal.replaceAll("'", "''")}'::${type}`
      })
      return `(${[String(id), ...values].join(', ')})`
    })
    await execute(
      engine().database,
      ...['original', 'copy'].map((table) => `CREATE TABLE ${table} (id integer PRIMARY KEY, ${columns})`),
      `INSERT INTO original VALUES ${rows.join(', ')}`,
    )
  })

  it.each(FORMATS)('comes back from %s as it was', async (format) => {
    await trip('original', 'copy', format, count)
    const text = (table: string) => query(engine().database, `SELECT t::text AS row FROM ${table} AS t ORDER BY id`)
    expect(await text('copy')).toEqual(await text('original'))
  })

  it('keeps the zeros of a number whose type has no scale', async () => {
    const { content } = await post('/export', { table: 'original', columns: ['c3'], limit: 1 })
    expect(content).toBe('c3\r\n1.500\r\n')
  })

  it('without columns comes back with as many rows', async () => {
    await execute(engine().database, 'CREATE TABLE nothing ()', 'CREATE TABLE nothing2 ()', 'INSERT INTO nothing DEFAULT VALUES', 'INSERT INTO nothing DEFAULT VALUES') // prettier-ignore
    for (const format of FORMATS) {
      expect(await move('nothing', 'nothing2', format)).toMatchObject({ success: true, rowsInserted: 2 })
      expect(await query(engine().database, 'SELECT count(*) AS n FROM nothing2')).toEqual([{ n: 2 }])
    }
  })
})

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const { trip, post, put } = useTrip(engine)

  it.each(FORMATS)('rows of NULLs, and rows that refer to later ones, come back from %s', async (format) => {
    await execute(
      engine().database,
      ...['empty', 'empty2'].flatMap((table) => [
        `DROP TABLE IF EXISTS ${table}`,
        `CREATE TABLE ${table} (a VARCHAR(9), b INTEGER)`,
      ]),
      ...['self', 'self2'].flatMap((table) => [
        `DROP TABLE IF EXISTS ${table}`,
        `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, up INTEGER REFERENCES ${table} (id))`,
      ]),
      `INSERT INTO empty VALUES (NULL, NULL), ('', 1), (NULL, NULL), ('x', NULL), (NULL, NULL)`,
      'INSERT INTO self VALUES (1, NULL), (2, 1), (3, 3)',
      'UPDATE self SET up = 3 WHERE id = 1',
    )
    await trip('self', 'self2', format, 3)
    const { content } = await post('/export', { table: 'empty', format: 'ndjson' })
    // Without a key the rows are compared as a whole.
    const exported = await post('/export', { table: 'empty', format })
    const file = exported['contentBase64'] ?? exported['content'] ?? JSON.stringify(exported['rows'])
    put(`e.${format}`, format === 'xlsx' ? Buffer.from(file as string, 'base64') : (file as string))
    expect(await post('/import', { table: 'empty2', file: `e.${format}` })).toMatchObject({ rowsInserted: 5 })
    expect((await post('/export', { table: 'empty2', format: 'ndjson' }))['content']).toBe(content)
    expect(await post('/compareData', { table1: 'empty', table2: 'empty2' })).toMatchObject({ identical: true })
  })

  it('a row that refers to none is told, and nothing stays', async () => {
    await execute(engine().database, 'CREATE TABLE tree (id INTEGER PRIMARY KEY, up INTEGER REFERENCES tree (id))')
    put('tree.csv', 'id,up\n1,2\n2,\n3,9\n')
    const details = expect.stringMatching(/foreign key|fkey/i) as string
    expect(await post('/import', { table: 'tree', file: 'tree.csv' })).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details,
    })
    expect(await query(engine().database, 'SELECT count(*) AS n FROM tree')).toEqual([{ n: 0 }])
  })
})

describe.each(SQLITE_ENGINES)('import on %s', (name) => {
  const engine = useEngine(name)
  const { post, put } = useTrip(engine)
  const stored = (sql: string) => query(engine().database, sql)

  it.each([
    ['2024-01-02 03:04:05', '2024-05-06 07:08:09'],
    ['2024-01-02T03:04:05.000Z', '2024-05-06T07:08:09.000Z'],
    ['2024-01-02T03:04:05', '2024-05-06T07:08:09'],
    ['2024-01-02 03:04:05.123', '2024-05-06 07:08:09.000'],
    ['2024-01-02', '2024-05-06 07:08:09'],
  ])('writes dates as the column does: %s', async (before, after) => {
    await execute(
      engine().database,
      'DROP TABLE IF EXISTS log',
      'CREATE TABLE log (at DATETIME)',
      `INSERT INTO log VALUES ('${before}')`,
    )
    put('log.csv', 'at\n2024-05-06T07:08:09Z\n')
    expect(await post('/import', { table: 'log', file: 'log.csv', truncate: true })).toMatchObject({ success: true })
    expect(await stored('SELECT at FROM log')).toEqual([{ at: after }])
  })

  it('mixes no dates into a column of numbers', async () => {
    await execute(engine().database, 'CREATE TABLE epoch (at DATETIME)', 'INSERT INTO epoch VALUES (1704164645)')
    put('epoch.csv', 'at\n2024-05-06T07:08:09Z\n')
    expect(await post('/import', { table: 'epoch', file: 'epoch.csv' })).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
      details: expect.stringContaining('a number, as the column has them') as string,
    })
  })

  it('writes bytes as bytes, and as base64 only where the column has that', async () => {
    await execute(
      engine().database,
      'CREATE TABLE picture (pic BLOB)',
      'CREATE TABLE cap_picture (pic BLOB)',
      "INSERT INTO cap_picture VALUES ('AP8=')",
    )
    put('picture.csv', 'pic\nAQI=\n')
    for (const table of ['picture', 'cap_picture']) await post('/import', { table, file: 'picture.csv' })
    expect(await stored('SELECT typeof(pic) AS t, hex(pic) AS h FROM picture')).toEqual([{ t: 'blob', h: '0102' }])
    expect(await stored('SELECT pic FROM cap_picture ORDER BY rowid DESC LIMIT 1')).toEqual([{ pic: 'AQI=' }])
  })

  it('takes what does not fit a type only where the column has such', async () => {
    await execute(
      engine().database,
      'CREATE TABLE strict_number (n INTEGER)',
      'CREATE TABLE any_number (n INTEGER)',
      "INSERT INTO any_number VALUES ('N/A')",
    )
    put('number.csv', 'n\n1\nunknown\n')
    expect(await post('/import', { table: 'strict_number', file: 'number.csv' })).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
    })
    expect(await post('/import', { table: 'any_number', file: 'number.csv' })).toMatchObject({ rowsInserted: 2 })
  })
})
