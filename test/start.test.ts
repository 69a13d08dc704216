/**
 * Every way of starting the server complains of nothing, and loads the handlers: CAP serves without them in silence where it does not look for .ts files.
 * @long: starts the server in every documented way.
 */
import { COMPLAINT } from './support/complaint.ts'
import { probe } from './support/film-probe.ts'
import { hashPassword } from '../srv/platform/identity/password-login.ts'
import { startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(60_000)

const WAYS = ['npm start', 'npx cds-serve', 'npm run watch', 'npx cds watch', 'npx cds serve']

test.each(WAYS)('%s', async (command) => {
  const server = await startServer(command)
  const found = await probe(server, 4).finally(() => server.stop())
  expect(found).toEqual({ title: 'A New Hope', isOurs: true })
  expect(server.output()).not.toMatch(COMPLAINT)
})

test('npm start, in production, where CAP does not read the settings of development', async () => {
  const users = { leia: { roles: ['editor'], hash: await hashPassword('a long secret') } }
  const CDS_CONFIG = JSON.stringify({
    requires: { auth: { users }, db: { kind: 'sqlite', credentials: { url: ':memory:' } } },
  })
  const server = await startServer('npm start', { env: { NODE_ENV: 'production', ALLOW_EPHEMERAL: '1', CDS_CONFIG } })
  try {
    const headers = basic('leia', 'a long secret')
    const ask = async (path: string): Promise<number> => (await fetch(server.url + path, { headers })).status
    expect(await ask('/odata/v4/SagaFilm/%')).toBe(400)
    expect(await ask('/odata/v4/SagaFilm/Film?$format=json')).toBe(200)
    expect((await fetch(`${server.url}/odata/v4/SagaFilm/Film`)).status).toBe(401)
  } finally {
    await server.stop()
  }
})
