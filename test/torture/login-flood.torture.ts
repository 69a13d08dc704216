/** Minutes of guesses from one network, of new names each: others log in, and the server's memory stays level. */
import { readFileSync } from 'node:fs'
import { floodLogins, startServerWithUsers } from '../support/flood-logins.ts'
import { DATABASES } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'

jest.setTimeout(900_000)

const LOGINS = 250

const residentMiB = (server: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerWithUsers(database, LOGINS + 1)
  })
  afterAll(() => server.stop())

  test('everybody of another network logs in throughout', async () => {
    await floodLogins(server, 1_500, 2, 20)
    const before = residentMiB(server)
    const { guesses, firstLogins, laterLogins, slowestLoginMs, complaints } = await floodLogins(
      server,
      1_500,
      40,
      LOGINS,
    )
    expect([...new Set([...firstLogins, ...laterLogins])]).toEqual([200])
    expect(Object.keys(guesses)).toEqual(expect.arrayContaining(['401', '429']))
    expect(Object.keys(guesses).filter((status) => !['401', '429'].includes(status))).toEqual([])
    expect(complaints).toEqual([])
    expect(slowestLoginMs).toBeLessThan(60_000)
    expect(residentMiB(server) - before).toBeLessThan(100)
  })
})
