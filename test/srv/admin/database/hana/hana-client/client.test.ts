/** `@sap/hana-client` in the form of `hdb`, on a server that speaks HANA's protocol; the tests of connections ask both. */
import { HanaConnection } from '../../../../../../srv/admin/database/hana/connection.ts'
import { ofHanaClient } from '../../../../../../srv/admin/database/hana/hana-client/client.ts'
import { hanaClient, isDouble } from '../../../../../support/hana-client-double.ts'
import type { Canned } from '../../../../../support/hana-socket/answers.ts'
import { type HanaSocket, type HanaSocketOptions, startHanaSocket } from '../../../../../support/hana-socket/server.ts'

let server: HanaSocket
let connection: HanaConnection
const open = async (answers: readonly Canned[], options: HanaSocketOptions = {}): Promise<void> => {
  server = await startHanaSocket({ answers, ...options })
  connection = await HanaConnection.open(ofHanaClient(hanaClient), server.credentials)
}
afterEach(async () => {
  connection.destroy()
  await server.stop()
})

const TYPES = [
  ...(['BOOLEAN', 'TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'DOUBLE', 'NVARCHAR', 'VARBINARY', 'DAYDATE'] as const),
  ...(['SECONDTIME', 'SECONDDATE', 'LONGDATE', 'NCLOB', 'BLOB'] as const),
]
const ROW = [
  ...[true, 255, -32_768, 7, 5, 0.1, '漢字 👑', Buffer.of(7, 8), '2024-02-29', '23:59:59', '2024-02-29 12:34:56'],
  ...['2024-02-29 12:34:56.123456000', 'Leia 👑 '.repeat(500), Buffer.alloc(3_000, 7)],
]

test('values are read as by hdb, large ones when they are wanted', async () => {
  const columns = TYPES.map((type) => ({ name: type, type }))
  await open([
    {
      sql: /^SELECT/,
      columns,
      rows: [ROW, ROW.map(() => null), [...ROW.slice(0, 4), String(2n ** 62n), ...ROW.slice(5)]],
    },
  ])
  const { rows } = await connection.query('SELECT', [])
  const read = ROW.map((value) => (Buffer.isBuffer(value) ? new Uint8Array(value) : value))
  expect(rows).toEqual([read, ROW.map(() => null), [...read.slice(0, 4), 2n ** 62n, ...read.slice(5)]])
  const small: unknown[] = []
  for await (const batch of connection.select('SELECT', () => undefined)) small.push(...batch)
  expect(small[0]).toEqual([...read.slice(0, -2), '…', '…'])
})

test('parameters are sent as by hdb, rows at a time', async () => {
  const parameters = [
    ...(['BOOLEAN', 'INT', 'BIGINT', 'NVARCHAR', 'NCLOB', 'CLOB', 'BLOB'] as const).map((type) => ({ name: '', type })),
  ]
  await open([{ sql: /^INSERT/, parameters }])
  const values = [true, 7, 2n ** 62n, 'é', 'Leia 👑', 'clób', new Uint8Array([1, 2])]
  expect(await connection.executeRows('INSERT INTO T VALUES (?)', [values, values.map(() => null)])).toBe(2)
  const sent = [true, 7, String(2n ** 62n), 'é', 'Leia 👑', 'clób', Buffer.of(1, 2)]
  expect(server.parameters.at(-1)).toEqual([sent, sent.map(() => null)])
  expect(await connection.execute('INSERT INTO T VALUES (?)', values)).toBe(1)
})

test('its number is known, and limits of time where the server has them', async () => {
  await open([])
  expect(connection.id).toBe(server.sessions[0]?.id)
  connection.limitTime(() => 20_000)
  await connection.execute('SET TRANSACTION READ ONLY', [])
  await connection.query('SELECT 1', [])
  await connection.execute('DELETE FROM T', [])
  expect(connection.isTimeLimited).toBe(true)
  expect(server.sessions[0]?.timeLimits.slice(1)).toEqual([0, 25, 25])
})

test('a server without them is sent none', async () => {
  await open([], { hasTimeLimits: false })
  connection.limitTime(() => 20_000)
  await connection.query('SELECT 1', [])
  expect(connection.isTimeLimited).toBe(false)
  expect(server.sessions[0]?.timeLimits.every((limit) => limit === 0)).toBe(true)
})

test('errors mean what they mean by hdb', async () => {
  await open([
    { sql: /^DELETE/, error: { code: 301 } },
    { sql: /^INSERT/, parameters: [{ name: '', type: 'INT' }] },
    { sql: /^UPDATE/, leaves: 'rudely' },
  ])
  await expect(connection.execute('DELETE FROM T', [])).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
  const wrong = connection.execute('INSERT INTO T VALUES (?)', ['x'])
  await expect(wrong).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
  expect(connection.isOpen).toBe(true)
  await expect(connection.execute('UPDATE T', [])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  expect(connection.isOpen).toBe(false)
  await expect(connection.query('SELECT 1', [])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  expect(server.sessions).toHaveLength(1) // it does not connect again behind our back
})

test('the double is taken only where the client is not installed', () => {
  const isInstalled = typeof (hanaClient as { getDriverVersion?: unknown }).getDriverVersion === 'function'
  expect(isDouble).toBe(!isInstalled)
  server = { stop: () => Promise.resolve() } as HanaSocket
})
