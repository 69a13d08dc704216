/** A flood of guesses from one network keeps nobody of another from logging in. @alone: measures waits. */
import { floodLogins, startServerWithUsers } from './support/flood-logins.ts'
import { DATABASES } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

jest.setTimeout(240_000)

const LOGINS = 6

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerWithUsers(database, LOGINS + 1)
  })
  afterAll(() => server.stop())

  test('everybody of another network logs in throughout', async () => {
    const { guesses, firstLogins, laterLogins, slowestLoginMs, complaints } = await floodLogins(
      server,
      1_500,
      1,
      LOGINS,
    )
    expect([...new Set([...firstLogins, ...laterLogins])]).toEqual([200])
    expect(Object.keys(guesses)).toEqual(['401', '429'])
    expect(guesses[401]).toBeLessThanOrEqual(50)
    expect(complaints).toEqual([])
    expect(slowestLoginMs).toBeLessThan(60_000)
  })
})
