/** Every way of starting the server loads the handlers: CAP serves without them in silence where it does not look for .ts files. */
import { startServer } from './support/server-process.ts'

jest.setTimeout(60_000)

test.each(['npm start', 'npx cds-serve', 'npm run watch', 'npx cds watch'])('%s', async (command) => {
  const server = await startServer(command)
  try {
    expect(server.output()).toContain("bootstrapping from { file: 'srv/server.ts' }")
    expect((await fetch(`${server.url}/odata/v4/SagaFilm/`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})
