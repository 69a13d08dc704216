/**
 * Every declared type of SQLite, every type of PostgreSQL, and every odd value, through every format and back: the same as it
 * was, or refused before anything is written. Never another value.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, type TestEngine, useEngine } from '../../../../support/engines.ts'
import { isLong } from '../../../../support/long.ts'

type Body = Record<string, unknown>

const FORMATS = ['csv', 'ndjson', 'json', 'xlsx'] as const
type Format = (typeof FORMATS)[number]
type Mode = 'plain' | 'exact' | 'stored'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** As SQLite reads them, so that the affinity of a column decides what becomes of them. */
const TEXTS = [
  ...['', ' ', 'a', 'Ünïcödé 😀', 'NULL', 'null', 'true', 'f', 'yes', 'N/A'],
  ...['12', '007', '51100', '1996', '1.50', '1e5', '1E5', '+7', '-0', '-1', '.5', '5.', ' 12 ', '0x10', '3.0'],
  ...[
    '9007199254740993',
    '9223372036854775808',
    '0.1234567890123456789',
    '1e999',
    'Infinity',
    '-Infinity',
    'NaN',
    'inf',
  ],
  ...['\r\n', '\n', '\r', '\t', 'a"b', "it's", 'a,b;c', '\\N', '\\', '_x0041_', '<a>&amp;', '\u0007', '\u2028'],
  ...['\uFEFFbom', 'bom\uFEFF', '\uFFFD', '=1+1', '+1+1', '-x', '@sum', '\t=1'],
  ...['data:application/x-sqlite-text,12', 'data:application/x-sqlite-blob;base64,AP8=', 'data:text/plain,x'],
  ...['AP8=', 'AAAA', 'abcd', 'AB==', '{"a": 1.50}', '{"a":1,"a":2}', '[1]', '"x"'],
  ...['1996-07-04 00:00:00.000', '2006-02-14', '2006-02-14 00:00:00', '2006-02-14 01:02', '2006-02-14T01:02:03'],
  ...['2006-02-14 01:02:03', '2006-02-14 01:02:03.5', '2006-02-14 01:02:03.50', '2006-02-14T01:02:03.500Z'],
  ...[
    '2006-02-14T01:02:03Z',
    '2006-02-14 01:02:03+02:00',
    '2006-02-14T01:02:03.123456+0200',
    '1899-12-31',
    '1900-02-28',
  ],
  ...['0000-00-00', '0000-00-00 00:00:00', '2024-02-30', '9999-12-31 23:59:59.999', '-0044-03-15', '12024-01-01'],
  ...['3:04', '03:04', '03:04:05', '03:04:05.1', '24:00:00', '20240229', '14.02.2006'],
  ...['x'.repeat(300), 'é'.repeat(40)],
].map(quoted)

const VALUES = [
  'NULL',
  ...TEXTS,
  "'a' || char(0) || 'b'",
  'char(0)',
  ...['0', '1', '2', '-1', '1704164645', '2147483648', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['-9007199254740993', '9223372036854775807', '-9223372036854775807 - 1', '999999999999999', '1234567890123456'],
  ...['0.0', '-0.0', '1.0', '3.0', '1.5', '-1.5', '0.1', '0.1 + 0.2', '1e5', '1e21', '1e300', '-1e300', '5e-324'],
  ...['2.2250738585072014e-308', '1.7976931348623157e308', '9007199254740993.0', '9223372036854775808.0', '1e15 + 0.5'],
  ...['2460310.5', '12345.678', '9e999', '-9e999', '123456789.12345678', '1234567890123.12', '99999999.99'],
  ...["x''", "x'00'", "x'00ff'", "x'616263'", "x'3132'", "x'efbbbf41'", "x'ff'", 'zeroblob(300)'],
]

/** In the quick form the first ones, of which each is read and written in a way of its own. */
const TYPES = [
  ...['INTEGER', 'TEXT', 'BLOB', '', 'DATETIME', 'DECIMAL(10, 2)', 'BOOLEAN', 'TIMESTAMP_TEXT'],
  ...[
    'NUMERIC',
    'REAL',
    'VARCHAR(5)',
    'DATE',
    'TIME',
    'JSON',
    'BINARY_BLOB',
    'TIMESTAMP',
    'INT',
    'BIGINT',
    'DOUBLE PRECISION',
  ],
  ...[
    'FLOAT',
    'DECIMAL',
    'MONEY',
    'CHAR(3)',
    'NVARCHAR(10)',
    'CLOB',
    'STRING',
    'UUID',
    'POINT',
    'GEOMETRY',
    'BINARY(4)',
  ],
  ...['VARBINARY', 'JSONB', 'YEAR', 'ANY', 'FLOATING POINT', 'SECONDDATE', 'DATE_TEXT', 'TIME_TEXT', 'DATETIME_TEXT'],
  ...['JSON_TEXT', 'REAL_DECIMAL(9, 2)', 'BINARY_BLOB(100)', 'NUMERIC(5)', 'BIT'],
]
const QUICK_TYPES = 8

const useFiles = (engine: () => TestEngine) => {
  const api = startEngineApi(engine, ROUTES)
  const post = (path: string, body: Body): Promise<Body> => api.post(path, body, 'admin')
  /** Exports a table to a file. @returns the answer. */
  const save = async (table: string, format: Format, values: Mode, more: Body = {}): Promise<Body> => {
    const exported = await post('/export', { table, format, values, ...more })
    expect(exported).toMatchObject({ success: true, complete: true, values })
    const { rows, content, contentBase64 } = exported
    const text = format === 'json' ? JSON.stringify(rows) : (content as string)
    writeFileSync(
      join(api.files, `rows.${format}`),
      format === 'xlsx' ? Buffer.from(contentBase64 as string, 'base64') : text,
    )
    return exported
  }
  return { post, save }
}

describe.each(DIALECT_ENGINES.filter((name) => name !== 'PostgreSQL'))('%s', (name) => {
  const engine = useEngine(name)
  const { post, save } = useFiles(engine)
  const columns = VALUES.map((_, index) => `v${index}`)
  const exactly = (column: string): string =>
    `typeof(${column}) || ' ' || quote(${column}) || ' ' || hex(cast(${column} AS blob)) AS ${column}`

  /** Each value with its storage class and its bytes. */
  const stored = async (table: string): Promise<Body> =>
    (await query(engine().database, `SELECT ${columns.map(exactly).join()} FROM ${table}`))[0] ?? {}

  describe.each(isLong ? TYPES : TYPES.slice(0, QUICK_TYPES))('a column of type "%s"', (type) => {
    const refill = (table: string): Promise<void> =>
      execute(
        engine().database,
        `DROP TABLE IF EXISTS ${table}`,
        `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns.map((column) => `${column} ${type}`).join()})`,
        `INSERT INTO ${table} (id, ${columns.join()}) VALUES (1, ${VALUES.join()})`,
      )
    let before: Body = {}

    beforeAll(async () => {
      for (const table of ['source', 'target']) await refill(table)
      before = await stored('source')
    })
    afterEach(async () => {
      expect(await stored('source')).toEqual(before)
    })

    /** Imports the file into an empty table, and into one that has the very rows. @returns columns with other values. */
    const changesOf = async (format: Format, body: Body): Promise<unknown[]> => {
      const changes: unknown[] = []
      for (const isEmpty of isLong ? [true, false] : [true]) {
        await refill('target')
        if (isEmpty) await execute(engine().database, 'DELETE FROM target')
        const answer = await post('/import', { table: 'target', file: `rows.${format}`, truncate: true, ...body })
        expect(answer).toMatchObject({ success: true, rowsInserted: 1 })
        const after = await stored('target')
        changes.push(
          ...columns.filter((each) => after[each] !== before[each]).map((each) => [each, before[each], after[each]]),
        )
      }
      return changes
    }

    it.each(FORMATS)('has all of its values again from exact ones in %s', async (format) => {
      expect(await save('source', format, 'exact')).not.toHaveProperty('ambiguousColumns')
      expect(await changesOf(format, { values: 'exact' })).toEqual([])
    })

    it.each(FORMATS)(
      'has those of plain and of stored ones in %s that are not said to be ambiguous',
      async (format) => {
        for (const values of ['plain', 'stored'] as const) {
          // No plain file holds a NUL: it is refused with its line.
          const { ambiguousColumns = [] } = await save('source', format, values)
          const ambiguous = ambiguousColumns as string[]
          const told = columns.filter((each) => !ambiguous.includes(each))
          expect(told.length).toBeGreaterThan(VALUES.length / 4)
          await save('source', format, values, { columns: ['id', ...told] })
          const changes = (await changesOf(format, { values, strict: false })) as string[][]
          expect(changes.filter(([column = '']) => told.includes(column))).toEqual([])
        }
      },
    )
  })

  it.each(FORMATS)('values that do not fit are refused each, and none is changed: %s', async (format) => {
    for (const type of isLong ? TYPES : TYPES.slice(0, QUICK_TYPES)) {
      await execute(
        engine().database,
        ...['one', 'other'].flatMap((table) => [
          `DROP TABLE IF EXISTS ${table}`,
          `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, v ${type})`,
        ]),
        ...VALUES.map((value, id) => `INSERT INTO one VALUES (${String(id)}, ${value})`),
      )
      await save('one', format, 'exact')
      const body = { table: 'other', file: `rows.${format}`, values: 'exact', strict: true }
      const answer = await post('/import', { ...body, onError: 'skip', maxErrors: 1_000 })
      const rejected = answer['errors'] as { message: string }[]
      expect(answer).toMatchObject({ success: true, rowsRead: VALUES.length, rowsRejected: rejected.length })
      for (const { message } of rejected)
        expect(message).toMatch(/ is not .*; to take what SQLite takes, send strict false$/)
      const changed = `SELECT o.id, ${exactly('v').replaceAll('(v', '(o.v')} FROM other AS o JOIN one AS i USING (id)
        WHERE typeof(o.v) <> typeof(i.v) OR hex(cast(o.v AS blob)) <> hex(cast(i.v AS blob)) OR quote(o.v) <> quote(i.v)`
      expect([type, await query(engine().database, changed)]).toEqual([type, []])
    }
  })

  it('texts that are no UTF-8 are told of, since no file can hold them', async () => {
    await execute(
      engine().database,
      'CREATE TABLE bytes (id INTEGER PRIMARY KEY, good TEXT, bad TEXT)',
      `INSERT INTO bytes VALUES (1, 'a', 'b'), (2, '\uFFFD', cast(x'61ff62' AS TEXT)), (3, NULL, NULL)`,
    )
    for (const format of FORMATS)
      for (const values of ['plain', 'exact', 'stored'] as const)
        expect(await save('bytes', format, values)).toMatchObject({ ambiguousColumns: ['bad'] })
  })

  it('readers have plain values, whatever the column is declared as', async () => {
    await execute(
      engine().database,
      'CREATE TABLE shop (id INTEGER PRIMARY KEY, zip, note BLOB, at DATETIME)',
      `INSERT INTO shop VALUES (1, '51100', 'as text', '1996-07-04 00:00:00.000'), (2, 51100, x'00ff', '2006-02-14')`,
      `INSERT INTO shop VALUES (3, 'x', NULL, '2006-02-14 01:02:03.5'), (4, NULL, NULL, '2006-02-14 01:02:03+02:00')`,
      `CREATE VIEW years AS SELECT id, strftime('%Y', at) AS year, at FROM shop`,
    )
    const { content } = await save('years', 'csv', 'plain')
    expect((content as string).split('\r\n').slice(1, 4)).toEqual([
      '1,"1996",1996-07-04 00:00:00.000',
      '2,"2006",2006-02-14',
      '3,"2006",2006-02-14 01:02:03.5',
    ])
    const { rows } = await save('shop', 'json', 'plain')
    expect(rows).toEqual([
      { id: 1, zip: '51100', note: 'as text', at: '1996-07-04 00:00:00.000' },
      { id: 2, zip: 51_100, note: 'AP8=', at: '2006-02-14' },
      { id: 3, zip: 'x', note: null, at: '2006-02-14 01:02:03.5' },
      { id: 4, zip: null, note: null, at: '2006-02-14 01:02:03+02:00' },
    ])
  })
})

/** Literals of the types that a column of PostgreSQL may have by itself, and of some that users make. */
const POSTGRES: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  smallint: ['-32768', '32767'],
  integer: ['-2147483648', '0'],
  bigint: ['-9223372036854775808', '9223372036854775807', '9007199254740993'],
  numeric: [
    '1.500',
    '-0.000',
    '123456789012345678901234567890.12345',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e-20',
    '1e400',
  ],
  'numeric(9,2)': ['1.50', '-9999999.99', 'NaN'],
  'numeric(3,-2)': ['12300'],
  'numeric(3,5)': ['0.00123'],
  real: ['1.1', '-3e38', 'NaN', 'Infinity', '-0'],
  'double precision': ['1.1', '1e308', 'NaN', '-Infinity', '5e-324', '-0', '0.30000000000000004'],
  text: [
    '',
    'a,"b"\n',
    '\r\n',
    '\\N',
    '\\.',
    'null',
    '\uFEFFbom',
    '=1+1',
    '007',
    '\t',
    ' ',
    'data:application/x-sqlite-text,12',
  ],
  'varchar(10)': ['', 'x', ' x '],
  'char(5)': ['a', 'abcde', ''],
  '"char"': ['a', ''],
  name: ['Übung'],
  date: [
    '2024-02-29',
    '0044-03-15 BC',
    '4713-01-01 BC',
    '12024-01-01',
    '5874897-12-31',
    'infinity',
    '-infinity',
    '0001-01-01',
  ],
  time: ['00:00:00', '24:00:00', '23:59:59.123456', '03:04:05.1'],
  timetz: ['23:59:59+02', '00:00:00.5-12:30', '24:00:00+00'],
  timestamp: [
    ...['2024-02-29 01:02:03.456789', '2024-02-29 01:02:03.5', '2024-02-29 00:00:00', '0044-03-15 01:02:03 BC'],
    ...['12024-01-01 00:00:00.5', '294276-12-31 00:00:00', 'infinity', '4713-01-01 00:00:00 BC', '1899-12-31 01:00:00'],
  ],
  timestamptz: ['2024-02-29 01:02:03+05:30', '0044-03-15 01:02:03 BC', '12024-01-01 00:00:00', '-infinity'],
  interval: ['1 year 2 mons -3 days 04:05:06.789', '-00:00:01', '178000000 years', '1 mon -1 day'],
  bytea: ['\\x', '\\x00ff', '\\x616263'],
  json: ['{"a": 1.50}', 'null', '"x"', ' {"a":1,"a":2} ', '12345678901234567890', '"\\u0041"'],
  jsonb: ['{"a": 1.50}', 'null', '[]', '12345678901234567890.10', '"x"'],
  jsonpath: ['$.a[*] ? (@ > 1)'],
  xml: ['<a>x</a>', 'x &amp; y', ''],
  uuid: ['00000000-0000-0000-0000-000000000001'],
  inet: ['10.0.0.1/8', '::1', '10.0.0.1'],
  cidr: ['10.0.0.0/8'],
  macaddr: ['08:00:2b:01:02:03'],
  macaddr8: ['08:00:2b:01:02:03:04:05'],
  bit: ['1'],
  'bit(4)': ['1010'],
  'bit varying': ['', '101'],
  money: ['1.50', '-92233720368547758.08'],
  oid: ['4294967295'],
  xid: ['4294967295'],
  xid8: ['18446744073709551615'],
  cid: ['7'],
  tid: ['(1,2)'],
  pg_lsn: ['16/B374D848'],
  pg_snapshot: ['10:20:10,14'],
  txid_snapshot: ['10:20:10,14'],
  refcursor: ['c'],
  aclitem: ['=r/postgres'],
  regclass: ['pg_class', '-'],
  regtype: ['integer'],
  regproc: ['now'],
  regprocedure: ['abs(numeric)'],
  regoper: ['||/'],
  regoperator: ['+(integer,integer)'],
  regconfig: ['english'],
  regdictionary: ['simple'],
  regnamespace: ['public'],
  regrole: ['pg_monitor'],
  regcollation: ['"C"'],
  int2vector: ['1 2 3'],
  oidvector: ['1 2 3'],
  point: ['(1.5,2)', '(NaN,Infinity)'],
  line: ['{1,2,3}'],
  lseg: ['[(0,0),(1,1)]'],
  box: ['(1,1),(0,0)'],
  path: ['[(0,0),(1,1)]', '((0,0),(1,1))'],
  polygon: ['((0,0),(1,1),(2,0))'],
  circle: ['<(0,0),1>'],
  tsvector: ["'a':1 'b':2A", ''],
  tsquery: ["'a' & !'b':*"],
  int4range: ['[1,10)', 'empty', '(,)'],
  int8range: ['[1,9223372036854775807)'],
  numrange: ['(1.50,2.50]'],
  daterange: ['[2024-01-01,infinity)'],
  tsrange: ['["2024-01-01 00:00:00","2024-01-02 00:00:00")'],
  tstzrange: ['[2024-01-01 00:00:00+00,)'],
  int4multirange: ['{[1,3),[5,7)}', '{}'],
  int8multirange: ['{[1,3)}'],
  nummultirange: ['{[1.5,3)}'],
  datemultirange: ['{[2024-01-01,2024-01-03)}'],
  tsmultirange: ['{["2024-01-01 00:00:00","2024-01-02 00:00:00")}'],
  tstzmultirange: ['{[2024-01-01 00:00:00+00,)}'],
  'integer[]': ['{1,NULL,3}', '{}', '{{1,2},{3,4}}', '[2:3]={1,2}'],
  'text[]': ['{"a,b","",NULL,"NULL","\\"x\\\\"}'],
  'timestamptz[]': ['{"2024-01-01 00:00:00+00",infinity}'],
  'bytea[]': ['{"\\\\x00ff"}'],
  mood: ['sad', 'very, happy'],
  'mood[]': ['{sad,"very, happy"}'],
  zip: ['007', '51100'],
  pair: ['(1,"a,b")', '(,)', '(,"")'],
  'pair[]': ['{"(1,a)"}'],
}

/** Types whose values the server does not read: nobody has columns of them. */
const UNREADABLE = ['pg_node_tree', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list', 'gtsvector', 'pg_brin_bloom_summary', 'pg_brin_minmax_multi_summary'] // prettier-ignore

describe('PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const { post, save } = useFiles(engine)
  const values = Object.entries(POSTGRES).flatMap(([type, literals]) =>
    literals.map((literal) => [type, literal] as const),
  )
  const columns = values.map((_, index) => `v${index}`)
  const stored = async (table: string): Promise<Body> => {
    const texts = columns.map((column) => `${column}::text AS ${column}`).join()
    return (await query(engine().database, `SELECT ${texts} FROM ${table}`))[0] ?? {}
  }

  beforeAll(async () => {
    const declared = columns.map((column, index) => `${column} ${values[index]?.[0] ?? ''}`).join()
    const literals = values.map(([type, literal]) => `${quoted(literal)}::${type}`).join()
    await execute(
      engine().database,
      `CREATE TYPE mood AS ENUM ('sad', 'very, happy')`,
      `CREATE DOMAIN zip AS text CHECK (value ~ '^[0-9]+$')`,
      'CREATE TYPE pair AS (a integer, b text)',
      ...['source', 'target'].map(
        (table) =>
          `CREATE TABLE ${table} (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${declared}, twice integer GENERATED ALWAYS AS (id * 2) STORED)`,
      ),
      `INSERT INTO source (id, ${columns.join()}) OVERRIDING SYSTEM VALUE VALUES (7, ${literals})`,
    )
  })

  it('no type that a column may have is left out', async () => {
    const known = Object.keys(POSTGRES).map((type) => `'${type}'::regtype`)
    const sql = `SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm')
      AND typcategory <> 'A' AND oid <> ALL (ARRAY[${known.join()}]::regtype[])`
    const left = (await query(engine().database, sql)).map(({ typname }) => typname)
    expect(left.filter((type) => !UNREADABLE.includes(String(type)))).toEqual([])
  })

  it.each(FORMATS)('every value of every type comes back from %s', async (format) => {
    const before = await stored('source')
    for (const mode of ['exact', 'plain', 'stored'] as const) {
      const { ambiguousColumns = [] } = await save('source', format, mode)
      const ambiguous = ambiguousColumns as string[]
      // Where a spreadsheet might run a text, and nowhere else.
      const told = columns.filter((each) => !ambiguous.includes(each))
      const isRun = (column: string): boolean => /^[=+\-@\t\r]/.test(String(before[column]))
      expect([mode, ambiguous.filter((each) => !isRun(each))]).toEqual([mode, []])
      if (mode === 'exact' || format !== 'xlsx') expect([mode, ambiguous]).toEqual([mode, []])
      await save('source', format, mode, { columns: ['id', ...told] })
      const body = { table: 'target', file: `rows.${format}`, truncate: true, values: mode }
      expect(await post('/import', body)).toMatchObject({ success: true, rowsInserted: 1 })
      const after = await stored('target')
      const changed = told.filter((each) => after[each] !== before[each])
      expect(changed.map((each) => [each, before[each], after[each]])).toEqual([])
      expect(await query(engine().database, 'SELECT id, twice FROM target')).toEqual([{ id: 7, twice: 14 }])
    }
  })
})

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const { post, save } = useFiles(engine)

  it.each(FORMATS)(
    'a file that nobody says how it is written is refused by the line of an exact value: %s',
    async (format) => {
      const told = 'data:application/x-sqlite-text,12'
      await execute(
        engine().database,
        'DROP TABLE IF EXISTS tagged',
        'CREATE TABLE tagged (id INTEGER PRIMARY KEY, note VARCHAR(100))',
        `INSERT INTO tagged VALUES (1, 'x'), (2, '${told}')`,
      )
      const notes = async (): Promise<unknown[]> =>
        (await query(engine().database, 'SELECT note FROM tagged ORDER BY id')).map(({ note }) => note)
      for (const values of ['plain', 'exact'] as const) {
        await save('tagged', format, values)
        const body = { table: 'tagged', file: `rows.${format}`, truncate: true }
        expect(await post('/import', body)).toMatchObject({
          code: 'INVALID_FILE_CONTENT',
          details: expect.stringMatching(/^Line \d, column 'note': .*send values 'exact', or 'plain'/) as string,
        })
        expect(await notes()).toEqual(['x', told])
        expect(await post('/import', { ...body, values })).toMatchObject({ success: true })
        expect(await notes()).toEqual(['x', told])
      }
    },
  )
})
