/** Every way of starting the server loads the handlers: CAP serves without them in silence where it does not look for .ts files. */
import { probe } from './support/film-probe.ts'
import { startServer } from './support/server-process.ts'

jest.setTimeout(60_000)

const WAYS = ['npm start', 'npx cds-serve', 'npm run watch', 'npx cds watch', 'npx cds serve']

test.each(WAYS)('%s', async (command) => {
  const server = await startServer(command)
  const found = await probe(server, 4).finally(() => server.stop())
  expect(found).toEqual({ title: 'A New Hope', isOurs: true })
})

test('npm run watch has nothing to complain about', async () => {
  const server = await startServer('npm run watch')
  await server.stop()
  expect(server.output()).not.toMatch(/^\W*(warn|error)/im)
})
