import { DatabaseSync } from 'node:sqlite'
import { startDeadline } from '../../../../../srv/admin/database/deadline.ts'
import { LocalChannel } from '../../../../../srv/admin/database/sqlite/local-channel.ts'
import type { Answer, Ask, Channel, RequestType } from '../../../../../srv/admin/database/sqlite/protocol.ts'
import { SqliteSession } from '../../../../../srv/admin/database/sqlite/session.ts'
import { unhurried } from '../../../../support/engines.ts'

/** Notes what is asked. */
class NotingChannel implements Channel {
  readonly isCopying = false
  readonly asked: RequestType[] = []
  readonly #channel: Channel

  constructor(channel: Channel) {
    this.#channel = channel
  }

  request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>> {
    this.asked.push(type)
    return this.#channel.request(type, ask)
  }

  destroy(): void {
    this.#channel.destroy()
  }
}

describe('a SQLite session', () => {
  const sql = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000) SELECT x FROM n'
  const deadline = startDeadline(unhurried())
  const database = new DatabaseSync(':memory:')
  afterAll(() => {
    deadline.dispose()
    database.close()
  })

  it('reads ahead no more than a batch, and asks for no more when it is left', async () => {
    const channel = new NotingChannel(new LocalChannel(database))
    const fetches = () => channel.asked.filter((type) => type === 'fetch').length
    const stream = new SqliteSession(channel, deadline).stream({ sql, parameters: [] })
    for (let taken = 1; taken <= 3; taken++) {
      await stream.next()
      expect(fetches()).toBe(taken + 1)
    }
    await stream.return(undefined)
    expect(channel.asked.slice(-2)).toEqual(['fetch', 'closeCursor'])
  })

  it('asks for two texts ahead, so that the connection need not wait, and for no more', async () => {
    const channel = new NotingChannel(new LocalChannel(database))
    const fetches = () => channel.asked.filter((type) => type === 'fetchText').length
    const columns = [{ name: 'x', kind: 'integer' as const }]
    const format = { type: 'csv', columns, delimiter: ',', nullValue: '', escapeFormulas: false } as const
    const stream = new SqliteSession(channel, deadline).streamText({ sql, parameters: [] }, format, Infinity)
    for (let taken = 1; taken <= 3; taken++) {
      await stream.next()
      expect(fetches()).toBe(taken + 2)
    }
    await stream.return(undefined)
    expect(channel.asked.slice(-2)).toEqual(['fetchText', 'closeText'])
  })

  it('asks for nothing after the end', async () => {
    const channel = new NotingChannel(new LocalChannel(database))
    let rows = 0
    for await (const batch of new SqliteSession(channel, deadline).stream({ sql, parameters: [] })) rows += batch.length
    expect(rows).toBe(300_000)
    expect(channel.asked.filter((type) => type === 'fetch')).toHaveLength(301)
    expect(channel.asked.at(-1)).toBe('fetch')
  })
})
