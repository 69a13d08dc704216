import { startServerOn } from '../../support/server-on.ts'
import { stopUnderLoad } from '../../support/stop-under-load.ts'

jest.setTimeout(60_000)

test('a server of several processes stops as one: no request that is under way fails', async () => {
  const server = await startServerOn('postgres', { CDS_WORKERS: '2' })
  const { failures, code } = await stopUnderLoad(server)
  await server.stop()
  expect(failures).toEqual([])
  expect(code).toBe(0)
})
