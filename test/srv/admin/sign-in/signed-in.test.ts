/** Sessions of browsers in any application: by its own login, anew at each request. */
import { send } from '../../../support/http-client.ts'
import { as, startApi } from '../../../support/admin-api.ts'
import { OWN_PAGE, signInByPage } from '../../../support/page-session.ts'

/** What the login of the application thinks of a user now. */
let isLockedOut = false
const logins: (string | undefined)[] = []
const api = startApi({ routes: [], settings: { session: { idleSeconds: 60, totalSeconds: 90 } }, serverTrusts: 1 })
const lockable = startApi({
  routes: [],
  login: (header) => {
    logins.push(header)
    return !isLockedOut
  },
})

const ask = (headers: Record<string, string>, port = api.port) => send(port, { path: '/api/v1/me', headers })

test('a session is let in as who signed in, and tells when it ends', async () => {
  const { headers } = await signInByPage(api.port, 'operator')
  expect((await ask(headers)).json).toMatchObject({ user: 'operator', role: 'operator' })
  const { json } = await api.send({ path: '/api/v1/session', headers })
  expect(json).toMatchObject({ success: true, endsInSeconds: 60 })
  expect((await api.send({ path: '/api/v1/session' })).json).toMatchObject({ endsInSeconds: null })
})

test('users without a role can have one, which lets them in nowhere', async () => {
  const { headers } = await signInByPage(api.port, 'nobody')
  expect((await ask(headers)).status).toBe(403)
})

test('the cookie is for TLS only where there is TLS, and for the API only', async () => {
  const attributes = async (headers: Record<string, string>) =>
    (await signInByPage(api.port, 'viewer', headers)).setCookies.map((each) => each.replace(/^[^;]*; /, ''))
  const plain = 'Path=/api/v1; HttpOnly; SameSite=Strict'
  expect(await attributes({})).toEqual([plain])
  expect(await attributes({ 'x-forwarded-proto': 'https' })).toEqual([`${plain}; Secure`])
  expect(await attributes({ origin: 'https://saga.example' })).toEqual([`${plain}; Secure`])
})

test('credentials that do not hold any more end the session, and are tried once', async () => {
  const { headers } = await signInByPage(lockable.port, 'viewer')
  expect((await ask(headers, lockable.port)).status).toBe(200)
  isLockedOut = true
  const refused = await ask(headers, lockable.port)
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Session'])
  isLockedOut = false
  logins.length = 0
  const over = await ask(headers, lockable.port)
  expect([over.status, logins]).toEqual([401, []])
  expect(over.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')])
})

test('what a cookie brings that is none of ours is nobody', async () => {
  for (const cookie of ['saga-session=', 'saga-session=x', 'saga-sessions=1; a', 'a=b; '.repeat(50)])
    expect((await ask({ ...OWN_PAGE, cookie })).status).toBe(401)
  expect((await ask({ ...OWN_PAGE, cookie: 'saga-session=x', ...as('viewer') })).status).toBe(200)
})
