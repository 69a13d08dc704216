/** 10 000 requests at random to the administration API on each database, from fixed seeds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzzAdmin, unlimited } from '../support/admin-fuzz.ts'
import { exchange } from '../support/exchange.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'

jest.setTimeout(900_000)

const REQUESTS = 10_000
const SEEDS = [1977, 1980, 1983, 1999]

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  const folder = mkdtempSync(join(tmpdir(), 'saga-fuzz-'))

  beforeAll(async () => {
    server = await startServerOn(database, unlimited(folder))
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  test.each(SEEDS)(`${REQUESTS / SEEDS.length} requests from seed %i`, async (seed) => {
    expect((await fuzzAdmin(server.url, seed, REQUESTS / SEEDS.length)).problems).toEqual([])
    expect((await exchange(server.url, '', { path: '/ready' })).status).toBe(200)
  })
})
