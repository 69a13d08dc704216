/** Who reads the log may go; the server stays. @long: starts servers. */
import { setTimeout } from 'node:timers/promises'
import { SERVE } from '../../../support/server-on.ts'
import { type ServerProcess, startServer } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

let server: ServerProcess

// One that does not stop would be busy for ever.
afterEach(() => server.signal('SIGKILL'))

test('a server whose log nobody reads any more answers, and stops in order', async () => {
  server = await startServer(SERVE)
  server.hangUp()
  for (let count = 0; count < 5; count++) {
    const responses = await Promise.all([
      fetch(`${server.url}/odata/v4/SagaFilm/Film?$top=1`),
      fetch(`${server.url}/odata/v4/SagaFilm/Film?$filter=unknown%20eq%201`),
      fetch(`${server.url}/ready`),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 200])
    await setTimeout(50)
  }
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})
