/** Random requests over the grammar of OData have the answer that they must have, worked out without a database. */
import { runs } from '../../../support/long.ts'
import { type OracleServers, startOracleServers, tryRequests } from '../../../support/odata-oracle/index.ts'

let servers: OracleServers | undefined

/** Two servers take long to start where much else runs. */
const PATIENCE_MS = 240_000

beforeAll(async () => {
  servers = await startOracleServers()
}, PATIENCE_MS)

afterAll(() => servers?.stop())

test(
  'random requests are answered alike by both engines and by what OData says',
  async () => {
    expect(await tryRequests(servers!, 1977, runs(300, 1_500))).toEqual([])
  },
  PATIENCE_MS,
)
