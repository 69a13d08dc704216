import { CopyOut, copyStatement } from '../../../../../srv/admin/database/postgres/copy-out.ts'
import type { Wire } from '../../../../../srv/admin/database/postgres/driver.ts'
import type { TextFormat } from '../../../../../srv/admin/core/transfer/file-format.ts'

const csv: TextFormat = {
  type: 'csv',
  columns: [
    { name: 'id', kind: 'integer' },
    { name: 'ok', kind: 'boolean' },
    { name: 'bytes', kind: 'binary' },
  ],
  delimiter: ',',
  nullValue: '',
  escapeFormulas: false,
}

test('a statement becomes a COPY whose parameters are settings', () => {
  const sql = `SELECT "a$1", '$2' FROM t WHERE "x""$1" = $1::text AND y = $12::bytea`
  const parameters = ["it's", ...Array<number>(10).fill(0), new Uint8Array([1, 255])]
  expect(copyStatement({ sql, parameters }, { ...csv, delimiter: "'" })).toEqual({
    sql:
      `COPY (SELECT c0, c1::text, translate(encode(c2, 'base64'), chr(10), '') FROM (SELECT "a$1", '$2' FROM t ` +
      `WHERE "x""$1" = current_setting('admin.p1')::text AND y = current_setting('admin.p12')::bytea) AS r (c0, c1, c2)) ` +
      `TO STDOUT (FORMAT csv, DELIMITER '''')`,
    settings: {
      sql: expect.stringMatching(
        /^SELECT set_config\('admin\.p1', \$1, true\),.*set_config\('admin\.p12', \$12, true\)$/,
      ) as string,
      parameters: ["it's", ...Array<string>(10).fill('0'), '\\x01ff'],
    },
  })
})

test('without parameters there are no settings', () => {
  expect(copyStatement({ sql: 'SELECT 1', parameters: [] }, csv)?.settings).toBeUndefined()
})

test.each<[string, TextFormat]>([
  ['another format', { type: 'ndjson', columns: csv.columns, escapeFormulas: false }],
  ['a word for NULL', { ...csv, nullValue: 'NULL' }],
  ['disarmed formulas', { ...csv, escapeFormulas: true }],
])('the server does not write %s as we do', (_, format) => {
  expect(copyStatement({ sql: 'SELECT 1', parameters: [] }, format)).toBeUndefined()
})

test('parameters without a type, or NULL, have no setting', () => {
  expect(copyStatement({ sql: 'SELECT $1', parameters: ['x'] }, csv)).toBeUndefined()
  expect(copyStatement({ sql: 'SELECT $1::text', parameters: [null] }, csv)).toBeUndefined()
})

test.each([[[300_000]], [[10, 300_000]], [[300_000, 10, 262_000, 300]], [[131_070, 131_070, 5]]])(
  'rows of %j bytes arrive whole, each counted with its text',
  async (lengths) => {
    const copy = new CopyOut('COPY', Infinity)
    const wire = {
      query: () => undefined,
      stream: { resume: () => undefined, pause: () => undefined },
    } as unknown as Wire
    copy.submit(wire)
    for (const [index, length] of lengths.entries())
      copy.handleCopyData({ chunk: Buffer.from(`${String(index).repeat(length)}\n`) }, wire)
    copy.handleCommandComplete()
    copy.handleReadyForQuery()
    let text = ''
    for (let chunk = await copy.next(); chunk; chunk = await copy.next()) {
      const part = Buffer.from(chunk.text).toString()
      expect(part.split('\r\n')).toHaveLength(chunk.rowCount + 1)
      text += part
    }
    expect(text).toBe(lengths.map((length, index) => `${String(index).repeat(length)}\r\n`).join(''))
  },
)
