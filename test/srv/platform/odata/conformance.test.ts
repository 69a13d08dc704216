/**
 * What OData asks of a service, item by item, on each database: every MUST of its three levels with the request that shows
 * it, and what a service may leave out with how it is refused or passed over.
 */
import { borrowServerOn } from '../../../support/borrowed-server.ts'
import { LEVELS } from '../../../support/conformance/index.ts'
import { useServer } from '../../../support/conformance/ask.ts'
import { DATABASES } from '../../../support/server-on.ts'

describe.each(DATABASES)('OData v4 conformance on %s', (database) => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    const server = await borrowServerOn(database)
    useServer(server.url)
    stop = () => server.stop()
  }, 120_000)
  afterAll(() => stop())

  describe.each(LEVELS)('%s', (_level, table) => {
    test.each(table)('%s: %s', async (_requirement, _statement, check) => check())
  })
})
