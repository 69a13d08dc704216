/** One sign-in by a page holds for the apps, their services and the cockpit, in every process, until it ends everywhere. */
import { send } from '../support/http-client.ts'
import { OWN_PAGE, signInByPage } from '../support/page-session.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

jest.setTimeout(120_000)

const WORKERS = { sqlite: {}, postgres: { CDS_WORKERS: '2' } }
/** As many as make every process answer some. */
const TIMES = 8
const FILMS = '/odata/v4/SagaFilm/Film?$top=1'
const ME = '/api/v1/me'

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  let port: number
  beforeAll(async () => {
    const settings = { requires: { auth: { anonymous: [] } } }
    server = await startServerOn(database, { CDS_CONFIG: JSON.stringify(settings), ...WORKERS[database] })
    port = Number(new URL(server.url).port)
  })
  afterAll(() => server.stop())

  const statusOf = async (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
    (await send(port, { method, path, headers, ...(body !== undefined && { body }) })).status
  /** What all of many requests are answered, each on a connection of its own. */
  const statusesOf = async (path: string, headers: Record<string, string>) => [
    ...new Set(await Promise.all(Array.from({ length: TIMES }, () => statusOf(path, headers)))),
  ]
  const create = (headers: Record<string, string>) =>
    statusOf(
      '/odata/v4/SagaFilm/Planet',
      { 'content-type': 'application/json', ...headers },
      'POST',
      JSON.stringify({ name: 'Ours' }),
    )

  test('whoever signs in is that for services and cockpit, as if the credentials were sent', async () => {
    expect([await statusOf(FILMS, OWN_PAGE), await statusOf(ME, OWN_PAGE)]).toEqual([401, 401])
    const { headers, setCookies } = await signInByPage(port, 'operator')
    expect([await statusesOf(FILMS, headers), await statusesOf(ME, headers)]).toEqual([[200], [200]])
    expect((await send(port, { path: '/user', headers })).json).toMatchObject({ user: 'operator', by: 'session' })
    expect(setCookies).toHaveLength(3)
    for (const [index, path] of ['/api/v1', '/odata', '/user'].entries())
      expect(setCookies[index]).toMatch(
        new RegExp(`^saga-session=[\\w-]{43}; Path=${path}; HttpOnly; SameSite=Strict$`),
      )
    // Nothing of the credentials is in it.
    expect(Buffer.from(setCookies.join(), 'base64').toString('latin1')).not.toContain('operator')
  })

  test('an answer that is kept for nobody is not the one for who has signed in, nor the other way round', async () => {
    const { headers } = await signInByPage(port, 'operator')
    for (let time = 0; time < TIMES; time++) {
      expect(await statusOf(FILMS, headers)).toBe(200)
      expect(await statusOf(FILMS, OWN_PAGE)).toBe(401)
    }
  })

  test('signing out ends it everywhere at once, also for who has a copy of the cookie', async () => {
    const { headers } = await signInByPage(port, 'viewer')
    expect(await statusesOf(ME, headers)).toEqual([200])
    const out = await send(port, { method: 'DELETE', path: '/api/v1/session', headers })
    expect([
      out.status,
      out.headers['set-cookie']?.every((each) => each.includes('=; ') && each.includes('Max-Age=0')),
    ]).toEqual([200, true])
    expect([await statusesOf(ME, headers), await statusesOf(FILMS, headers)]).toEqual([[401], [401]])
    expect((await send(port, { path: '/api/v1/session', headers })).json).toMatchObject({ endsInSeconds: null })
  })

  test('each sign-in is a new session, and ends the one before', async () => {
    const first = await signInByPage(port, 'viewer')
    const second = await signInByPage(port, 'viewer', { cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect([await statusesOf(ME, first.headers), await statusesOf(ME, second.headers)]).toEqual([[401], [200]])
    // One that somebody else has chosen is none.
    const chosen = `saga-session=${'a'.repeat(43)}`
    expect((await signInByPage(port, 'viewer', { cookie: chosen })).cookie).not.toBe(chosen)
    expect(await statusOf(ME, { ...OWN_PAGE, cookie: chosen })).toBe(401)
  })

  test('writes need the token that only pages of this origin can read', async () => {
    const { headers, cookie, csrfToken } = await signInByPage(port, 'editor')
    expect(await create(headers)).toBe(201)
    const wrongs: Record<string, string>[] = [{}, { 'x-csrf-token': 'Fetch' }, { 'x-csrf-token': csrfToken.slice(1) }]
    for (const wrong of wrongs) expect(await create({ ...OWN_PAGE, cookie, ...wrong })).toBe(403)
    const refused = await send(port, { method: 'DELETE', path: '/api/v1/session', headers: { ...OWN_PAGE, cookie } })
    expect([refused.status, refused.headers['x-csrf-token']]).toEqual([403, 'Required'])
    const told = await send(port, { method: 'HEAD', path: FILMS, headers: { ...headers, 'x-csrf-token': 'Fetch' } })
    expect(told.headers['x-csrf-token']).toBe(csrfToken)
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['another port, by an old browser', { origin: 'http://127.0.0.1:1' }],
    ['a page of no origin', { origin: 'null' }],
  ])('what a page of %s sends changes nothing and reads nothing', async (_, from) => {
    const { cookie, csrfToken } = await signInByPage(port, 'admin')
    const headers = { cookie, 'x-csrf-token': csrfToken, ...from }
    expect(await create(headers)).toBe(403)
    expect(await statusOf('/api/v1/query', { ...headers, 'content-type': 'application/json' }, 'POST', '{}')).toBe(403)
    expect(await statusOf('/api/v1/session', headers, 'DELETE')).toBe(403)
    expect(await statusOf('/api/v1/session', { ...from, ...basic('admin') }, 'POST')).toBe(403)
    expect(await statusOf(ME, headers)).toBe(401)
  })

  test('a session begins with credentials only, and what is sent goes before it', async () => {
    const { headers } = await signInByPage(port, 'viewer')
    expect(await statusOf('/api/v1/session', headers, 'POST')).toBe(401)
    expect(await statusOf('/api/v1/session', OWN_PAGE, 'POST')).toBe(401)
    const asAdmin = await send(port, { path: ME, headers: { ...headers, ...basic('admin') } })
    expect(asAdmin.json).toMatchObject({ user: 'admin' })
  })

  test('no page is answered so that the browser asks for a password by itself', async () => {
    const page = { ...OWN_PAGE, 'x-csrf-token': 'Fetch' }
    for (const path of [FILMS, ME]) {
      expect((await send(port, { path, headers: page })).headers['www-authenticate']).toBe('Session')
      expect(String((await send(port, { path })).headers['www-authenticate'])).toContain('Basic')
      const wrong = await send(port, { path, headers: { ...page, ...basic('admin', 'wrong') } })
      expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Session'])
    }
  })

  test('guesses at the sign-in are counted as all others', async () => {
    const guess = () => statusOf('/api/v1/session', { ...OWN_PAGE, ...basic('editor', 'wrong') }, 'POST')
    const statuses: number[] = []
    while (statuses.length < 40 && statuses.at(-1) !== 429) statuses.push(await guess())
    expect([...new Set(statuses)]).toEqual([401, 429])
  })
})
