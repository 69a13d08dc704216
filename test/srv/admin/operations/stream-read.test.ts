import { streamRead } from '../../../../srv/admin/operations/stream-read.ts'
import { unhurried, useEngine } from '../../../support/engines.ts'

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n'

describe('reading within one unit of work', () => {
  const engine = useEngine('SQLite file')

  test('ends with the last item, or with what went wrong', async () => {
    const seen: unknown[] = []
    const items = streamRead(engine().database, unhurried(), async function* (session) {
      yield await session.query({ sql: 'SELECT 1 AS one', parameters: [] })
      await session.query({ sql: 'SELECT nonsense', parameters: [] })
    })
    await expect(
      (async () => {
        for await (const item of items) seen.push(item)
      })(),
    ).rejects.toMatchObject({ code: 'DATABASE_ERROR' })
    expect(seen).toEqual([[{ one: 1 }]])
  })

  test('ends the statement that runs when the reader leaves', async () => {
    const untimed = { ...unhurried(), timeoutMs: 600_000 }
    const items = streamRead(engine().database, untimed, async function* (session) {
      yield 1
      yield session.query({ sql: ENDLESS, parameters: [] })
    })
    expect(await items.next()).toEqual({ done: false, value: 1 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await items.return(undefined)
  })
})
