import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Session } from '../../../../../srv/admin/database/session.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { as, until } from '../../../../support/admin-api.ts'
import { DIALECT_ENGINES, execute } from '../../../../support/engines.ts'
import { useTransfer } from '../../../../support/transfer.ts'

const CSV = { accept: 'text/csv' }
const XLSX = { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
const ODD = 'a"; DROP TABLE film; --'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What the tests put between the operation and the database. */
const wall: { failAfterChunks: number | undefined; ended: number } = { failAfterChunks: undefined, ended: 0 }

const around = (database: Database): Database => ({
  ...database,
  read: async (options, work) => {
    try {
      return await database.read(options, (session) => work(failing(session)))
    } finally {
      wall.ended++
    }
  },
})

const failing = (session: Session): Session =>
  new Proxy(session, {
    get: (target, property) => {
      if (property === 'streamText' && wall.failAfterChunks !== undefined) {
        const left = wall.failAfterChunks
        return async function* (...args: Parameters<Session['streamText']>) {
          let count = 0
          for await (const chunk of target.streamText(...args)) {
            if (count++ === left) break
            yield chunk
          }
          throw new AdminError('DATABASE_ERROR', 'the disk is gone')
        }
      }
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const MODEL = {
  services: [],
  entities: [
    {
      name: 'saga.Secret',
      table: 'SECRET',
      keys: ['id'],
      managedColumns: [],
      sensitiveColumns: ['EMAIL'],
      associations: [],
      assertions: [],
      sources: [],
      service: null,
    },
  ],
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { api, engine, exportTable } = useTransfer(name, { around, model: MODEL })

  beforeAll(async () => {
    const sequence =
      name === 'PostgreSQL'
        ? 'SELECT i FROM generate_series(1, 30000) AS i'
        : 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT i FROM n'
    await execute(
      engine().database,
      'CREATE TABLE film (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(100), price DECIMAL(9, 2), released DATE, changed TIMESTAMP, ok BOOLEAN)',
      `INSERT INTO film VALUES (3, NULL, NULL, NULL, NULL, NULL)`,
      `INSERT INTO film VALUES (1, 'A "New", Hope', 9.5, '1977-05-25', '2024-02-29T12:30:15.250Z', TRUE)`,
      `INSERT INTO film VALUES (2, '', -3, '1980-05-21', '2024-02-29T12:30:15Z', FALSE)`,
      `INSERT INTO film VALUES (4, '=1+1', 0, NULL, NULL, NULL)`,
      'CREATE VIEW cheap AS SELECT id, title FROM film WHERE price < 5',
      'CREATE TABLE empty (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(10))',
      `CREATE TABLE ${quote(ODD)} (${quote(ODD)} VARCHAR(20))`,
      `INSERT INTO ${quote(ODD)} VALUES ('safe')`,
      'CREATE TABLE many (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(100))',
      `INSERT INTO many SELECT i, 'some text that makes the row a bit longer ' || i FROM (${sequence}) AS s`,
      'CREATE TABLE secret (id INTEGER NOT NULL PRIMARY KEY, email VARCHAR(100))',
      `INSERT INTO secret VALUES (1, 'leia@alderaan.example')`,
      'INSERT INTO secret VALUES (2, NULL)',
      'CREATE VIEW endless AS SELECT a.id, b.title FROM many AS a CROSS JOIN many AS b',
      // It fails while it is read, not before.
      name === 'PostgreSQL'
        ? 'CREATE VIEW failing AS SELECT id, 1 / (id - 1) AS x FROM film'
        : `CREATE VIEW failing AS SELECT id, json_extract(iif(id = 1, 'no json', '1'), '$') AS x FROM film`,
    )
  })

  // Of SQLite's own columns texts are as they are stored.
  const whole = name === 'PostgreSQL' ? '2024-02-29T12:30:15.000Z' : '2024-02-29T12:30:15Z'
  const ROWS = [
    {
      id: 1,
      title: 'A "New", Hope',
      price: '9.50',
      released: '1977-05-25',
      changed: '2024-02-29T12:30:15.250Z',
      ok: true,
    },
    { id: 2, title: '', price: '-3.00', released: '1980-05-21', changed: whole, ok: false },
    { id: 3, title: null, price: null, released: null, changed: null, ok: null },
    { id: 4, title: '=1+1', price: '0.00', released: null, changed: null, ok: null },
  ]
  const LINES = [
    'id,title,price,released,changed,ok',
    '1,"A ""New"", Hope",9.50,1977-05-25,2024-02-29T12:30:15.250Z,true',
    `2,"",-3.00,1980-05-21,${whole},false`,
    '3,,,,,',
    '4,=1+1,0.00,,,',
    '',
  ]

  describe('in JSON', () => {
    it('has the fields of the answer in their order, and the rows by primary key', async () => {
      const answer = await exportTable({ table: 'FILM', format: 'json' })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json).toEqual({
        success: true,
        schema: engine().schema,
        table: 'film',
        format: 'json',
        values: 'plain',
        columns: ['id', 'title', 'price', 'released', 'changed', 'ok'].map((column) => ({
          name: column,
          type: expect.any(String) as string,
        })),
        rows: ROWS,
        rowCount: 4,
        truncated: false,
        complete: true,
      })
      expect(Object.keys(answer.json).slice(-4)).toEqual(['rows', 'rowCount', 'truncated', 'complete'])
    })

    it('carries csv by default, ndjson and xlsx as content', async () => {
      const csv = await exportTable({ table: 'film' })
      expect(csv.json).toMatchObject({ format: 'csv', content: LINES.join('\r\n'), rowCount: 4, complete: true })
      const ndjson = await exportTable({ table: 'film', format: 'ndjson' })
      expect(ndjson.json['content']).toBe(ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''))
      const raw = await exportTable({ table: 'film' }, XLSX)
      const xlsx = await exportTable({ table: 'film', format: 'excel' })
      expect(xlsx.json).toMatchObject({ format: 'xlsx', rowCount: 4, complete: true })
      const content = Buffer.from(xlsx.json['contentBase64'] as string, 'base64')
      expect(content.subarray(0, 2).toString()).toBe('PK')
      expect(raw.text).toBe(content.toString())
    })

    it('is closed in good order when the database fails on the way, and says so', async () => {
      for (const format of ['json', 'csv', 'ndjson', 'xlsx']) {
        wall.failAfterChunks = 1
        const answer = await exportTable({ table: 'many', format, limit: 30_000 })
        wall.failAfterChunks = undefined
        expect(answer.json).toMatchObject({
          truncated: false,
          complete: false,
          error: { code: 'DATABASE_ERROR', error: 'The database reported an error', details: 'the disk is gone' },
        })
        const { rows, rowCount } = answer.json as { rows?: unknown[]; rowCount: number }
        expect(rowCount).toBeGreaterThan(0)
        if (rows) expect(rows).toHaveLength(rowCount)
      }
      expect(api.audit.at(-1)).toContain('outcome="DATABASE_ERROR"')
    })

    it('is an ordinary error when the database fails before the first row', async () => {
      const answer = await exportTable({ table: 'failing', format: 'json' })
      expect([answer.status, answer.json['success']]).toEqual([400, false])
    })

    it('never stands as a result in the background when it broke off', async () => {
      wall.failAfterChunks = 1
      const { operationId } = (
        await exportTable({ table: 'many', limit: 30_000, format: 'json' }, { prefer: 'respond-async' })
      ).json as { operationId: string }
      const state = async () =>
        (await api.send({ path: `/api/v1/operations/${operationId}`, headers: as('operator') })).json
      await until(async () => (await state())['status'] !== 'running')
      wall.failAfterChunks = undefined
      expect(await state()).toMatchObject({ status: 'failed', error: { code: 'DATABASE_ERROR' } })
      const files = (await api.send({ path: '/api/v1/files', headers: as('admin') })).json
      expect(JSON.stringify(files)).not.toContain(operationId)
    })
  })

  describe('as a raw stream', () => {
    it('is a file of its own, with its counts as trailers', async () => {
      const answer = await exportTable({ table: 'film' }, CSV)
      expect(answer.text).toBe(LINES.join('\r\n'))
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="film.csv"; filename*=UTF-8''film.csv`)
      expect(answer.trailers).toEqual({ 'x-row-count': '4', 'x-truncated': 'false' })
      const ndjson = await exportTable({ table: 'film', limit: 1 }, { accept: 'application/x-ndjson' })
      expect(ndjson.text).toBe(`${JSON.stringify(ROWS[0])}\n`)
      expect(ndjson.trailers).toEqual({ 'x-row-count': '1', 'x-truncated': 'true' })
    })

    it('breaks the connection when the database fails on the way', async () => {
      wall.failAfterChunks = 1
      await expect(exportTable({ table: 'many' }, CSV)).rejects.toThrow(/aborted|hang up|ECONNRESET/)
      wall.failAfterChunks = undefined
    })

    it('ends the work in the database when the client leaves', async () => {
      const before = wall.ended
      const body = JSON.stringify({ table: 'endless', limit: 10_000_000 })
      const socket = connect(api.port, '127.0.0.1')
      socket.write(
        `POST /api/v1/export HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nContent-Type: application/json\r\n` +
          `Authorization: ${as('operator')['authorization'] ?? ''}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
      )
      await new Promise((resolve) => socket.once('data', resolve))
      expect(wall.ended).toBe(before)
      socket.destroy()
      await until(() => wall.ended > before)
      expect((await exportTable({ table: 'film' })).status).toBe(200)
    })

    it('gives rows that are longer than any chunk', async () => {
      const [first, second] = [300_000, 400_000]
      const texts = [first, second].map(
        (length) => `INSERT INTO wide VALUES (${String(length)}, '${'x'.repeat(length)}')`,
      )
      await execute(engine().database, 'CREATE TABLE wide (id INTEGER NOT NULL PRIMARY KEY, body TEXT)', ...texts)
      for (const limit of [1, 2]) {
        const answer = await exportTable({ table: 'wide', format: 'csv', limit }, CSV)
        const lengths = answer.text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.length - '300000,'.length)
        expect(lengths).toEqual([first, second].slice(0, limit))
        expect(answer.trailers).toMatchObject({ 'x-row-count': String(limit), 'x-truncated': String(limit === 1) })
      }
    })

    it('gives all rows, each once, however many chunks they come in', async () => {
      const answer = await exportTable({ table: 'many', limit: 30_000 }, CSV)
      const lines = answer.text.split('\r\n').slice(1, -1)
      expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: 30_000 }, (_, i) => i + 1))
      expect(answer.trailers).toEqual({ 'x-row-count': '30000', 'x-truncated': 'false' })
    })
  })

  const python = spawnSync('python3', ['--version']).status === 0 ? it : it.skip
  python('xlsx is opened by another program', async () => {
    const answer = await exportTable({ table: 'film', format: 'xlsx' })
    const file = join(api.files, 'film.xlsx')
    writeFileSync(file, Buffer.from(answer.json['contentBase64'] as string, 'base64'))
    const script = `
import sys, zipfile, xml.etree.ElementTree as xml
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
for name in book.namelist(): xml.fromstring(book.read(name))
n = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
for row in xml.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(n + 'row'):
    print('|'.join(c.get('r') + '=' + ''.join(c.itertext()) for c in row.iter(n + 'c')))
styles = xml.fromstring(book.read('xl/styles.xml'))
codes = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter(n + 'numFmt')}
formats = [f.get('fontId') + ' ' + codes.get(f.get('numFmtId'), '') for f in styles.find(n + 'cellXfs')]
cells = {c.get('r'): formats[int(c.get('s', 0))] for c in xml.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(n + 'c')}
print(', '.join(cells[r] for r in ['A1', 'A2', 'D2', 'E2']))`
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'A1=id|B1=title|C1=price|D1=released|E1=changed|F1=ok',
      'A2=1|B2=A "New", Hope|C2=9.50|D2=28270|E2=45351.52100983796|F2=1',
      'A3=2|B3=|C3=-3.00|D3=29362|E3=45351.521006944444|F3=0',
      'A4=3',
      `A5=4|B5='=1+1|C5=0.00`,
    ])
    const shown = name === 'PostgreSQL' ? String.raw`\ hh:mm:ss` : String.raw`\Thh:mm:ss.000\Z`
    expect(stdout.trim().split('\n').at(-1)).toBe(String.raw`1 , 0 , 0 yyyy\-mm\-dd, 0 yyyy\-mm\-dd${shown}`)
  })

  describe('rows', () => {
    const ids = async (body: Record<string, unknown>): Promise<unknown> =>
      ((await exportTable({ table: 'film', format: 'json', ...body })).json['rows'] as { id: number }[]).map(
        (row) => row.id,
      )

    it('are chosen by a filter', async () => {
      expect(await ids({ where: "title like '%New%' or price < 0" })).toEqual([1, 2])
      expect(await ids({ where: "changed = timestamp'2024-02-29T12:30:15.250Z' and ok" })).toEqual([1])
    })

    it('are chosen by the same filter whichever way they leave', async () => {
      const where = `title like '%"%' and price between 9 and 10 and released = date'1977-05-25' and ok and id in (1, 2)`
      const csv = await exportTable({ table: 'film', where }, CSV)
      expect(csv.text).toBe(`${LINES.slice(0, 2).join('\r\n')}\r\n`)
      expect(await ids({ where })).toEqual([1])
    })

    it('are ordered as asked, NULL before all others', async () => {
      expect(await ids({ orderBy: 'price' })).toEqual([3, 2, 4, 1])
      expect(await ids({ orderBy: 'price desc' })).toEqual([1, 4, 2, 3])
      expect(await ids({ orderBy: 'ok desc, "id" desc' })).toEqual([1, 2, 4, 3])
      expect(await ids({ orderBy: 'title' })).toEqual([3, 2, 4, 1])
    })

    it('are counted honestly: truncated only where there is more', async () => {
      const counts = async (limit: number) => {
        const { rowCount, truncated, rows } = (await exportTable({ table: 'film', format: 'json', limit })).json
        expect(rows).toHaveLength(rowCount as number)
        const csv = await exportTable({ table: 'film', limit }, CSV)
        expect(csv.text.split('\r\n')).toHaveLength((rowCount as number) + 2)
        expect(csv.trailers).toEqual({ 'x-row-count': String(rowCount), 'x-truncated': String(truncated) })
        return [rowCount, truncated]
      }
      expect(await counts(3)).toEqual([3, true])
      expect(await counts(4)).toEqual([4, false])
      expect(await counts(5)).toEqual([4, false])
      expect(await counts(0)).toEqual([0, true])
    })

    it('can be looked through, page after page, in any order', async () => {
      const page = async (offset: number, orderBy?: string) => {
        const { rows, truncated } = (
          await exportTable({
            table: 'film',
            format: 'json',
            columns: 'id',
            limit: 3,
            offset,
            ...(orderBy && { orderBy }),
          })
        ).json
        return [(rows as { id: number }[]).map(({ id }) => id), truncated]
      }
      expect([await page(0), await page(3), await page(4)]).toEqual([
        [[1, 2, 3], true],
        [[4], false],
        [[], false],
      ])
      expect([await page(0, 'price'), await page(3, 'price')]).toEqual([
        [[3, 2, 4], true],
        [[1], false],
      ])
    })

    it('may be none: the header is there', async () => {
      expect((await exportTable({ table: 'empty' })).json).toMatchObject({
        content: 'id,title\r\n',
        rowCount: 0,
        truncated: false,
        complete: true,
      })
      expect((await exportTable({ table: 'empty', format: 'json' })).json).toMatchObject({ rows: [], complete: true })
      expect((await exportTable({ table: 'empty' }, { accept: 'application/x-ndjson' })).text).toBe('')
      expect((await exportTable({ table: 'film', limit: 0 }, CSV)).text).toBe(`${LINES[0] ?? ''}\r\n`)
      expect((await exportTable({ table: 'empty', includeHeaders: false }, CSV)).text).toBe('')
    })
  })

  describe('values', () => {
    beforeAll(async () => {
      const [binary, bytes, json] =
        name === 'PostgreSQL'
          ? ['BYTEA', "decode(repeat('00ff', 50), 'hex')", 'JSONB']
          : ['BLOB', 'zeroblob(100)', 'JSON']
      const text = (length: number): string =>
        name === 'PostgreSQL' ? `repeat('é😀', ${length / 2})` : `replace(printf('%.${length / 2}c', 'x'), 'x', 'é😀')`
      await execute(
        engine().database,
        `CREATE TABLE long (id INTEGER NOT NULL PRIMARY KEY, t TEXT, b ${binary}, j ${json}, d DECIMAL(9, 2), n INTEGER, at TIMESTAMP, c CHAR(4))`,
        `INSERT INTO long VALUES (1, ${text(100)}, ${bytes}, '"${'x'.repeat(60)}"', 9.5, 1234567890, '2024-02-29T12:30:15.250Z', 'ab')`,
        `INSERT INTO long VALUES (2, ${text(10)}, NULL, '[1]', NULL, NULL, NULL, NULL)`,
      )
    })

    it('are whole unless a limit is asked for, and then as long as that at most', async () => {
      const read = async (body: object) =>
        (await exportTable({ table: 'long', format: 'json', ...body })).json['rows'] as Record<string, string>[]
      const whole = await read({})
      const cut = await read({ valueLimit: 10 })
      expect(whole[0]?.['t']).toBe('é😀'.repeat(50))
      expect(cut[0]).toEqual({
        ...whole[0],
        t: 'é😀'.repeat(5),
        b: expect.stringMatching(/^[\w:/;,.+-]{12,54}={0,2}$/) as string,
        j: whole[0]!['j']!.slice(0, 10),
      })
      expect(cut[1]).toEqual(whole[1])
      // In other forms, orders and pages as well.
      const { content } = (
        await exportTable({ table: 'long', columns: 't', orderBy: 't desc', offset: 1, valueLimit: 10 })
      ).json
      expect(content).toBe(`t\r\n${'é😀'.repeat(5)}\r\n`)
    })

    it('are not cut to nothing', async () => {
      const answer = await exportTable({ table: 'long', valueLimit: 0 })
      expect([answer.status, answer.json['code']]).toEqual([400, 'INVALID_PARAMETER'])
    })
  })

  describe('columns', () => {
    it('come in the order asked for, by names in any letter case', async () => {
      const { json } = await exportTable({ table: 'film', columns: 'TITLE, "id"', limit: 1, format: 'json' })
      expect(json['rows']).toEqual([{ title: 'A "New", Hope', id: 1 }])
      expect((await exportTable({ table: 'film', columns: ['id'], limit: 1 })).json['content']).toBe('id\r\n1\r\n')
    })

    it('with sensitive data are masked for all but admins, and give nothing away', async () => {
      const rows = [
        { id: 1, email: '***' },
        { id: 2, email: null },
      ]
      const masked = (await exportTable({ table: 'secret', format: 'json' })).json
      expect(masked).toMatchObject({ rows, columns: [{ name: 'id' }, { name: 'email', masked: true }] })
      expect((await exportTable({ table: 'secret' }, CSV)).text).toBe('id,email\r\n1,***\r\n2,\r\n')
      const { json } = await exportTable({ table: 'secret', format: 'json' }, {}, 'admin')
      expect(json['rows']).toEqual([{ id: 1, email: 'leia@alderaan.example' }, rows[1]])
      for (const body of [{ where: "email like 'l%'" }, { orderBy: 'email desc' }]) {
        const answer = await exportTable({ table: 'secret', ...body })
        expect([answer.status, answer.json['code']]).toEqual([403, 'FORBIDDEN'])
        expect((await exportTable({ table: 'secret', ...body }, {}, 'admin')).status).toBe(200)
      }
    })
  })

  it('a view is exported like a table', async () => {
    const { json } = await exportTable({ table: 'cheap', orderBy: 'id' })
    expect(json).toMatchObject({ content: 'id,title\r\n2,""\r\n4,=1+1\r\n', rowCount: 2 })
  })

  it('names that look like SQL are names', async () => {
    const body = { table: ODD, columns: [ODD], where: `"${ODD.replaceAll('"', '""')}" = 'safe'` }
    const answer = await exportTable({ ...body, orderBy: `"${ODD.replaceAll('"', '""')}" desc` }, CSV)
    expect(answer.text).toBe('"a""; DROP TABLE film; --"\r\nsafe\r\n')
    expect(answer.headers['content-disposition']).toContain('filename="a_; DROP TABLE film; --.csv"')
    expect((await exportTable({ table: 'film' })).status).toBe(200)
  })

  it('csv is written as asked', async () => {
    const text = async (body: object): Promise<string> => (await exportTable({ table: 'film', ...body }, CSV)).text
    const columns = 'id,title'
    expect(await text({ columns, delimiter: ';' })).toContain('1;"A ""New"", Hope"\r\n2;""\r\n3;\r\n')
    expect(await text({ columns, nullValue: 'NULL' })).toContain('2,""\r\n3,NULL\r\n')
    expect(await text({ columns, escapeFormulas: true })).toContain(`4,'=1+1\r\n`)
    expect(await text({ columns, includeHeaders: false })).toMatch(/^1,/)
    expect(await text({ columns, delimiter: "'" })).toContain(`1'"A ""New"", Hope"\r\n`)
  })

  it.each([
    [{}, 400, 'MISSING_PARAMETER'],
    [{ table: 'nofilm' }, 404, 'TABLE_NOT_FOUND'],
    [{ table: 'film', schema: 'nowhere' }, 404, 'SCHEMA_NOT_FOUND'],
    [{ table: 'film', columns: 'id,nothing' }, 404, 'COLUMN_NOT_FOUND'],
    [{ table: 'film', columns: 'id,ID' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', where: 'id =' }, 400, 'INVALID_FILTER'],
    [{ table: 'film', where: "id = 1; drop table film'" }, 400, 'INVALID_FILTER'],
    [{ table: 'film', where: 'pg_sleep(10) = 1' }, 400, 'INVALID_FILTER'],
    [{ table: 'film', where: '1 = 1) union select 1 --' }, 400, 'INVALID_FILTER'],
    [{ table: 'film', orderBy: 'id; drop table film' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', orderBy: 'nothing' }, 404, 'COLUMN_NOT_FOUND'],
    [{ table: 'film', orderBy: '(select 1)' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', limit: -1 }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', limit: 1.5 }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', limit: 100_001 }, 400, 'LIMIT_TOO_LARGE'],
    [{ table: 'film', format: 'parquet' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', delimiter: 'x' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', delimiter: ',,' }, 400, 'INVALID_PARAMETER'],
    [{ table: 'film', colums: 'id' }, 400, 'UNKNOWN_FIELD'],
  ])('%j is answered with %d %s', async (body, status, code) => {
    const answer = await exportTable(body)
    expect([answer.status, answer.json['code']]).toEqual([status, code])
  })

  it('has its own limits for raw streams and spreadsheets', async () => {
    expect((await exportTable({ table: 'film', limit: 10_000_000 }, CSV)).status).toBe(200)
    expect((await exportTable({ table: 'film', limit: 10_000_001 }, CSV)).status).toBe(200)
    expect((await exportTable({ table: 'film', limit: 1_048_576 }, XLSX)).json['code']).toBe('LIMIT_TOO_LARGE')
    expect((await exportTable({ table: 'film', limit: 1_048_575 }, XLSX)).status).toBe(200)
  })

  it('refuses a format that the Accept header contradicts, and answers in JSON where it cannot please', async () => {
    const answer = await exportTable({ table: 'film', format: 'xlsx' }, CSV)
    expect([answer.status, answer.json['code']]).toEqual([400, 'INVALID_PARAMETER'])
    expect((await exportTable({ table: 'film' }, { accept: 'image/png' })).json['format']).toBe('csv')
    expect((await exportTable({ table: 'film' }, { accept: '*/*' })).json['format']).toBe('csv')
  })

  it('is for operators', async () => {
    expect((await exportTable({ table: 'film' }, {}, 'viewer')).status).toBe(403)
  })
})
