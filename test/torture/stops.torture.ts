/** 30 stops under load, half of them on each database: no request that is under way fails. */
import { DATABASES, startServerOn } from '../support/server-on.ts'
import { stopUnderLoad } from '../support/stop-under-load.ts'

jest.setTimeout(120_000)

const TURNS = Array.from({ length: 15 }, (_, index) => index + 1)

describe.each(DATABASES)('on %s', (database) => {
  test.each(TURNS)('stop %i', async () => {
    const server = await startServerOn(database)
    const { failures, code } = await stopUnderLoad(server)
    await server.stop()
    expect(failures).toEqual([])
    expect(code).toBe(0)
  })
})
