/** Who is let in, by the authentication of an application: its own, none, tokens; and where nothing is served at all. */
import process from 'node:process'
import { createApp, type ForeignApp, packDba } from '../support/foreign-app.ts'
import { TYPESCRIPT_SHOP } from '../support/foreign-shops.ts'
import { send } from '../support/http-client.ts'
import { xsuaaOn } from '../support/platform.ts'
import { createSelfSigned } from '../support/self-signed.ts'
import { startTokenIssuer } from '../support/token-issuer.ts'
import { basic } from '../support/users.ts'

let app: ForeignApp
beforeAll(() => {
  app = createApp(TYPESCRIPT_SHOP)
  app.add(packDba(), '@sap/xssec@^4', '@sap/cds-dk@^10')
})
afterAll(() => {
  app.remove()
})

const MEMORY = { kind: 'sqlite', credentials: { url: ':memory:' } }
const PRODUCTION = { NODE_ENV: 'production' }

interface Seen {
  readonly status: number
  readonly code: string | undefined
  readonly challenge: string | string[] | undefined
}

/** A field of a JSON object; nothing of what is none. */
const fieldOf = (text: string, name: string): string | undefined =>
  text.startsWith('{') ? (JSON.parse(text) as Record<string, string>)[name] : undefined

/** Starts it with these settings, and looks at what requests with these headers are answered. */
const look = async (
  requires: object,
  env: Record<string, string>,
  headers: readonly Record<string, string>[],
): Promise<{ seen: Seen[]; log: string; login: string | undefined }> => {
  const server = await app.start({ requires: { db: MEMORY, ...requires } }, env)
  try {
    const port = Number(new URL(server.url).port)
    const seen: Seen[] = []
    for (const each of headers) {
      const { status, text, headers: answered } = await send(port, { path: '/api/v1/dbInfo', headers: each })
      seen.push({ status, code: fieldOf(text, 'code'), challenge: answered['www-authenticate'] })
    }
    const { text } = await send(port, { path: '/cockpit/server.json' })
    return { seen, login: fieldOf(text, 'login'), log: server.output() }
  } finally {
    await server.stop()
  }
}

test('users of the application with passwords log in with them, by the roles that the settings name', async () => {
  const users = { ada: { password: 'one', roles: ['Boss'] }, bob: { password: 'two', roles: ['admin'] } }
  const auth = { kind: 'basic', users }
  const logins = [{}, basic('ada', 'one'), basic('ada', 'wrong'), basic('bob', 'two')]
  const { seen } = await look({ auth, dba: { roles: { viewer: ['Boss', 'Chief'] } } }, {}, logins)
  expect(seen.map(({ status, code }) => [status, code])).toEqual([
    ...[
      [401, 'UNAUTHORIZED'],
      [200, undefined],
      [401, 'UNAUTHORIZED'],
      [403, 'FORBIDDEN'],
    ],
  ])
  expect(seen[2]!.challenge).toBe('Basic realm="shop", charset="UTF-8"')
})

test('tokens of XSUAA let in by their scopes; others are refused in the form of the API', async () => {
  const tls = createSelfSigned()
  app.write('ca.pem', tls.cert)
  const issuer = await startTokenIssuer(tls)
  try {
    const { binding, login } = xsuaaOn(issuer)
    const env = { VCAP_SERVICES: JSON.stringify(binding), NODE_EXTRA_CA_CERTS: 'ca.pem', ...PRODUCTION }
    const headers = [{}, login('ada', 'DbaViewer'), login('bob', 'admin'), { authorization: 'Bearer a.b.c' }]
    const { seen, login: way } = await look({ auth: { kind: 'xsuaa' }, dba: true }, env, headers)
    expect(seen.map(({ status, code }) => [status, code])).toEqual([
      ...[
        [401, 'UNAUTHORIZED'],
        [200, undefined],
        [403, 'FORBIDDEN'],
        [401, 'UNAUTHORIZED'],
      ],
    ])
    expect([seen[0]!.challenge, way]).toEqual(['Bearer realm="shop"', 'browser'])
  } finally {
    issuer.stop()
  }
})

test('without authentication somebody on this machine is let in, and no page of others', async () => {
  const headers: Record<string, string>[] = [
    ...[{}, { origin: 'https://evil.example' }, { host: 'evil.example' }, { 'x-forwarded-for': '192.0.2.1' }],
  ]
  const { seen, log, login } = await look({ auth: { kind: 'dummy' } }, {}, headers)
  expect(seen.map(({ status, code }) => [status, code])).toEqual([
    ...[
      [200, undefined],
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ],
  ])
  expect(log).toContain('for everybody on this machine, since there is no authentication')
  expect(login).toBe('none')
})

test.each([
  [
    'without a login in production',
    { auth: { kind: 'dummy' }, dba: true },
    PRODUCTION,
    'in production it needs a login',
  ],
  [
    'with mocked users in production',
    { auth: { kind: 'mocked' }, dba: true },
    PRODUCTION,
    'in production it needs a login',
  ],
])('%s nothing is served, and one line says why', async (_, requires, env, reason) => {
  const { seen, log } = await look(requires, env, [{}, basic('dba')])
  expect(seen.map(({ status }) => status)).toEqual([404, 404])
  expect(log.split('\n').filter((line) => line.includes('dba'))).toEqual([expect.stringContaining(reason)])
})

test('what is switched off is not there, and a setting that is wrong is named', async () => {
  const { seen, log } = await look({ dba: false }, {}, [basic('dba')])
  expect([seen[0]!.status, log]).toEqual([404, expect.not.stringContaining('[dba]')])
  await expect(look({ dba: { rolls: {} } }, {}, [])).rejects.toThrow(/Setting dba\.rolls is not known/)
})

test.each([
  ['/ops', '/ops/pages'],
  ['/ops/api', '/ops'],
])('the API at %s and the cockpit at %s are both served', async (path, cockpit) => {
  const server = await app.start({ requires: { db: MEMORY, dba: { path, cockpit } } })
  try {
    const port = Number(new URL(server.url).port)
    const statusOf = async (at: string): Promise<number> =>
      (await send(port, { path: at, headers: basic('dba') })).status
    expect([await statusOf(`${path}/dbInfo`), await statusOf(`${cockpit}/`)]).toEqual([200, 200])
  } finally {
    await server.stop()
  }
})

test('an older Node.js is told in one line, and nothing is served', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.19.0' } })`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}` }
  const { seen, log } = await look({}, env, [basic('dba')])
  expect(seen.map(({ status }) => status)).toEqual([404])
  expect(log).toContain('Not served: it needs Node.js 22.20 or later, and this is 22.19.0')
})

test('another path is another path, and no cockpit is none', async () => {
  const server = await app.start({ requires: { db: MEMORY, dba: { path: '/ops/db', cockpit: false } } })
  try {
    const port = Number(new URL(server.url).port)
    const statusOf = async (path: string): Promise<number> => (await send(port, { path, headers: basic('dba') })).status
    expect(await statusOf('/ops/db/dbInfo')).toBe(200)
    expect([await statusOf('/api/v1/dbInfo'), await statusOf('/cockpit/')]).toEqual([404, 404])
  } finally {
    await server.stop()
  }
})

test('its types are those of a TypeScript application', () => {
  app.write(
    'srv/use-dba.ts',
    `import { extend, OPERATIONS } from 'cds-dba'
extend({ settings: { timeoutSeconds: OPERATIONS.length }, onWritten: () => undefined })
`,
  )
  let output = ''
  try {
    app.run('node_modules/.bin/tsc')
  } catch (error) {
    output = (error as Error).message
  }
  // Other packages have complaints of their own.
  expect(output.split('\n').filter((line) => /^(srv\/|node_modules\/cds-dba\/)/.test(line))).toEqual([])
})

test('cds add dba brings the roles to XSUAA and to the deployment, once', () => {
  const cds = (command: string): string => app.run(`${process.execPath} node_modules/@sap/cds-dk/bin/cds.js ${command}`)
  cds('add xsuaa,mta')
  cds('add dba')
  const [security, deployment] = [app.read('xs-security.json'), app.read('mta.yaml')]
  const { scopes } = JSON.parse(security) as { scopes: { name: string }[] }
  for (const role of ['DbaViewer', 'DbaOperator', 'DbaAdmin']) {
    expect(scopes.filter(({ name }) => name === `$XSAPPNAME.${role}`)).toHaveLength(1)
    expect(deployment.split(`- $XSAPPNAME.${role}\n`)).toHaveLength(2)
  }
  expect(deployment).toContain('"trustProxy":1')
  cds('add dba')
  expect([app.read('xs-security.json'), app.read('mta.yaml')]).toEqual([security, deployment])
})
