/** Single rows: every type comes back as it was, all or nothing, and nobody's change is overwritten unseen. */
import type { Model } from '../../../../../srv/admin/core/model.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

type Body = Record<string, unknown>

const MODEL: Model = {
  services: [{ name: 'Shop', path: '/shop', protocols: ['odata-v4'] }],
  entities: [
    modelEntity({ name: 'my.Served', table: 'SERVED', keys: ['ID'] }),
    modelEntity({ name: 'Shop.Served', table: 'SHOP_SERVED', keys: ['ID'], sources: ['my.Served'], service: 'Shop' }),
    modelEntity({ name: 'my.Deep', table: 'DEEP', keys: ['ID'] }),
    modelEntity({ name: 'my.Middle', table: 'MIDDLE', keys: ['ID'], sources: ['my.Deep'] }),
    modelEntity({ name: 'Shop.Deep', table: 'SHOP_DEEP', keys: ['ID'], sources: ['my.Middle'], service: 'Shop' }),
    modelEntity({
      name: 'my.Closed',
      table: 'CLOSED',
      keys: ['ID'],
      sensitiveColumns: ['secret'],
      hiddenColumns: ['secret'],
    }),
  ],
}

/** A literal of each type, as the engine writes it. */
const TYPES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  PostgreSQL: {
    smallint: ['-32768'],
    integer: ['7'],
    bigint: ['9223372036854775807', '-9007199254740993'],
    'numeric(30,10)': ["'12345678901234567890.0123456789'", "'NaN'"],
    numeric: ['0.10', "'Infinity'"],
    real: ['1.5', "'-Infinity'"],
    'double precision': ['0.1', '1e300', "'NaN'"],
    money: ["'12.34'"],
    boolean: ['true'],
    text: ["''", "E'a\\nb\\t😀'", "'null'"],
    'character varying(5)': ["'é 12 '"],
    'character(6)': ["'ab'"],
    '"char"': ["'x'"],
    name: ["'n'"],
    bytea: ["'\\x00ff'", "''"],
    date: ["'2024-02-29'", "'infinity'", "'0044-03-15 BC'"],
    time: ["'23:59:59.123456'"],
    'time with time zone': ["'10:00:00+05:30'"],
    timestamp: ["'2024-02-29 01:02:03.123456'", "'-infinity'"],
    'timestamp with time zone': ["'2024-02-29 01:02:03.5+02'"],
    interval: ["'1 year 2 days 03:04:05.6'"],
    uuid: ["'6f9619ff-8b86-d011-b42d-00cf4fc964ff'"],
    json: [`'{"a": 1.50, "b": [null]}'`],
    jsonb: [`'{"a": [1, "x"]}'`, "'null'"],
    xml: ["'<a>1</a>'"],
    inet: ["'10.0.0.1/8'"],
    macaddr: ["'08:00:2b:01:02:03'"],
    'bit(3)': ["B'101'"],
    'bit varying': ["B'1'"],
    point: ["'(1,2)'"],
    polygon: ["'((0,0),(1,1))'"],
    int4range: ["'[1,5)'"],
    tsvector: ["'a:1 b:2'"],
    'integer[]': ["'{1,NULL,3}'"],
    'text[]': [`'{"a b",""}'`],
    mood: ["'sad'"],
    positive: ['5'],
    pair: ["'(1,x)'"],
  },
  SQLite: {
    INTEGER: ['9223372036854775807', '-1', "'abc'", '1.5', "x'00ff'"],
    TEXT: ["''", "'a' || char(10) || '😀'", "'12'", "x'61'"],
    REAL: ['0.1', '1e300', '9e999'],
    NUMERIC: ['12.5', "'x'"],
    'DECIMAL(10, 2)': ['1.5', '99999999.99'],
    BOOLEAN: ['1', '0'],
    DATE: ["'2024-02-29'", "'1996-07-04 00:00:00.000'", '1704164645'],
    DATETIME: ["'2006-02-14'", "'2006-02-14 01:02:03.5'"],
    TIME: ["'3:04'", "'03:04:05'"],
    BLOB: ["x'00ff'", "'text'", '5'],
    JSON: [`'{"a": 1.50}'`],
    '': ["'5'", '5', '5.5', "x'05'"],
    'VARCHAR(3)': ["'longer'"],
  },
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const isPostgres = name === 'PostgreSQL'
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES], { model: MODEL })
  const post = (path: string, body: Body, user = 'admin') => api.post(path, body, user)
  const change = (table: string, changes: readonly Body[], more: Body = {}) =>
    post('/rows', { table, changes, ...more })
  const preview = (table: string, changes: readonly Body[], more: Body = {}) =>
    post('/rows/preview', { table, changes, ...more })
  const rows = (sql: string) => query(engine().database, sql)

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE person (id int PRIMARY KEY, name text, height int, CHECK (height < 300))',
      'CREATE TABLE pet (id int PRIMARY KEY, owner int REFERENCES person, name text UNIQUE)',
      'CREATE TABLE keyless (a int, b int)',
      'CREATE TABLE by_code (code varchar(5) UNIQUE, note text)',
      'CREATE VIEW tall AS SELECT * FROM person WHERE height > 200',
      'CREATE TABLE served (ID int PRIMARY KEY, name text)',
      'CREATE TABLE deep (ID int PRIMARY KEY, name text)',
      'CREATE TABLE closed (ID int PRIMARY KEY, name text, secret text, CHECK (length(name) < 5))',
      'CREATE TABLE parent (id int PRIMARY KEY)',
      'CREATE TABLE child (id int PRIMARY KEY, parent int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)',
      'CREATE TABLE noted (id int PRIMARY KEY, note json, price decimal(30, 20), long text)',
      'CREATE TABLE made (id int PRIMARY KEY, n int, twice int GENERATED ALWAYS AS (n * 2) STORED)',
      "INSERT INTO closed VALUES (1, 'a', 'whispered')",
    ),
  )
  beforeEach(() =>
    execute(
      engine().database,
      'DELETE FROM pet',
      'DELETE FROM person',
      `INSERT INTO person VALUES (1, 'Leia', 150), (2, 'Han', 180), (3, NULL, NULL)`,
      `INSERT INTO pet VALUES (1, 1, 'Rex')`,
    ),
  )

  it('inserts, changes and deletes in one transaction', async () => {
    const changes = [
      { action: 'insert', values: { id: 4, name: '', height: null } },
      { action: 'update', key: { id: 1 }, was: { name: 'Leia', height: 150 }, values: { name: null, height: 151 } },
      { action: 'delete', key: { ID: 3 }, was: { name: null } },
    ]
    const counts = { rowsInserted: 1, rowsUpdated: 1, rowsDeleted: 1, keyColumns: ['id'], service: null }
    const seen = await preview('person', changes)

    expect(seen).toMatchObject({ success: true, canRun: true, ...counts })
    expect(seen['changes']).toMatchObject([
      { index: 0, action: 'insert', parameters: [4, '', null], row: null },
      { action: 'update', parameters: [null, 151, 1], row: { id: 1, name: 'Leia', height: 150 } },
      { action: 'delete', statement: expect.stringMatching(/^DELETE FROM /) as string, row: { id: 3, name: null } },
    ])
    expect(await rows('SELECT * FROM person ORDER BY id')).toHaveLength(3)
    expect(await change('person', changes)).toMatchObject({ success: true, ...counts })
    expect(await rows('SELECT id, name, height FROM person ORDER BY id')).toEqual([
      { id: 1, name: null, height: 151 },
      { id: 2, name: 'Han', height: 180 },
      { id: 4, name: '', height: null },
    ])
  })

  it('changes nothing where a row is not as it was read, and shows both side by side', async () => {
    const changes = [
      { action: 'update', key: { id: 2 }, was: { name: 'Han' }, values: { name: 'Solo' } },
      { action: 'update', key: { id: 1 }, was: { name: 'Leia', height: 149 }, values: { height: 152 } },
      { action: 'delete', key: { id: 3 }, was: { name: 'x' } },
      { action: 'update', key: { id: 9 }, was: { name: 'x' }, values: { name: 'y' } },
    ]
    const conflicts = [
      {
        ...{ index: 1, isGone: false, key: { id: 1 } },
        columns: [
          { name: 'name', was: 'Leia', now: 'Leia' },
          { name: 'height', was: 149, now: 150, wanted: 152 },
        ],
      },
      { index: 2, isGone: false, key: { id: 3 }, columns: [{ name: 'name', was: 'x', now: null }] },
      { index: 3, isGone: true, key: { id: 9 }, columns: [{ name: 'name', was: 'x', now: null, wanted: 'y' }] },
    ]
    expect(await change('person', changes)).toMatchObject({ success: false, code: 'ROW_CHANGED', conflicts })
    const seen = await preview('person', changes)
    expect(seen).toMatchObject({ success: true, canRun: false, rowsUpdated: 1 })
    expect((seen['changes'] as Body[]).flatMap(({ conflict }) => conflict ?? [])).toEqual(conflicts)
    expect(await rows('SELECT name FROM person WHERE id = 2')).toEqual([{ name: 'Han' }])
    expect(await change('person', [changes[1]!], { overwrite: true })).toMatchObject({ rowsUpdated: 1 })
  })

  it('names the change that the database refuses, a preview all of them', async () => {
    const changes = [
      { action: 'update', key: { id: 1 }, was: { height: 150 }, values: { height: 160 } },
      { action: 'update', key: { id: 2 }, was: { height: 180 }, values: { height: 400 } },
      { action: 'insert', values: { id: 1, name: 'twice' } },
    ]
    expect(await change('person', changes)).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: expect.stringMatching(/^Change 1: /) as string,
    })
    const seen = await preview('person', changes)
    expect(seen).toMatchObject({ canRun: false, rowsUpdated: 1, rowsInserted: 0 })
    expect((seen['changes'] as Body[]).map(({ problem }) => (problem as Body | undefined)?.['code'])).toEqual([
      undefined,
      'CONSTRAINT_VIOLATION',
      'CONSTRAINT_VIOLATION',
    ])
    const orphan = [{ action: 'insert', values: { id: 2, owner: 77 } }]
    expect(await change('pet', orphan)).toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
    const parent = [{ action: 'delete', key: { id: 1 }, was: { name: 'Leia' } }]
    expect(await change('person', parent)).toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
    expect(await rows('SELECT height FROM person WHERE id = 1')).toEqual([{ height: 150 }])
  })

  const one = { action: 'insert', values: { ID: 5 } }
  it.each([
    ['a view', 'tall', one, 'NOT_SUPPORTED'],
    ['a table without a key', 'keyless', { action: 'insert', values: { a: 1 } }, 'KEY_REQUIRED'],
    ['a table that is not there', 'nothing', one, 'TABLE_NOT_FOUND'],
    ['a column that is not there', 'person', { action: 'insert', values: { size: 1 } }, 'COLUMN_NOT_FOUND'],
    ['a column given twice', 'person', { action: 'insert', values: { id: 1, ID: 2 } }, 'INVALID_PARAMETER'],
    ['a part of a key', 'person', { action: 'delete', key: { name: 'Leia' }, was: { id: 1 } }, 'KEY_REQUIRED'],
    ['a computed column', 'made', { action: 'insert', values: { id: 1, twice: 4 } }, 'INVALID_PARAMETER'],
    [
      'no value as a key',
      'by_code',
      { action: 'delete', key: { code: null }, was: { note: 'x' } },
      'INVALID_PARAMETER',
    ],
    ['no word of what was read', 'person', { action: 'delete', key: { id: 1 } }, 'MISSING_PARAMETER'],
    [
      'no word of what was read of a column',
      'person',
      { action: 'update', key: { id: 1 }, was: { name: 'Leia' }, values: { height: 1 } },
      'MISSING_PARAMETER',
    ],
    ['a text for a number', 'person', { action: 'insert', values: { id: 'x' } }, 'INVALID_PARAMETER'],
    ['a rounded number', 'person', { action: 'insert', values: { id: 2 ** 60 } }, 'INVALID_PARAMETER'],
    ['an object', 'person', { action: 'insert', values: { id: 8, name: {} } }, 'INVALID_PARAMETER'],
    ['a hidden column', 'closed', { action: 'insert', values: { ID: 2, secret: 'x' } }, 'FORBIDDEN'],
    ['a hidden column as read', 'closed', { action: 'delete', key: { ID: 1 }, was: { secret: 'x' } }, 'FORBIDDEN'],
    ['a table that a service has', 'served', one, 'SERVED_BY_APPLICATION'],
    ['a table that a service has through another entity', 'deep', one, 'SERVED_BY_APPLICATION'],
    ['JSON that is parsed', 'noted', { action: 'insert', values: { id: 1, note: { n: 1 } } }, 'INVALID_PARAMETER'],
    [
      'JSON that is parsed, as read',
      'noted',
      { action: 'delete', key: { id: 1 }, was: { note: { n: 1 } } },
      'INVALID_PARAMETER',
    ],
    [
      'a number of too many digits',
      'noted',
      { action: 'insert', values: { id: 1, price: 0.12345678901234566 } },
      'INVALID_PARAMETER',
    ],
  ])('refuses %s', async (_, table, asked, code) => {
    for (const answer of [await change(table, [asked]), await preview(table, [asked])])
      expect(answer).toMatchObject({ success: false, code })
  })

  it('passes a service by when that is said, and takes other keys', async () => {
    expect(await change('served', [one], { via: 'database' })).toMatchObject({
      rowsInserted: 1,
      service: 'Shop.Served',
    })
    expect(await change('by_code', [{ action: 'insert', values: { code: 'a' } }])).toMatchObject({
      keyColumns: ['code'],
    })
    const noted = { action: 'update', key: { code: 'a' }, was: { note: null }, values: { note: 'n', code: 'b' } }
    expect(await change('by_code', [noted])).toMatchObject({ rowsUpdated: 1 })
    expect(await rows('SELECT code, note FROM by_code')).toEqual([{ code: 'b', note: 'n' }])
  })

  it('tells nothing of hidden values, whatever the database says', async () => {
    const long = [{ action: 'update', key: { ID: 1 }, was: { name: 'a' }, values: { name: 'longer' } }]
    for (const answer of [await change('closed', long), await preview('closed', long)]) {
      expect(JSON.stringify(answer)).toContain('CONSTRAINT_VIOLATION')
      expect(JSON.stringify(answer)).not.toContain('whispered')
    }
  })

  it('previews what the database refuses at the end of a transaction only', async () => {
    await execute(engine().database, 'INSERT INTO parent VALUES (1)', 'INSERT INTO child VALUES (1, 1)')
    const refused = { canRun: false, problem: { code: 'CONSTRAINT_VIOLATION' } }
    const alone = [{ action: 'insert', values: { id: 2, parent: 2 } }]
    expect(await preview('child', alone)).toMatchObject(refused)
    expect(await change('child', alone)).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
    const needed = [{ action: 'update', key: { id: 1 }, was: { id: 1 }, values: { id: 3 } }]
    expect(await preview('parent', needed)).toMatchObject(refused)
    expect(await change('parent', needed)).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
    const free = [{ action: 'insert', values: { id: 2 } }]
    expect(await preview('parent', free)).toMatchObject({ canRun: true })
    expect(await preview('parent', free)).not.toHaveProperty('problem')
    expect(await change('parent', free)).toMatchObject({ rowsInserted: 1 })
    expect(await change('child', alone)).toMatchObject({ rowsInserted: 1 })
  })

  if (!isPostgres)
    it('tells a number from the text of it', async () => {
      await execute(
        engine().database,
        'CREATE TABLE loose (id int PRIMARY KEY, v)',
        "INSERT INTO loose VALUES (1, '5')",
      )
      const values = { v: 'x' }
      const answer = await change('loose', [{ action: 'update', key: { id: 1 }, was: { v: 5 }, values }])
      expect(answer).toMatchObject({ code: 'ROW_CHANGED' })
      expect(await change('loose', [{ action: 'update', key: { id: 1 }, was: { v: '5' }, values }])).toMatchObject({
        rowsUpdated: 1,
      })
    })

  it('is for admins only', async () => {
    for (const path of ['/rows', '/rows/preview'])
      expect(await post(path, { table: 'person', changes: [one] }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
  })

  const types = Object.entries(TYPES[isPostgres ? 'PostgreSQL' : 'SQLite'] ?? {})
  it.each(types)('takes what it has read of type %s', async (type, literals) => {
    const names = literals.map((_, index) => `v${index}`)
    await execute(
      engine().database,
      'DROP TABLE IF EXISTS typed',
      ...(isPostgres
        ? [
            'DROP TYPE IF EXISTS mood, pair',
            'DROP DOMAIN IF EXISTS positive',
            "CREATE TYPE mood AS ENUM ('sad')",
            'CREATE TYPE pair AS (a int, b text)',
            'CREATE DOMAIN positive AS int CHECK (value > 0)',
          ]
        : []),
      `CREATE TABLE typed (id int PRIMARY KEY, ${names.map((each) => `${each} ${type}`).join()})`,
      `INSERT INTO typed VALUES (1, ${literals.join()})`,
      `INSERT INTO typed (id) VALUES (2)`,
    )
    const exported = (await post('/export', { table: 'typed', format: 'json', values: 'exact', orderBy: 'id' }))[
      'rows'
    ] as Body[]
    const { id: _, ...values } = exported[0]!
    const empty = Object.fromEntries(names.map((each) => [each, null]))
    const exact = (each: string): string => (isPostgres ? `${each}::text` : `typeof(${each}) || quote(${each})`)
    const shown = () => rows(`SELECT ${names.map((each) => `${exact(each)} AS ${each}`).join()} FROM typed ORDER BY id`)
    const written = await change('typed', [{ action: 'update', key: { id: 2 }, was: empty, values }])
    if (written['success'] === true) {
      const [first, second] = await shown()
      expect(second).toEqual(first)
    } else expect(written).toMatchObject({ code: 'INVALID_PARAMETER' })
    // What was read is what is there.
    expect(await change('typed', [{ action: 'delete', key: { id: 1 }, was: values }])).toMatchObject({ rowsDeleted: 1 })
  })

  it('loses no change of several writers, and overwrites none', async () => {
    await execute(engine().database, 'UPDATE person SET height = 0 WHERE id IN (1, 2)')
    let done = 0
    const read = async (id: number) => Number((await rows(`SELECT height FROM person WHERE id = ${id}`))[0]?.['height'])
    const writer = async (seed: number): Promise<void> => {
      for (let turn = 0; turn < runs(100, 300); turn++) {
        const ids = (turn + seed) % 2 === 0 ? [1, 2] : [2, 1]
        const changes: Body[] = []
        for (const id of ids) {
          const height = await read(id)
          changes.push({ action: 'update', key: { id }, was: { height }, values: { height: (height + 1) % 300 } })
        }
        const answer = await change('person', changes)
        if (answer['success'] === true) done++
        // Who is beaten too often is told so, and has changed nothing.
        else expect(['ROW_CHANGED', 'LOCK_TIMEOUT']).toContain(answer['code'])
      }
    }
    const application = async (): Promise<void> => {
      for (let turn = 0; turn < runs(100, 300); turn++) {
        await execute(engine().database, 'UPDATE person SET height = (height + 1) % 300 WHERE id IN (1, 2)')
        done++
      }
    }
    await Promise.all([writer(0), writer(1), application()])
    expect([await read(1), await read(2)]).toEqual([done % 300, done % 300])
  })

  describe('GET /table tells what can be changed before anyone types', () => {
    const rowChanges = async (table: string, user = 'admin') =>
      (await api.get(`/table?table=${table}`, user))['rowChanges'] as Body & { fixedColumns: Body[] }
    const refusal = async (table: string): Promise<Body> => {
      const { code, details } = await change(table, [{ action: 'delete', key: { a: 1 } }])
      return { code, message: details }
    }

    it('tells the key, and the entity that serves the table', async () => {
      expect(await rowChanges('person')).toEqual({
        ...{ isPossible: true, keyColumns: ['id'], service: null, via: 'database', fixedColumns: [] },
      })
      expect(await rowChanges('by_code')).toMatchObject({ isPossible: true, keyColumns: ['code'] })
      expect(await rowChanges('served')).toMatchObject({ isPossible: true, service: 'Shop.Served', via: null })
    })

    it.each(['keyless', 'tall'])('refuses %s as POST /rows does', async (table) => {
      const told = await rowChanges(table)
      expect(told).toMatchObject({ isPossible: false, keyColumns: [] })
      expect(told['problem']).toEqual(await refusal(table))
    })

    it('names computed and hidden columns, as POST /rows refuses them', async () => {
      const {
        fixedColumns: [computed],
      } = await rowChanges('made')
      expect(computed).toMatchObject({ name: 'twice', code: 'INVALID_PARAMETER' })
      const insert = (values: Body) => ({ action: 'insert', values })
      expect(await change('made', [insert({ id: 1, twice: 1 })])).toMatchObject({
        ...{ code: computed?.['code'], details: `Change 0: ${String(computed?.['message'])}` },
      })
      const closed = await rowChanges('closed')
      const [hidden] = closed.fixedColumns
      expect(hidden).toMatchObject({ name: 'secret', code: 'FORBIDDEN' })
      expect(await change('closed', [insert({ ID: 3, secret: 'x' })])).toMatchObject({
        ...{ code: 'FORBIDDEN', details: `Change 0: ${String(hidden?.['message'])}` },
      })
    })

    it('is for admins', async () => {
      expect(await rowChanges('person', 'operator')).toMatchObject({
        ...{ isPossible: false, problem: { code: 'FORBIDDEN' } },
      })
    })
  })

  // The last one: a database in memory keeps the room that its rows had, and is copied for each read.
  it('tells of many long values that they are too much for an answer, and changes them all the same', async () => {
    const long = isPostgres ? "repeat('x', 3000000)" : "replace(hex(zeroblob(1500000)), '0', 'x')"
    const ids = Array.from({ length: 80 }, (_, index) => index + 100)
    await execute(engine().database, ...ids.map((id) => `INSERT INTO noted (id, long) VALUES (${id}, ${long})`))
    const changes = ids.map((id) => ({ action: 'update', key: { id }, values: { long: 'short' } }))
    expect(await preview('noted', changes, { overwrite: true })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    const beginning = await preview('noted', changes.slice(0, 1), { overwrite: true })
    expect(JSON.stringify(beginning).length).toBeLessThan(1_100_000)
    expect(await change('noted', changes, { overwrite: true })).toMatchObject({ rowsUpdated: 80 })
  }, 60_000)
})
