/** Two servers never fight for a port: one that is taken is passed by. */
import crypto from 'node:crypto'
import { startOwnPostgres } from './own-postgres.ts'

jest.setTimeout(60_000)

test('a port that somebody else has is passed by', async () => {
  const first = await startOwnPostgres()
  const { port } = first.credentials
  const next = jest.spyOn(crypto, 'randomInt').mockReturnValueOnce(port as never)
  const second = await startOwnPostgres()
  expect(next).toHaveBeenCalledTimes(2)
  expect(second.credentials.port).not.toBe(port)
  await first.stop()
  await second.stop()
})
