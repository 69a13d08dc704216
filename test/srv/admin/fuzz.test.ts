/**
 * Requests at random to all operations, on each database: every answer is one that the API promises.
 * @long: sends hundreds of requests to each engine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzzAdmin, unlimited } from '../../support/admin-fuzz.ts'
import { DATABASES, startServerOn } from '../../support/server-on.ts'
import type { ServerProcess } from '../../support/server-process.ts'

jest.setTimeout(120_000)

const REQUESTS = 1_000
const SEED = 1977

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

  test(`${REQUESTS} requests`, async () => {
    const { problems, outcomes } = await fuzzAdmin(server.url, SEED, REQUESTS)
    expect(problems).toEqual([])
    // Every operation came to an answer that makes sense, or is one of those that hardly ever do by chance.
    const answered = Object.keys(outcomes).filter((outcome) => outcome.endsWith(' 200'))
    expect(answered).toEqual(
      expect.arrayContaining(['POST /export 200', 'POST /dataProfile 200', 'POST /tableCopy 200']),
    )
  })
})
