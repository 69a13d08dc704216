/** What pages of other sites may do once an operator allows it; guard.test.ts sees that by default they may do nothing. */
import cds from '@sap/cds'
import { allowOrigins, mayWrite } from '../../../../srv/platform/guard/guard-requests.ts'
import { readCors } from '../../../../srv/platform/guard/cors-settings.ts'
import { startApp } from '../../../support/app.ts'
import { type Answer, send, sendJsonBatch } from '../../../support/odata.ts'
import { basic } from '../../../support/users.ts'

const ONE = 'https://one.example'
const TWO = 'http://localhost:5173'
const STRANGER = 'https://a.example'

beforeAll(() => {
  Object.assign(cds.env, { guard: { cors: { origins: [ONE, TWO], credentials: true, maxAge: 60 } } })
})
const app = startApp()

const FILMS = '/odata/v4/SagaFilm/Film?$top=1&$select=title'
const PLANETS = '/odata/v4/SagaFilm/Planet'
const DATABASE = '/api/v1/dbInfo'

const from = (origin: string, more = {}): Record<string, string> => ({
  origin,
  'sec-fetch-site': 'cross-site',
  ...more,
})
const askedBefore = (path: string, origin: string, method = 'PATCH'): Promise<Answer> => {
  const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'content-type,if-match' }
  return send(app, 'OPTIONS', path, { headers: from(origin, asked) })
}
const allowed = ({ headers }: Answer) => headers['access-control-allow-origin']
const namesOf = ({ headers }: Answer): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'))

describe.each([PLANETS, '/odata/v4/SagaFilm/$batch', '/odata/v4/-data/Data', DATABASE])('%s', (path) => {
  test.each([ONE, TWO])('may be called by pages of %s, which is said before anybody logs in', async (origin) => {
    const answer = await askedBefore(path, origin)
    expect([answer.status, answer.text, allowed(answer)]).toEqual([204, '', origin])
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringMatching(/Content-Type.*If-Match/),
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '60',
      vary: expect.stringMatching(/\bOrigin\b/),
    })
  })

  test.each([STRANGER, 'null', `${ONE}.a.example`, ONE.toUpperCase(), `${ONE}:444`, 'http://one.example'])(
    'may not be called by those of %s',
    async (origin) => {
      const answer = await askedBefore(path, origin)
      expect([namesOf(answer), answer.headers['vary']]).toEqual([[], expect.stringMatching(/^Origin\b/)])
    },
  )
})

test('answers may be read by the page, refusals and errors too, and the headers of OData with them', async () => {
  const asked: [method: string, path: string, status: number][] = [
    ['GET', FILMS, 200],
    ['GET', '/odata/v4/SagaFilm/$metadata', 200],
    ['GET', '/odata/v4/SagaFilm/Nope', 404],
    ['GET', '/odata/v4/SagaFilm/%', 400],
    ['GET', '/odata/v4/Nope', 404],
    ['GET', DATABASE, 401],
    ['GET', '/api/v1/nope', 404],
  ]
  for (const [method, path, status] of asked) {
    const answer = await send(app, method, path, { headers: from(ONE) })
    expect([path, answer.status, allowed(answer)]).toEqual([path, status, ONE])
    expect(answer.headers['access-control-expose-headers']).toMatch(
      /ETag, Location, .*OData-Version, Preference-Applied/,
    )
  }
})

test('pages of a chosen origin may write, and those of others may not', async () => {
  const write = (origin: string) => send(app, 'POST', PLANETS, { headers: from(origin), body: { name: 'x' } })
  const answer = await write(ONE)
  expect([answer.status, allowed(answer)]).toEqual([201, ONE])
  const refused = await write(STRANGER)
  expect([refused.status, refused.body.error.code, namesOf(refused)]).toEqual([403, 'CROSS_SITE_REQUEST', []])
  const batch = await sendJsonBatch(app, 'SagaFilm', [{ id: '1', method: 'GET', url: '/Film' }], from(TWO))
  expect([batch.status, allowed(batch), batch.body.responses[0].status]).toEqual([200, TWO, 200])
  const login = await send(app, 'GET', DATABASE, { headers: from(TWO, basic('admin')) })
  expect([login.status, allowed(login)]).toEqual([200, TWO])
})

test('answers that are kept are kept for each origin, and one without an origin says what it depends on', async () => {
  const get = (headers = {}): Promise<Answer> => send(app, 'GET', FILMS, { headers })
  for (let round = 0; round < 3; round++) {
    for (const origin of [ONE, TWO]) expect(allowed(await get(from(origin)))).toBe(origin)
    for (const headers of [{}, from(STRANGER)]) {
      const answer = await get(headers)
      expect([answer.status, namesOf(answer), answer.headers['vary']]).toEqual([
        200,
        [],
        expect.stringMatching(/^Origin\b/),
      ])
    }
  }
  const { headers } = await get(from(ONE))
  const again = await get(from(ONE, { 'if-none-match': headers['etag'] }))
  expect([again.status, allowed(again)]).toEqual([304, ONE])
})

test('anybody, where all may read, is nobody who may write', () => {
  const all = readCors({ cors: { origins: ['*'] } })!
  expect([mayWrite(all)(ONE), mayWrite(undefined)(ONE), mayWrite(readCors({ cors: { origins: [ONE] } }))(ONE)]).toEqual(
    [false, false, true],
  )
  const headers: Record<string, unknown> = {}
  const set = (name: object | string, value?: unknown) => (
    Object.assign(headers, typeof name === 'string' ? { [name]: value } : name),
    res
  )
  const res = { set, status: () => res, end: () => res, vary: () => set('Vary', 'Origin') }
  const asked: Record<string, string> = { origin: ONE, 'access-control-request-method': 'POST' }
  const req = { method: 'OPTIONS', originalUrl: PLANETS, get: (name: string) => asked[name] }
  const handler = allowOrigins(all) as unknown as (...args: unknown[]) => void
  handler(req, res, () => undefined)
  expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'GET, HEAD' })
  for (const name of ['Access-Control-Allow-Credentials', 'Vary']) expect(headers).not.toHaveProperty(name)
})

test('pages and probes are for this site alone', async () => {
  for (const path of ['/', '/health', '/openapi/', '/odata.html'])
    expect(namesOf(await send(app, 'GET', path, { headers: from(ONE) }))).toEqual([])
})
