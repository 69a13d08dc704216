import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, WriteSession } from '../../../../../srv/admin/database/session.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { postgresDialect } from '../../../../../srv/admin/dialects/postgres/dialect.ts'
import { as, until } from '../../../../support/admin-api.ts'
import { DIALECT_ENGINES, ENGINES, execute } from '../../../../support/engines.ts'
import { useTransfer } from '../../../../support/transfer.ts'
import { isLong, runs } from '../../../../support/long.ts'

// Far from UTC, so that any detour by local time shows.
process.env['TZ'] = 'Asia/Tokyo'

const MANY = runs(3_000, 100_000)
/** Rows before one that is wrong: more than go to the database at once. */
const GOOD = runs(2_500, 5_000)
const LAST = `Line ${String(GOOD + 2)}`

/** A table whose trigger adds the partner of each row. */
const SETTLED = `CREATE TABLE settled (id INTEGER NOT NULL PRIMARY KEY, planet_id VARCHAR(10) REFERENCES planet (id) DEFERRABLE INITIALLY DEFERRED)`
const ADDED = {
  sqlite: [
    SETTLED,
    'CREATE TRIGGER settle BEFORE INSERT ON settled BEGIN INSERT INTO planet VALUES (NEW.planet_id, NULL); END',
  ],
  postgres: [
    SETTLED,
    `CREATE FUNCTION settle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO planet VALUES (NEW.planet_id, NULL); RETURN NEW; END $$`,
    'CREATE TRIGGER settle BEFORE INSERT ON settled FOR EACH ROW EXECUTE FUNCTION settle()',
  ],
} as const

const ODD = 'a"; DROP TABLE film; --'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'import', name))

/** Counts the calls that change or ask the database, and has one of them fail. */
const wall: { calls: string[]; failAt: number | undefined; onLoad: () => void } = {
  calls: [],
  failAt: undefined,
  onLoad: () => undefined,
}

const around = (database: Database): Database => ({
  ...database,
  write: (options, work) => database.write(options, (session) => work(watched(session))),
})

const watched = (session: WriteSession): WriteSession =>
  new Proxy(session, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (wall.calls.push(String(property)) - 1 === wall.failAt)
          return Promise.reject(new AdminError('DATABASE_ERROR', 'the disk is gone'))
        if (property === 'load') wall.onLoad()
        return value.apply(target, args) as unknown
      }
    },
  })

/** A row as a file has it, and as it is exported: far from UTC, with NULL and empty text, in any spelling. */
const manyOf = (id: number): readonly [line: string, row: string] => {
  const day = new Date(id * 86_400_000).toISOString().slice(0, 10)
  const title = id % 3 === 0 ? '' : id % 3 === 1 && id < 102 ? '""' : `t${String(id)}`
  const cents = id % 7 === 0 ? '' : `${String(id)}.${String(id % 10)}`
  const noon = id % 2 === 0 ? `${day} 08:30:00+09:00` : `${day}T23:30:00Z`
  const instant = id % 2 === 0 ? new Date(id * 86_400_000 - 1_800_000).toISOString() : `${day}T23:30:00.000Z`
  return [
    [id, title, cents, day, noon, id % 2 === 0 ? 'yes' : '0'].join(),
    [id, title, cents && `${cents}0`, day, instant, String(id % 2 === 0)].join(),
  ]
}

describe.each(isLong ? Object.keys(ENGINES) : DIALECT_ENGINES)('%s', (name) => {
  const { api, engine, exportTable, importTable, put } = useTransfer(name, { around })

  const contentOf = async (table: string, more: object = {}): Promise<string> =>
    (await exportTable({ table, ...more }, { accept: 'text/csv' })).text.replaceAll('\r\n', '\n')

  beforeAll(async () => {
    await execute(
      engine().database,
      'CREATE TABLE film (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(20) UNIQUE, price DECIMAL(9, 2), released DATE, changed TIMESTAMP, ok BOOLEAN)',
      'CREATE TABLE planet (id VARCHAR(10) NOT NULL PRIMARY KEY, name VARCHAR(20))',
      `CREATE TABLE person (id INTEGER NOT NULL PRIMARY KEY, planet_id VARCHAR(10), mentor_id INTEGER,
         FOREIGN KEY (planet_id) REFERENCES planet (id) ON DELETE CASCADE, FOREIGN KEY (mentor_id) REFERENCES person (id))`,
      'CREATE TABLE late (id INTEGER NOT NULL PRIMARY KEY, planet_id VARCHAR(10) REFERENCES planet (id) DEFERRABLE INITIALLY DEFERRED)',
      `CREATE TABLE branch (id INTEGER NOT NULL PRIMARY KEY, parent_id INTEGER REFERENCES branch (id) DEFERRABLE INITIALLY DEFERRED,
         planet_id VARCHAR(10) REFERENCES planet (id) DEFERRABLE INITIALLY DEFERRED)`,
      `CREATE TABLE product (product_name VARCHAR(20) NOT NULL, unit_price INTEGER DEFAULT 7, note VARCHAR(20),
         total INTEGER GENERATED ALWAYS AS (unit_price * 2) STORED)`,
      'CREATE TABLE saga_film_drafts (id INTEGER)',
      'CREATE VIEW titles AS SELECT id, title FROM film',
      `CREATE TABLE ${quote(ODD)} (${quote(ODD)} VARCHAR(20))`,
      'CREATE TABLE sheet (id INTEGER, title VARCHAR(50), price DECIMAL(9, 3), released DATE, changed TIMESTAMP, ok BOOLEAN, note VARCHAR(100))',
      'CREATE TABLE document (id INTEGER NOT NULL PRIMARY KEY, body VARCHAR(100))',
    )
  })
  beforeEach(async () => {
    wall.failAt = undefined
    await execute(
      engine().database,
      'DELETE FROM late',
      'DELETE FROM branch',
      'DELETE FROM person',
      'DELETE FROM planet',
      'DELETE FROM product',
      'DELETE FROM film',
      'DELETE FROM sheet',
      'DELETE FROM document',
      `INSERT INTO film VALUES (7, 'seven', 7.5, '2007-07-07', '2007-07-07T07:07:07.000Z', TRUE)`,
    )
  })
  const SEVEN = '7,seven,7.50,2007-07-07,2007-07-07T07:07:07.000Z,true\n'
  const HEADER = 'id,title,price,released,changed,ok\n'

  describe('a file', () => {
    it('is inserted, and the answer tells how', async () => {
      put('film.csv', 'ID;Title;extra;released\n1;"A ""New""; Hope";x;1977-05-25\n2;"";;\n3;;;\n')
      const { json } = await importTable({ table: 'FILM', file: 'film.csv', delimiter: ';', matchMode: 'name' })
      expect(json).toEqual({
        success: true,
        schema: engine().schema,
        table: 'film',
        file: 'film.csv',
        format: 'csv',
        mode: 'insert',
        compression: null,
        delimiter: ';',
        rowsUpdated: 0,
        rowsIgnored: 0,
        matchMode: 'name',
        emptied: false,
        truncated: false,
        dryRun: false,
        rowsRead: 3,
        rowsInserted: 3,
        rowsRejected: 0,
        columnMapping: [
          { file: 'ID', table: 'id' },
          { file: 'Title', table: 'title' },
          { file: 'released', table: 'released' },
        ],
        ignoredFileColumns: ['extra'],
        defaultedColumns: ['price', 'changed', 'ok'],
        errors: [],
        durationMs: expect.any(Number) as number,
      })
      expect(await contentOf('film')).toBe(`${HEADER}1,"A ""New""; Hope",,1977-05-25,,\n2,"",,,,\n3,,,,,\n${SEVEN}`)
    })

    it('gives the same rows on every engine: NULL and empty text, decimals, dates, whatever the time zone', async () => {
      put(
        'film.csv',
        'id,title,price,released,changed,ok\n' +
          '1,"",0.10,2024-02-29,2024-02-29T23:30:00+09:00,t\n' +
          '2,,-1234567.89,0001-01-01,2024-12-31 23:59:59.123,0\n' +
          '3,NULL,5,9999-12-31,2024-06-01,yes\n',
      )
      expect((await importTable({ table: 'film', file: 'film.csv', truncate: true })).json).toMatchObject({
        rowsInserted: 3,
        truncated: true,
      })
      expect(await contentOf('film')).toBe(
        `${HEADER}1,"",0.10,2024-02-29,2024-02-29T14:30:00.000Z,true\n` +
          '2,,-1234567.89,0001-01-01,2024-12-31T23:59:59.123Z,false\n' +
          '3,NULL,5.00,9999-12-31,2024-06-01T00:00:00.000Z,true\n',
      )
    })

    it.each([
      ['rows.tsv', 'id\ttitle\n1\t"a\tb"\n2\t\n', {}],
      ['rows.json', '[{"title":"a\\tb","id":1},\n{"id":2}]', {}],
      ['rows.ndjson', '{"id":1,"title":"a\\tb"}\n{"id":2,"title":null}\n', {}],
      ['rows.txt', 'id|title\n1|a\tb\n2|-\n', { format: 'csv', delimiter: '|', nullValues: '-' }],
      ['headless.csv', '1,a\tb\n2,\n', { hasHeader: false }],
    ])('%s is read by its name or as told', async (file, content, more) => {
      put(file, content)
      expect((await importTable({ table: 'film', file, truncate: true, ...more })).json).toMatchObject({
        success: true,
        rowsRead: 2,
        rowsInserted: 2,
      })
      expect(await contentOf('film', { columns: 'id,title' })).toBe('id,title\n1,a\tb\n2,\n')
    })

    it('in Latin-1 is read as such', async () => {
      put('film.csv', Buffer.from('id,title\n1,Ärger\n', 'latin1'))
      expect((await importTable({ table: 'film', file: 'film.csv' })).json).toMatchObject({
        code: 'INVALID_FILE_CONTENT',
        details: expect.stringMatching(/Line 2: it is not UTF-8/) as string,
      })
      await importTable({ table: 'film', file: 'film.csv', encoding: 'latin1', truncate: true })
      expect(await contentOf('film', { columns: 'title' })).toBe('title\nÄrger\n')
    })

    it('may have no rows at all', async () => {
      for (const [file, content] of [
        ['none.json', '[]'],
        ['none.ndjson', ''],
        ['none.csv', 'id,title\n'],
      ] as const) {
        put(file, content)
        expect((await importTable({ table: 'film', file, truncate: true })).json).toMatchObject({
          success: true,
          rowsRead: 0,
        })
        expect(await contentOf('film')).toBe(HEADER)
      }
    })

    it('may be a workbook of another program', async () => {
      const changed = name === 'PostgreSQL' ? '2024-02-29T12:30:15.000Z' : '2024-02-29 12:30:15'
      const first = `1,A New Hope,9.990,1977-05-25,${changed},true,"a <b> & ""c""\nü ☃ 😀"\n`
      const header = 'id,title,price,released,changed,ok,note\n'
      put('book.xlsx', fixture('xlsxwriter.xlsx'))
      expect((await importTable({ table: 'sheet', file: 'book.xlsx' })).json).toMatchObject({ rowsInserted: 3 })
      expect(await contentOf('sheet', { orderBy: 'id' })).toBe(
        `${header}${first}2,=1+1 is text,-0.500,,,false,\n3,The Sum,12345.678,,,,\n`,
      )
      put('book.xlsx', fixture('openpyxl.xlsx'))
      expect((await importTable({ table: 'sheet', file: 'book.xlsx', truncate: true })).json['success']).toBe(true)
      expect(await contentOf('sheet')).toBe(`${header}${first}`)
    })

    it('of objects may have values that are objects only where the column takes JSON', async () => {
      put('documents.json', '[{"id":1,"body":{"a":1}}]')
      expect((await importTable({ table: 'document', file: 'documents.json' })).json).toMatchObject({
        code: 'INVALID_FILE_CONTENT',
        details: expect.stringContaining(`Line 1, column 'body'`) as string,
      })
    })
  })

  describe('all or nothing:', () => {
    const rows = (last: string): string =>
      `id,title,released\n${Array.from({ length: GOOD }, (_, index) => `${String(index + 100)},t${String(index)},2024-01-01`).join('\n')}\n${last}\n`

    it.each([
      [
        'a value that does not fit',
        '1,x,2024-02-30',
        'INVALID_FILE_CONTENT',
        `${LAST}, column 'released': "2024-02-30"`,
      ],
      ['a row of another width', '1,x', 'INVALID_FILE_CONTENT', `${LAST}: the row has 2 fields`],
      ['a quote that stays open', '1,"x,2024-01-01', 'INVALID_FILE_CONTENT', `${LAST}: a quote is never closed`],
      ['a key that is there', '100,x,2024-01-01', 'CONSTRAINT_VIOLATION', `${LAST}: `],
      ['a text too long', `1,${'x'.repeat(21)},2024-01-01`, 'INVALID_FILE_CONTENT', `${LAST}, column 'title'`],
    ])('%s in the last line leaves the table as it was', async (_, last, code, details) => {
      put('film.csv', rows(last))
      for (const truncate of [false, true]) {
        const { status, json } = await importTable({ table: 'film', file: 'film.csv', truncate })
        expect([status, json['code']]).toEqual([400, code])
        expect(json['details']).toContain(details)
        expect(await contentOf('film')).toBe(HEADER + SEVEN)
      }
    })

    it(`${String(MANY)} rows`, async () => {
      const good = Array.from({ length: MANY - 1 }, (_, index) => manyOf(index + 100))
      const [titles, many] = ['id,title,price,released,changed,ok', { table: 'film', file: 'many.csv' }]
      put('many.csv', [titles, ...good.map(([line]) => line), '99,x,1.5,2024-02-30,,\n'].join('\n'))
      for (const more of [{}, { truncate: true }]) {
        const { status, json } = await importTable({ ...many, ...more })
        expect([status, json['code']]).toEqual([400, 'INVALID_FILE_CONTENT'])
        expect(json['details']).toContain(`Line ${String(MANY + 1)}, column 'released': "2024-02-30"`)
        expect(await contentOf('film')).toBe(HEADER + SEVEN)
      }
      put('many.csv', [titles, ...good.map(([line]) => line), '99,x,1.5,2024-02-29,,\n'].join('\n'))
      const dry = await importTable({ ...many, truncate: true, dryRun: true })
      expect(dry.json).toMatchObject({ rowsRead: MANY, rowsInserted: MANY, dryRun: true })
      expect(await contentOf('film')).toBe(HEADER + SEVEN)
      expect((await importTable({ ...many, truncate: true })).json).toMatchObject({ rowsInserted: MANY })
      const [first = '', ...others] = (await contentOf('film', { limit: MANY })).split(/^(?=100,)/m)
      expect(first).toBe(`${HEADER}99,x,1.50,2024-02-29,,\n`)
      expect(others.join('') === good.map(([, row]) => `${row}\n`).join('')).toBe(true)
    })

    it('a client that leaves in the middle leaves the table as it was', async () => {
      const lines = Array.from({ length: 200_000 }, (_, index) => `${String(index + 100)},t${String(index)}`)
      put('film.csv', `id,title\n${lines.join('\n')}\n`)
      const gone = new AbortController()
      wall.onLoad = () => {
        gone.abort()
      }
      const answer = api.send({
        method: 'POST',
        path: '/api/v1/import',
        headers: { ...as('admin'), 'content-type': 'application/json' },
        body: JSON.stringify({ table: 'film', file: 'film.csv', truncate: true }),
        signal: gone.signal,
      })
      await expect(answer).rejects.toThrow()
      wall.onLoad = () => undefined
      await until(() => api.audit.at(-1)?.includes('outcome="OPERATION_CANCELLED"') === true)
      expect(await contentOf('film')).toBe(HEADER + SEVEN)
    })

    it('a dry run tells what would happen, and nothing happens', async () => {
      put('film.csv', 'id,title\n1,x\n7,y\n')
      const dry = await importTable({ table: 'film', file: 'film.csv', truncate: true, dryRun: true })
      expect(dry.json).toMatchObject({ success: true, dryRun: true, truncated: true, rowsInserted: 2 })
      const failing = await importTable({ table: 'film', file: 'film.csv', dryRun: true })
      expect(failing.json).toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
      expect(await contentOf('film')).toBe(HEADER + SEVEN)
    })

    it('a dry run also knows what the end of the transaction would say', async () => {
      await execute(engine().database, `INSERT INTO planet VALUES ('hoth', 'Hoth')`)
      put('late.csv', 'id,planet_id\n1,hoth\n2,nowhere\n3,hoth\n4,nowhere\n')
      for (const dryRun of [true, false]) {
        const { json } = await importTable({ table: 'late', file: 'late.csv', dryRun })
        expect(json).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
        expect(json['details']).toMatch(/^Line 3: /)
      }
      expect(await contentOf('late')).toBe('id,planet_id\n')
    })

    it('names no row that is good, where a partner comes later in the file', async () => {
      await execute(engine().database, `INSERT INTO planet VALUES ('hoth', 'Hoth')`)
      put('person.csv', 'id,planet_id,mentor_id\n1,hoth,3\n2,nowhere,\n3,hoth,\n')
      const { json } = await importTable({ table: 'person', file: 'person.csv', batchSize: 1 })
      expect(json).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
      expect(json['details']).not.toMatch(/^Line 2\b/)
    })

    it('whichever step fails, the rows are as they were', async () => {
      put('film.csv', 'id,title\n1,x\n2,y\n')
      for (const onError of ['abort', 'skip']) {
        const body = { table: 'film', file: 'film.csv', truncate: true, onError }
        wall.calls = []
        expect((await importTable({ ...body, dryRun: true })).json['success']).toBe(true)
        const steps = wall.calls.filter((call) => call !== 'deferredChecks')
        expect(steps).toEqual(expect.arrayContaining(['query', 'execute', 'load']))
        for (const step of steps.keys()) {
          wall.calls = []
          wall.failAt = step
          const { status, json } = await importTable(body)
          wall.failAt = undefined
          expect([status, json['code']]).toEqual([500, 'DATABASE_ERROR'])
          expect(await contentOf('film')).toBe(HEADER + SEVEN)
        }
      }
    })
  })

  describe('leaving bad rows out', () => {
    it('keeps the good ones around them, and names each by line', async () => {
      put(
        'film.csv',
        'id,title,price\n1,one,1\n2,two,x\n3,three,3\n3,again,3\n4,one,4\n"5","fi\nve",5\n6,six,1,2\n7,seven,7\n8,eight,8\n',
      )
      const { json } = await importTable({ table: 'film', file: 'film.csv', onError: 'skip' })
      expect(json).toMatchObject({ success: true, rowsRead: 9, rowsInserted: 4, rowsRejected: 5 })
      const errors = (json['errors'] as { line: number; column: string | null; code: string }[]).sort(
        (a, b) => a.line - b.line,
      )
      expect(errors.map(({ line, column, code }) => [line, column, code])).toEqual([
        [3, 'price', 'INVALID_FILE_CONTENT'],
        [5, null, 'CONSTRAINT_VIOLATION'],
        [6, null, 'CONSTRAINT_VIOLATION'],
        [9, null, 'INVALID_FILE_CONTENT'],
        [10, null, 'CONSTRAINT_VIOLATION'],
      ])
      expect(await contentOf('film', { columns: 'id' })).toBe('id\n1\n3\n5\n7\n8\n')
    })

    it('finds rows without a partner, and keeps those whose partner comes in the same file', async () => {
      await execute(engine().database, `INSERT INTO planet VALUES ('hoth', 'Hoth')`)
      put('person.csv', 'id,planet_id,mentor_id\n1,hoth,\n2,nowhere,\n3,hoth,1\n4,hoth,99\n5,,3\n')
      const { json } = await importTable({ table: 'person', file: 'person.csv', onError: 'skip', batchSize: 3 })
      expect(json).toMatchObject({ rowsInserted: 3, rowsRejected: 2 })
      expect((json['errors'] as { line: number }[]).map(({ line }) => line)).toEqual([3, 5])
      expect(await contentOf('person', { columns: 'id' })).toBe('id\n1\n3\n5\n')
    })

    it('finds them where the database looks at the end of the transaction only', async () => {
      await execute(
        engine().database,
        `INSERT INTO planet VALUES ('hoth', 'Hoth')`,
        `INSERT INTO late VALUES (9, 'hoth')`,
      )
      put('late.csv', 'id,planet_id\n1,nowhere\n2,hoth\n3,\n4,nowhere\n2,hoth\n5,hoth\n')
      for (const more of [{ dryRun: true }, { batchSize: 2 }, {}]) {
        const body = { table: 'late', file: 'late.csv', onError: 'skip', truncate: true, ...more }
        const { json } = await importTable(body)
        expect(json).toMatchObject({ success: true, rowsRead: 6, rowsInserted: 3, rowsRejected: 3 })
        const errors = json['errors'] as { line: number; code: string; message: string }[]
        expect(errors.map(({ line, code }) => [line, code])).toEqual(
          [2, 5, 6].map((line) => [line, 'CONSTRAINT_VIOLATION']),
        )
        expect(errors[0]?.message).toContain('planet')
      }
      expect(await contentOf('late', { columns: 'id' })).toBe('id\n2\n3\n5\n')
      const { json } = await importTable({
        table: 'late',
        file: 'late.csv',
        onError: 'skip',
        truncate: true,
        maxErrors: 2,
      })
      expect(json).toMatchObject({ success: false, code: 'IMPORT_REJECTED' })
    })

    it('keeps rows whose partner comes later in the same file, where the database waits for it', async () => {
      put('branch.csv', 'id,parent_id,planet_id\n1,3,\n2,1,nowhere\n3,3,\n4,2,\n')
      const body = { table: 'branch', file: 'branch.csv', onError: 'skip', batchSize: 1 }
      expect((await importTable(body)).json).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
      put('branch.csv', 'id,parent_id,planet_id\n1,3,\n2,1,nowhere\n3,3,\n')
      expect((await importTable(body)).json).toMatchObject({ success: true, rowsInserted: 2, rowsRejected: 1 })
    })

    it('checks a key of several columns only where it is whole', async () => {
      await execute(
        engine().database,
        'CREATE TABLE berth (port VARCHAR(10), dock INTEGER, UNIQUE (port, dock))',
        `CREATE TABLE ship (id INTEGER NOT NULL PRIMARY KEY, dock INTEGER, port VARCHAR(10),
           FOREIGN KEY (port, dock) REFERENCES berth (port, dock) DEFERRABLE INITIALLY DEFERRED)`,
        `INSERT INTO berth VALUES ('anchorhead', 1)`,
      )
      put('ship.csv', 'ID,Dock,Port\n1,1,anchorhead\n2,2,anchorhead\n3,,anchorhead\n4,9,\n')
      const { json } = await importTable({ table: 'ship', file: 'ship.csv', onError: 'skip' })
      expect(json).toMatchObject({ success: true, rowsInserted: 3, rowsRejected: 1 })
      expect(json['errors']).toMatchObject([{ line: 3, code: 'CONSTRAINT_VIOLATION' }])
      await execute(engine().database, 'DROP TABLE ship', 'DROP TABLE berth')
    })

    it('takes partners that a trigger adds', async () => {
      await execute(engine().database, ...(engine().dialect === postgresDialect ? ADDED.postgres : ADDED.sqlite))
      put('settled.csv', 'id,planet_id\n1,made up\n')
      const { json } = await importTable({ table: 'settled', file: 'settled.csv', onError: 'skip' })
      expect(json).toMatchObject({ success: true, rowsInserted: 1, rowsRejected: 0 })
      await execute(engine().database, 'DROP TABLE settled')
    })

    it('is given up, and undone, when there are too many', async () => {
      put('film.csv', 'id,title\n1,one\nx,two\ny,three\n4,four\n')
      const body = { table: 'film', file: 'film.csv', onError: 'skip', truncate: true }
      const { status, json } = await importTable({ ...body, maxErrors: 1 })
      expect([status, json['code']]).toEqual([400, 'IMPORT_REJECTED'])
      expect(await contentOf('film')).toBe(HEADER + SEVEN)
      expect((await importTable({ ...body, maxErrors: 2 })).json).toMatchObject({ rowsInserted: 2, rowsRejected: 2 })
      expect((await importTable({ ...body, maxErrors: 0 })).json['code']).toBe('IMPORT_REJECTED')
    })

    it('goes on to the end of the file with any size of batch', async () => {
      const half = runs(75, 300)
      const lines = Array.from({ length: 2 * half }, (_, index) => `${String(index % half)},p${String(index)}`)
      put('document.csv', `id,body\n${lines.join('\n')}\n`)
      for (const batchSize of [1, 7, 10_000]) {
        const body = { table: 'document', file: 'document.csv', truncate: true, onError: 'skip', batchSize }
        expect((await importTable({ ...body, maxErrors: half })).json).toMatchObject({
          rowsRead: 2 * half,
          rowsInserted: half,
          rowsRejected: half,
        })
      }
    })
  })

  describe('emptying the table first', () => {
    it('is refused where rows of others refer to it: a cascade would take them along', async () => {
      await execute(
        engine().database,
        `INSERT INTO planet VALUES ('hoth', 'Hoth')`,
        `INSERT INTO person VALUES (1, 'hoth', NULL)`,
      )
      put('planet.csv', 'id,name\nx,X\n')
      const { status, json } = await importTable({ table: 'planet', file: 'planet.csv', truncate: true })
      expect([status, json['code']]).toEqual([400, 'TRUNCATE_BLOCKED'])
      expect(json['details']).toContain(`'${engine().schema}.person'`)
      expect(await contentOf('person', { columns: 'id' })).toBe('id\n1\n')
    })

    it('is allowed where rows of others find theirs again, and their key waits for that', async () => {
      await execute(
        engine().database,
        `INSERT INTO planet VALUES ('hoth', 'Hoth'), ('endor', 'Endor')`,
        `INSERT INTO late VALUES (1, 'hoth')`,
      )
      const body = { table: 'planet', file: 'planet.csv', truncate: true }
      for (const dryRun of [true, false]) {
        put('planet.csv', 'id,name\nendor,New\n')
        const { status, json } = await importTable({ ...body, dryRun })
        expect([status, json['code']]).toEqual([400, 'TRUNCATE_BLOCKED'])
        expect(json['details']).toContain(`'${engine().schema}.late'`)
        expect(await contentOf('planet')).toBe('id,name\nendor,Endor\nhoth,Hoth\n')
        put('planet.csv', 'id,name\nhoth,New\n')
        expect((await importTable({ ...body, dryRun })).json).toMatchObject({ success: true, rowsInserted: 1 })
        expect(await contentOf('planet')).toBe(dryRun ? 'id,name\nendor,Endor\nhoth,Hoth\n' : 'id,name\nhoth,New\n')
      }
      expect(await contentOf('late')).toBe('id,planet_id\n1,hoth\n')
    })

    it('is allowed where only rows of the table itself do, or none', async () => {
      await execute(
        engine().database,
        `INSERT INTO planet VALUES ('hoth', 'Hoth')`,
        'INSERT INTO person VALUES (1, NULL, NULL)',
        'INSERT INTO person VALUES (2, NULL, 1)',
      )
      put('planet.csv', 'id,name\nx,X\n')
      expect((await importTable({ table: 'planet', file: 'planet.csv', truncate: true })).status).toBe(200)
      put('person.csv', 'id\n3\n')
      expect((await importTable({ table: 'person', file: 'person.csv', truncate: true })).status).toBe(200)
      expect(await contentOf('person', { columns: 'id' })).toBe('id\n3\n')
    })
  })

  describe('columns', () => {
    it('are matched loosely by name; the table fills the others, and computes its own', async () => {
      put('product.csv', 'ProductName,Total\nBread,9\n')
      const { json } = await importTable({ table: 'product', file: 'product.csv', matchMode: 'name' })
      expect(json).toMatchObject({ ignoredFileColumns: ['Total'], defaultedColumns: ['unit_price', 'note'] })
      expect(await contentOf('product')).toBe('product_name,unit_price,note,total\nBread,7,,14\n')
    })

    it.each([
      [{ matchMode: 'name', strictColumns: true }, 'ProductName,Other\nBread,9\n'],
      [{ matchMode: 'name' }, 'note\nx\n'],
      [{ matchMode: 'order' }, 'a,b,c,d\n1,2,3,4\n'],
      [{}, 'product_name,x,note,y\nBread,2,3,4\n'],
      [{ matchMode: 'name' }, 'x,y\n1,2\n'],
    ])('that do not fit %j are refused: %j', async (body, content) => {
      put('product.csv', content)
      const { status, json } = await importTable({ table: 'product', file: 'product.csv', ...body })
      expect([status, json['code']]).toEqual([400, 'COLUMN_MISMATCH'])
    })

    it('with names that look like SQL are columns', async () => {
      put('odd.csv', `${quote(ODD)}\n"x'); DROP TABLE--"\n`)
      expect((await importTable({ table: ODD, file: 'odd.csv', truncate: true })).json).toMatchObject({
        rowsInserted: 1,
      })
      expect(await contentOf(ODD)).toBe(`${quote(ODD)}\nx'); DROP TABLE--\n`)
      expect(await contentOf('film')).toBe(HEADER + SEVEN)
    })
  })

  it.each([
    [{ table: 'film' }, 400, 'MISSING_PARAMETER'],
    [{ table: 'nofilm', file: 'film.csv' }, 404, 'TABLE_NOT_FOUND'],
    [{ table: 'film', file: 'nothing.csv' }, 404, 'FILE_NOT_FOUND'],
    [{ table: 'film', file: '../film.csv' }, 400, 'INVALID_FILE_NAME'],
    [{ table: 'film', file: '/etc/passwd' }, 400, 'INVALID_FILE_NAME'],
    [{ table: 'titles', file: 'film.csv' }, 400, 'NOT_SUPPORTED'],
    [{ table: 'saga_film_drafts', file: 'film.csv' }, 403, 'SCHEMA_NOT_ALLOWED'],
    [{ table: 'film', file: 'film.dat' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', file: 'film.csv', maxErrors: 5 }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', file: 'film.csv', batchSize: 0 }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', file: 'film.csv', matchMode: 'guess' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', file: 'film.csv', trunctae: true }, 400, 'UNKNOWN_FIELD'],
    [{ table: 'film', file: 'empty.csv' }, 400, 'INVALID_FILE_CONTENT'],
    [{ table: 'film', file: 'film.xlsx' }, 400, 'INVALID_FILE_CONTENT'],
    [{ table: 'film', file: 'broken.json' }, 400, 'INVALID_FILE_CONTENT'],
  ])('%j is answered with %d %s', async (body, status, code) => {
    put('film.csv', 'id\n1\n')
    put('film.dat', 'id\n1\n')
    put('film.xlsx', 'id\n1\n')
    put('empty.csv', '')
    put('broken.json', '{"id":1}')
    const answer = await importTable(body)
    expect([answer.status, answer.json['code']]).toEqual([status, code])
    expect(await contentOf('film')).toBe(HEADER + SEVEN)
  })

  it('is for admins', async () => {
    expect((await importTable({ table: 'film', file: 'film.csv' }, {}, 'operator')).status).toBe(403)
  })

  it('is audited with its counts, without values', async () => {
    put('film.csv', 'id,title\n1,secret\n')
    await importTable({ table: 'film', file: 'film.csv' })
    expect(api.audit.at(-1)).toMatch(/POST \/import.*table="film".*rowsInserted=1.*outcome="ok"/)
    expect(api.audit.join()).not.toContain('secret')
  })
})
