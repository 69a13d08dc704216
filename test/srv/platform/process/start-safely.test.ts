/** Starts that must not be: the process ends, with a reason, before it has a port. @long: starts the server over and over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { SERVE } from '../../../support/server-on.ts'
import { startServer } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

let users: Record<string, object>
beforeAll(async () => {
  users = { leia: { roles: ['editor'], hash: await hashPassword('a long secret') } }
})

const FILE = { kind: 'sqlite', credentials: { url: join(folder, 'saga.sqlite') } }
const MEMORY = { kind: 'sqlite', credentials: { url: ':memory:' } }

interface Config {
  readonly auth?: object | false
  readonly db?: object
  readonly [section: string]: unknown
}

/** Starts, and stops again where that was possible; returns what was said. */
const start = async (
  { auth = { users }, db = FILE, ...rest }: Config,
  env: Record<string, string>,
): Promise<string> => {
  const CDS_CONFIG = JSON.stringify({ requires: { auth, db }, ...rest })
  try {
    const server = await startServer(SERVE, { env: { CDS_CONFIG, ...env } })
    await server.stop()
    return 'started'
  } catch (error) {
    return (error as Error).message
  }
}

const startProduction = (config: Config, env: Record<string, string> = {}): Promise<string> =>
  start(config, { NODE_ENV: 'production', ...env })

const BAD: Record<string, [config: () => Config, reason: RegExp, env?: Record<string, string>]> = {
  'no users and no token service': [() => ({ auth: {} }), /no token service bound, and no user configured/],
  'a user without a password': [() => ({ auth: { users: { leia: {} } } }), /'leia' has no valid password hash/],
  'a development user': [
    () => ({ auth: { users: { leia: { ...users['leia'], development: true } } } }),
    /'leia' is a development user/,
  ],
  'a toy authentication': [() => ({ auth: { kind: 'mocked', users } }), /kind 'mocked' protects nothing/],
  'no authentication': [() => ({ auth: false }), /authentication is switched off/],
  'open doors': [() => ({ auth: { users, anonymous: ['reader'] } }), /anonymous callers have roles/],
  'a database in memory': [() => ({ db: MEMORY }), /loses all data at the end/],
  'workers with a database each': [
    () => ({ db: MEMORY }),
    /an in-memory database of its own/,
    { ALLOW_EPHEMERAL: '1', CDS_WORKERS: '2' },
  ],
  'workers on one file': [() => ({}), /a SQLite file is for one process/, { CDS_WORKERS: '2' }],
  'a pool that cannot work': [() => ({ db: { ...FILE, pool: { max: 0 } } }), /requires\.db\.pool\.max must be/],
  'a limit that is none': [() => ({ guard: { bodyBytes: '1mb' } }), /guard\.bodyBytes must be a whole number/],
  'a limit that nobody knows': [() => ({ guard: { bodyByte: 1 } }), /guard\.bodyByte is not known/],
  'a setting that is none': [() => ({ process: { drainTimeoutMs: -1 } }), /process\.drainTimeoutMs must be a whole/],
  'a number of workers that is none': [() => ({}), /CDS_WORKERS must be/, { CDS_WORKERS: 'abc' }],
  'no workers': [() => ({}), /CDS_WORKERS must be/, { CDS_WORKERS: '0' }],
  'fewer workers than none': [() => ({}), /CDS_WORKERS must be/, { CDS_WORKERS: '-1' }],
  'a port that is none': [() => ({}), /PORT must be/, { PORT: 'abc' }],
  'a host that is none': [() => ({}), /HOST must be/, { HOST: '999.1.1.1' }],
  'all clients trusted to be proxies': [
    () => ({ process: { trustedProxies: true } }),
    /process\.trustedProxies must be/,
  ],
}

test.each(Object.entries(BAD))('production does not start with %s', async (_name, [config, reason, env]) => {
  const output = await startProduction(config(), env)
  expect(output).toMatch(/ended with 1:/)
  expect(output).toMatch(reason)
  expect(output).not.toContain('listening')
})

test('production starts with a user and a file', async () => {
  expect(await startProduction({})).toBe('started')
})

test('production starts in memory where that is wanted', async () => {
  expect(await startProduction({ db: MEMORY }, { ALLOW_EPHEMERAL: '1' })).toBe('started')
})

test('development does not open its doors to the network with users of development only', async () => {
  const output = await startServer(SERVE, { env: { HOST: '0.0.0.0' } }).catch((error: unknown) => String(error))
  expect(output).toMatch(/ended with 1:[^]*host '0\.0\.0\.0' is open to the network/)
})
