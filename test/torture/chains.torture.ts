/** Every chain of operators and functions, up to far beyond each limit, by itself and in a batch, on each database. */
import { MANY } from '../support/chains.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { tryChains } from '../support/try-chains.ts'

jest.setTimeout(1_800_000)

describe.each(DATABASES)('on %s, with little memory', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServerOn(database, { NODE_OPTIONS: '--max-old-space-size=160', DEBUG: 'sql' })
  })
  afterAll(() => server.stop())

  test.each([false, true])('no chain holds the server, in a batch: %s', async (inBatch) => {
    expect(await tryChains(server, MANY, inBatch)).toEqual([])
  })
})
