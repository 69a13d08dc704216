/** Results of a server that speaks HANA's protocol, fetched in parts by both drivers. */
import { unhurried } from '../../../../support/engines.ts'
import { HANA_DRIVERS } from '../../../../support/hana-drivers.ts'
import type { HanaSocketOptions } from '../../../../support/hana-socket/server.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'

afterEach(endSockets)

const text = (sql: string) => ({ sql, parameters: [] })

describe.each(HANA_DRIVERS)('by %s', (_name, driver) => {
  const open = (options?: HanaSocketOptions, credentials?: object, warn?: (message: string) => void) =>
    openOnSocket(options, credentials, warn, driver())

  test('rows come in the order of the server, however many a message has', async () => {
    const rows = Array.from({ length: 2_500 }, (_, id) => [id])
    const { database } = await open({
      answers: [{ sql: /^SELECT/, columns: [{ name: 'ID', type: 'INT' }], rows }],
    })
    const found: unknown[] = []
    await database.read(unhurried(), async (session) => {
      for await (const batch of session.stream(text('SELECT'))) {
        expect(batch.length).toBeLessThanOrEqual(1_000)
        found.push(...batch)
      }
    })
    expect(found).toEqual(rows)
  })

  test('of large values no more is in memory than a batch has, and what nobody reads is not fetched', async () => {
    const value = Buffer.alloc(300_000, 7)
    const rows = Array.from({ length: 40 }, () => [value])
    const columns = [{ name: 'LARGE', type: 'BLOB' as const }]
    const { server, database } = await open({ answers: [{ sql: /^SELECT/, columns, rows }] })
    const sizes: number[] = []
    await database.read(unhurried(), async (session) => {
      for await (const batch of session.stream(text('SELECT'))) if (sizes.push(batch.length) === 2) break
    })
    expect(sizes).toEqual([4, 4])
    const messages = server.sessions[0]?.messageTypes ?? []
    expect(messages.filter((type) => type === 'READ_LOB').length).toBeLessThan(20)
    await database.read(unhurried(), (session) => session.query(text('SELECT')))
    expect(server.sessions).toHaveLength(1)
  })

  test('a result without rows has its columns, and a statement may have no result', async () => {
    const { database } = await open({ answers: [{ sql: /^SELECT/, columns: [{ name: 'ID', type: 'INT' }] }] })
    await database.read(unhurried(), async (session) => {
      expect(await session.query(text('SELECT'))).toEqual([])
      expect(await session.query(text('SET TRANSACTION READ ONLY'))).toEqual([])
    })
  })
})
