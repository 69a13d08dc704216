/** 30 000 requests at random on each database, from ten fixed seeds, with little memory: what is kept of each would fill it. */
import { exchange } from '../support/exchange.ts'
import { fuzz } from '../support/fuzz.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'

jest.setTimeout(1_800_000)

const REQUESTS = 30_000
const SEEDS = [1977, 1980, 1983, 1999, 2002, 2005, 2008, 2015, 2016, 2017]

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServerOn(database, { NODE_OPTIONS: '--max-old-space-size=160' })
  })
  afterAll(() => server.stop())

  test.each(SEEDS)(`${REQUESTS / SEEDS.length} requests from seed %i`, async (seed) => {
    const { problems } = await fuzz(server.url, seed, REQUESTS / SEEDS.length)
    expect({ problems, faults: server.output().match(/^\[odata\] - 5\d\d - .*\n.*\n/gm) ?? [] }).toEqual({
      problems: [],
      faults: [],
    })
    expect((await exchange(server.url, '', { path: '/ready' })).status).toBe(200)
  })
})
