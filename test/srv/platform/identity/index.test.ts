/** @long: starts servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { ROOT } from '../../../support/app.ts'
import { basic } from '../../../support/users.ts'

/** The real server in a process of its own, in production: what Node makes of the sources, without jest. */
let child: ChildProcess | undefined

afterEach(() => child?.kill())

const DATABASE = { kind: 'sqlite', credentials: { url: ':memory:' } }

/** Starts the server, and reads what it says until it listens or ends. */
const start = (auth: object, host = ''): Promise<{ url?: string | undefined; output: string }> =>
  new Promise((resolve) => {
    const config = JSON.stringify({ requires: { db: DATABASE, auth } })
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ALLOW_EPHEMERAL: '1',
      CDS_CONFIG: config,
      PORT: '0',
      HOST: host,
    }
    const server = spawn(process.execPath, [join(ROOT, 'node_modules/@sap/cds/bin/serve.js')], { cwd: ROOT, env })
    child = server
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const url = /server listening on .*?(http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (url) resolve({ url, output })
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.on('close', () => {
      resolve({ output })
    })
  })

test('production lets nobody in without a login, and users by their password', async () => {
  const users = { leia: { hash: await hashPassword('a long secret'), roles: ['editor'] } }
  const { url = '' } = await start({ users })
  const planets = `${url}/odata/v4/SagaFilm/Planet`
  expect((await fetch(planets)).status).toBe(401)
  expect((await fetch(planets, { headers: basic('viewer') })).status).toBe(401)
  expect((await fetch(planets, { headers: basic('constructor') })).status).toBe(401)
  expect((await fetch(planets, { headers: basic('leia', 'a long secret') })).status).toBe(200)
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('production without users and without a token service does not start', async () => {
  const { url, output } = await start({})
  expect(url).toBeUndefined()
  expect(output).toMatch(/no token service bound, and no user configured/)
})
