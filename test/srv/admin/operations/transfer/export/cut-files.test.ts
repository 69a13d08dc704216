/**
 * A file is whole, or its transfer breaks: nothing that ends too early looks complete.
 * @long: breaks transfers in each format, on each engine.
 */
import { connect } from 'node:net'
import { as, until } from '../../../../../support/admin-api.ts'
import { ENGINES, execute } from '../../../../../support/engines.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

const RAW = ['text/csv', 'application/x-ndjson', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
const ROWS = 150_000
const BROKEN = /aborted|hang up|ECONNRESET/

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const { api, engine, exportTable } = useTransfer(name, { settings: { limits: { exportRowsRawMax: 140_000 } } })
  const unlimited = useTransfer(name)
  const numbers = `WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${String(ROWS)}) SELECT x FROM n`

  beforeAll(async () => {
    for (const { database } of [engine(), unlimited.engine()])
      await execute(database, 'CREATE TABLE many (x INTEGER PRIMARY KEY)', `INSERT INTO many ${numbers}`)
    // The division by zero comes late, and only SQLite takes it for NULL.
    const late = name === 'PostgreSQL' ? '1 / (140000 - x)' : `json_extract(CASE x WHEN 140000 THEN '{' END, '$.a')`
    await execute(engine().database, `CREATE VIEW late AS SELECT x, ${late} AS y FROM many`)
  })

  test('a raw stream has all rows unless told otherwise', async () => {
    const { text, trailers } = await unlimited.exportTable({ table: 'many' }, { accept: 'text/csv' })
    expect(text.split('\r\n')).toHaveLength(ROWS + 2)
    expect(trailers).toMatchObject({ 'x-row-count': String(ROWS), 'x-truncated': 'false' })
    const rest = await unlimited.exportTable({ table: 'many', offset: ROWS - 1 }, { accept: 'text/csv' })
    expect(rest.text).toBe(`x\r\n${String(ROWS)}\r\n`)
  })

  test.each(RAW)(
    '%s breaks where the server allows no more rows, and is whole where the client wants no more',
    async (accept) => {
      await expect(exportTable({ table: 'many' }, { accept })).rejects.toThrow(BROKEN)
      const asked = await exportTable({ table: 'many', limit: 2_000 }, { accept })
      expect([asked.status, asked.trailers['x-row-count'], asked.trailers['x-truncated']]).toEqual([
        200,
        '2000',
        'true',
      ])
    },
  )

  test.each(RAW)('%s breaks where the database fails late, and the operation tells why', async (accept) => {
    await expect(exportTable({ table: 'late', limit: 140_000 }, { accept })).rejects.toThrow(BROKEN)
    await until(() => engine().database.usage().busy === 0)
    const { json } = await api.send({ path: '/api/v1/operations', headers: as('operator') })
    const [latest] = json['operations'] as { status: string; error: { details: string } }[]
    expect(latest).toMatchObject({ status: 'failed', error: { details: expect.stringMatching(/division by zero|malformed JSON/) as string } }) // prettier-ignore
  })

  test('a client of HTTP/1.0, which knows no length, sees the connection reset', async () => {
    const body = JSON.stringify({ table: 'late', limit: 140_000 })
    const headers = { ...as('operator'), accept: 'text/csv', 'content-type': 'application/json', 'content-length': String(body.length) } // prettier-ignore
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`)
    const socket = connect(api.port, '127.0.0.1')
    socket.write(`POST /api/v1/export HTTP/1.0\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    const ended = Promise.withResolvers<unknown>()
    socket.on('error', ended.resolve).on('end', () => {
      ended.resolve('a proper end')
    })
    socket.resume()
    expect(await ended.promise).toMatchObject({ code: 'ECONNRESET' })
  })
})
