/** 200 000 requests at random on both databases, from ten seeds, against what OData says. */
import { type OracleServers, startOracleServers, tryRequests } from '../support/odata-oracle/index.ts'

jest.setTimeout(7_200_000)

const REQUESTS = 200_000
const SEEDS = [1977, 1980, 1983, 1999, 2002, 2005, 2008, 2015, 2016, 2017]

let servers: OracleServers | undefined
beforeAll(async () => {
  servers = await startOracleServers()
})
afterAll(() => servers?.stop())

test.each(SEEDS)(`${REQUESTS / SEEDS.length} requests from seed %i`, async (seed) => {
  expect(await tryRequests(servers!, seed, REQUESTS / SEEDS.length)).toEqual([])
})
