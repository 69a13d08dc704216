/** Values on their way to a server that speaks HANA's protocol, and back, by the real driver. */
import { createHash } from 'node:crypto'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { batches, unhurried } from '../../../../support/engines.ts'
import type { Typed, TypeName } from '../../../../support/hana-socket/types.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'

afterEach(endSockets)

const typed = (type: TypeName, scale?: number): Typed => ({ name: type, type, ...(scale !== undefined && { scale }) })

/** Jest compares bytes one by one, with patience. */
const short = (value: unknown): unknown =>
  value instanceof Uint8Array && value.length > 1_000
    ? `${String(value.length)} ${createHash('sha256').update(value).digest('hex')}`
    : Buffer.isBuffer(value)
      ? new Uint8Array(value)
      : value

/** What the server gets from a statement with one parameter, which it takes for this type. */
const sent = async (value: Value, parameter: Typed): Promise<unknown> => {
  const { server, database } = await openOnSocket({ answers: [{ sql: /^UPDATE/, parameters: [parameter] }] })
  await database.write(unhurried(), (session) => session.execute({ sql: 'UPDATE T SET A = ?', parameters: [value] }))
  return server.parameters[server.log.indexOf('UPDATE T SET A = ?')]?.[0]?.[0]
}

const LONG = 'Prinzessin Leia 👑 é '.repeat(20_000)

describe('a parameter', () => {
  test.each<[TypeName, Value, unknown]>([
    ['NVARCHAR', 'Leia 👑', 'Leia 👑'],
    ['NVARCHAR', 1.5, '1.5'],
    ['NVARCHAR', 1e21, '1e+21'],
    ['NVARCHAR', 2n ** 62n, '4611686018427387904'],
    ['NVARCHAR', true, '1'],
    ['NVARCHAR', false, '0'],
    ['NVARCHAR', null, null],
    ['BOOLEAN', true, true],
    ['BOOLEAN', false, false],
    ['BOOLEAN', null, null],
    ['TINYINT', true, 1],
    ['SMALLINT', -5, -5],
    ['INT', 7n, 7],
    ['BIGINT', 2n ** 62n, '4611686018427387904'],
    ['BIGINT', 12, 12],
    ['DOUBLE', 0.1, 0.1],
    ['DOUBLE', 3n, 3],
    ['DECIMAL', '12.50', '12.50'],
    ['FIXED16', '-12.5', '-12.50'],
    ['FIXED16', 3n, '3.00'],
    ['VARBINARY', Uint8Array.of(1, 255), Buffer.of(1, 255)],
    ['LONGDATE', '2024-02-29 12:34:56.123456', '2024-02-29 12:34:56.123456000'],
    ['LONGDATE', '1977-05-25T00:00:00.000001Z', '1977-05-25 00:00:00.000001000'],
    ['SECONDDATE', '2024-02-29 12:34:56', '2024-02-29 12:34:56'],
    ['DAYDATE', '0001-01-01', '0001-01-01'],
    ['SECONDTIME', '23:59:59', '23:59:59'],
    ['NCLOB', 'Leia 👑', 'Leia 👑'],
    ['NCLOB', LONG, LONG],
    ['NCLOB', 5, '5'],
    ['NCLOB', null, null],
    ['CLOB', 'Padmé 👑', 'Padmé 👑'],
    ['BLOB', Uint8Array.of(0, 255), Buffer.of(0, 255)],
    ['BLOB', new Uint8Array(400_000).fill(7), Buffer.alloc(400_000, 7)],
  ])('of type %s arrives: %.40p', async (type, value, expected) => {
    expect(short(await sent(value, typed(type, 2)))).toEqual(short(expected))
  })

  test.each<[TypeName, Value]>([
    ['DAYDATE', 'yesterday'],
    ['LONGDATE', '2024-02-30 12:00:00'],
    ['SECONDTIME', '25:00:00'],
    ['INT', 'x'],
    ['SMALLINT', 70_000],
    ['FIXED16', 'x'],
    ['BOOLEAN', 'maybe'],
    ['VARBINARY', 'text'],
    ['NVARCHAR', Uint8Array.of(1)],
  ])('of type %s is refused before it is sent: %p', async (type, value) => {
    await expect(sent(value, typed(type, 2))).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
  })

  test('may be larger than a message is by default, and may be too large for any', async () => {
    const name = 'x'.repeat(300_000)
    expect(await sent(name, typed('NVARCHAR'))).toBe(name)
    await expect(sent(Buffer.alloc(2 ** 26), typed('VARBINARY'))).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
  })
})

test('after a value that was refused the transaction and its connection go on', async () => {
  const { server, database } = await openOnSocket({ answers: [{ sql: /^INSERT/, parameters: [typed('DAYDATE')] }] })
  const target = { schema: 'S', table: 'T', columns: ['D'] }
  await database.write(unhurried(), async (session) => {
    await expect(session.insert(target, batches([['2024-02-29']], [['x']]))).rejects.toMatchObject({
      name: 'InsertError',
      code: 'INVALID_PARAMETER',
    })
    expect(await session.insert(target, batches([['2024-02-29']]))).toBe(1)
  })
  expect(server.log.slice(-7)).toEqual([
    ...['SAVEPOINT "ADMIN_1"', 'INSERT INTO "S"."T" ("D") VALUES (?)', 'ROLLBACK TO SAVEPOINT "ADMIN_1"'],
    ...['SAVEPOINT "ADMIN_2"', 'INSERT INTO "S"."T" ("D") VALUES (?)', 'RELEASE SAVEPOINT "ADMIN_2"', 'COMMIT'],
  ])
  expect(server.sessions).toHaveLength(1)
})

test('rows with large values arrive one by one, those without in as few messages as they need', async () => {
  const parameters = [typed('INT'), typed('NCLOB'), typed('BLOB')]
  const { server, database } = await openOnSocket({ answers: [{ sql: /^INSERT/, parameters }] })
  const rows = Array.from({ length: 5 }, (_, index) => [
    index,
    index === 2 ? null : `${String(index)}${LONG}`,
    new Uint8Array(index * 70_000),
  ])
  const target = { schema: 'S', table: 'T', columns: ['A', 'B', 'C'] }
  expect(await database.write(unhurried(), (session) => session.insert(target, batches(rows)))).toBe(5)
  const arrived = server.parameters.filter((_, index) => server.log[index]?.startsWith('INSERT')).flat()
  expect(arrived.map((row) => row.map(short))).toEqual(rows.map((row) => row.map(short)))
})

describe('a column', () => {
  const read = async (columns: readonly Typed[], ...rows: readonly (readonly unknown[])[]) => {
    const { database } = await openOnSocket({ answers: [{ sql: /^SELECT/, columns, rows }], rowsPerMessage: 2 })
    const found = await database.read(unhurried(), (session) => session.query({ sql: 'SELECT', parameters: [] }))
    return found.map((row) => Object.values(row)[0])
  }

  test.each<[TypeName, unknown, Value]>([
    ['NVARCHAR', 'Leia 👑', 'Leia 👑'],
    ['BOOLEAN', true, true],
    ['BOOLEAN', false, false],
    ['TINYINT', 255, 255],
    ['INT', -7, -7],
    ['BIGINT', 12, 12],
    ['BIGINT', '-9223372036854775808', -(2n ** 63n)],
    ['DOUBLE', 0.1, 0.1],
    ['FIXED16', '-12345678901234567890.12', '-12345678901234567890.12'],
    ['DECIMAL', '1.50', '1.50'],
    ['VARBINARY', Buffer.of(1, 255), Uint8Array.of(1, 255)],
    ['LONGDATE', '2024-02-29 12:34:56.123456', '2024-02-29 12:34:56.123456000'],
    ['SECONDDATE', '2024-02-29 12:34:56', '2024-02-29 12:34:56'],
    ['DAYDATE', '0001-01-01', '0001-01-01'],
    ['SECONDTIME', '23:59:59', '23:59:59'],
    ['NCLOB', LONG, LONG],
    ['CLOB', 'ascii'.repeat(1_000), 'ascii'.repeat(1_000)],
    ['TEXT', 'Leia 👑', 'Leia 👑'],
    ['BINTEXT', LONG, LONG],
    ['BLOB', Buffer.alloc(400_000, 7), new Uint8Array(400_000).fill(7)],
    ['BLOB', Buffer.alloc(0), new Uint8Array(0)],
    ['NCLOB', '', ''],
  ])('of type %s is read: %.40p', async (type, value, expected) => {
    const found = await read([typed(type, 2)], [value], [null], [value])
    expect(found.map(short)).toEqual([expected, null, expected].map(short))
  })
})
