/**
 * What the server does for others while it is sent writes as large as it takes, and larger.
 * @alone: measures waits.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { watchHealth } from './support/raw-clients.ts'
import { DATABASES, startServerOn } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

jest.setTimeout(300_000)

const AT_ONCE = 10
const MOST_ROWS = 1_000
const SERVICE = '/odata/v4/SagaFilm'

const film = (isActive: boolean, rows: number, link: () => object): object => ({
  title: 'x',
  IsActiveEntity: isActive,
  characters: Array.from({ length: rows - 1 }, link),
})
const strangers = (): object => ({ people_ID: randomUUID() })

/** Each by the status that it has at the largest size that is taken. */
const WRITES: Record<string, [status: number, path: string, body: (rows: number) => object]> = {
  'active films whose links lead nowhere': [400, 'Film', (rows) => film(true, rows, strangers)],
  'drafts whose links lead nowhere': [201, 'Film', (rows) => film(false, rows, strangers)],
  'drafts whose links say nothing': [201, 'Film', (rows) => film(false, rows, () => ({}))],
  'batches of films': [
    200,
    '$batch',
    (rows) => {
      const part = film(false, Math.floor(rows / 10), strangers)
      return { requests: Array.from({ length: 10 }, (_, id) => ({ id: `${id}`, atomicityGroup: 'g', method: 'POST', url: 'Film', body: part })) } // prettier-ignore
    },
  ],
  'batches of documents': [
    200,
    '$batch',
    () => ({ requests: Array.from({ length: 100 }, (_, id) => ({ id: `${id}`, method: 'GET', url: '$metadata' })) }),
  ],
}

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerOn(database)
  })
  afterAll(() => server.stop())

  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.url}${SERVICE}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  /** The longest that another caller waits for a row, who asks for one again and again. */
  const watchReads = () => {
    let isOver = false
    const watch = async (): Promise<number> => {
      let slowestMs = 0
      for (let round = 0; !isOver; round++) {
        const started = performance.now()
        const filter = encodeURIComponent(`name ne 'x${round}'`)
        const { status } = await fetch(`${server.url}${SERVICE}/Planet?$top=1&$filter=${filter}`)
        expect(status).toBe(200)
        slowestMs = Math.max(slowestMs, performance.now() - started)
        await setTimeout(20)
      }
      return slowestMs
    }
    const watching = watch()
    return { stop: () => ((isOver = true), watching) }
  }

  test.each(Object.entries(WRITES))('%s keep nobody away', async (_, [expected, path, body]) => {
    await post(path, body(MOST_ROWS / 10))
    const bodies = Array.from({ length: AT_ONCE }, () => body(MOST_ROWS))
    const [health, reads] = [watchHealth(server.url), watchReads()]
    const started = performance.now()
    const statuses = await Promise.all(bodies.map((each) => post(path, each)))
    const totalMs = performance.now() - started
    const [{ slowestMs, failures }, slowestReadMs] = [await health.stop(), await reads.stop()]
    expect([...new Set(statuses)]).toEqual([expected])
    expect(failures).toBe(0)
    // Where they are worked off in one go, others wait for all of it.
    expect(slowestMs).toBeLessThan(totalMs / 2)
    expect(slowestReadMs).toBeLessThan(totalMs / 2)
  })

  test('larger ones are refused before anything is done', async () => {
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => post('Film', film(false, 3_000, strangers))),
    )
    expect([...new Set(statuses)]).toEqual([413])
  })
})
