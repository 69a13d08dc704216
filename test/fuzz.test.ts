/**
 * Requests at random, on each database: none is answered with a fault of the server, or tells of its inside.
 * @long: sends hundreds of requests to each engine.
 */
import { exchange } from './support/exchange.ts'
import { fuzz } from './support/fuzz.ts'
import { DATABASES, startServerOn } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

jest.setTimeout(120_000)

const REQUESTS = 750
const SEED = 1977

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServerOn(database)
  })
  afterAll(() => server.stop())

  test(`${REQUESTS} requests`, async () => {
    const { problems, statuses } = await fuzz(server.url, SEED, REQUESTS)
    expect(problems).toEqual([])
    // Enough of them make sense, and enough make none.
    expect(statuses[200]).toBeGreaterThan(REQUESTS / 10)
    expect(statuses[400]).toBeGreaterThan(REQUESTS / 10)
    expect((await exchange(server.url, '', { path: '/ready' })).status).toBe(200)
  })
})
