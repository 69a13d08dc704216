import cds from '@sap/cds'
import type { RequestHandler, Response as Answer } from 'express'
import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { startApp } from '../../../support/app.ts'
import { someOf } from '../../../support/long.ts'
import { mountProbeRouter } from '../../../support/probe-router.ts'
import { serverUrl } from '../../../support/server-url.ts'
import { basic } from '../../../support/users.ts'

/** Basic logins on both APIs. The test stands for a proxy, so that it can come from many networks. */
const PASSWORDS = { colon: 'a:b::c:', umlaut: 'Grüße, Ömer – 漢字 🙂', blank: ' ', nothing: '', 'Zoë Ü': 'x' }

beforeAll(async () => {
  const entries = Object.entries(PASSWORDS).map(async ([id, password]) => [
    id,
    { hash: await hashPassword(password), roles: ['viewer'] },
  ])
  const auth = cds.env.requires.auth as unknown as { users: object }
  Object.assign(auth.users, Object.fromEntries(await Promise.all(entries)) as object)
})
cds.once('bootstrap', (app: { set: (name: string, value: string) => void }) => {
  app.set('trust proxy', 'loopback')
})

mountProbeRouter()
cds.once('served', () => {
  const own: RequestHandler = (request, response, next) => {
    const login = (reason: string): true => {
      response.status(401).send(`Own: ${reason}`)
      return true
    }
    Object.defineProperty(request, '_login', { get: () => login, set: () => undefined })
    next()
  }
  cds.app.use('/own-login', own, cds.middlewares.before, (_request: unknown, response: Answer) => {
    response.sendStatus(204)
  })
})
startApp()

let networks = 0
const newNetwork = (): string => `192.0.2.${String(++networks)}`

const get = (path: string, headers: Record<string, string>, network = newNetwork()): Promise<Response> =>
  fetch(serverUrl(path), { headers: { ...headers, 'x-forwarded-for': network } })

const FILMS = '/odata/v4/SagaFilm/Film'
const VIEWER = '/api/v1/viewer'

const everywhere = async (headers: Record<string, string>, network = newNetwork()): Promise<number[]> => {
  const paths = [FILMS, '/odata/v4/SagaEpisode/Shows', '/odata/v4/-data/Entities', VIEWER]
  return Promise.all(paths.map(async (path) => (await get(path, headers, network)).status))
}

test.each(['viewer', 'operator', 'admin'])('the development user %s logs in everywhere', async (name) => {
  expect(await everywhere(basic(name))).toEqual([200, 200, 200, 200])
})

test.each(Object.entries(PASSWORDS))('%s logs in with the password "%s"', async (name, password) => {
  expect(await everywhere(basic(name, password))).toEqual([200, 200, 200, 200])
})

test.each([
  ['colon', 'a'],
  ['colon', 'a:b'],
  ['umlaut', 'Grusse'],
  ['blank', ''],
  ['nothing', 'x'],
  ['Viewer', 'viewer'],
])('%s does not log in with the password "%s"', async (name, password) => {
  expect(await everywhere(basic(name, password))).toEqual([401, 401, 401, 401])
})

const inherited = [Object, Function, Map, Array].flatMap((type) => Object.getOwnPropertyNames(type.prototype))
const special = [
  'anonymous',
  'privileged',
  'system',
  'internal-user',
  'any',
  'authenticated-user',
  '*',
  '$user',
  'null',
]
const nobodies = [...new Set([...inherited, ...special, 'toJSON', 'then', 'prototype', 'roles', 'hash', 'undefined'])]

test('nobody is called as a property that objects inherit, or as a role or user of CAP', async () => {
  expect(nobodies.length).toBeGreaterThanOrEqual(50)
  const some = someOf(nobodies, 10)
  const replies = some.map(async (name) => [name, await everywhere(basic(name))])
  const refused = some.map((name) => [name, [401, 401, 401, 401]])
  expect(await Promise.all(replies)).toEqual(refused)
})

test.each(['Basic', 'Basic ', 'Basic ???', 'Basic YQ==', 'Basic Og==', 'Digest x', 'Basic /w=='])(
  'the malformed header "%s" is refused',
  async (authorization) => {
    expect(await everywhere({ authorization })).toEqual([401, 401, 401, 401])
  },
)

test('the administration API asks callers without credentials to log in', async () => {
  const reply = await get(VIEWER, {})
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toBe('Basic realm="saga", charset="UTF-8", Bearer realm="saga"')
  expect(await reply.json()).toMatchObject({ success: false, code: 'UNAUTHORIZED', details: 'This needs a login.' })
})

/** An API whose answer to a login that fails is its own: what CAP's middlewares set instead of it counts for nothing. */
test('an API tells a login that has failed in its own form, and why', async () => {
  const reply = await get('/own-login', basic('viewer', 'wrong'))
  expect([reply.status, await reply.text()]).toEqual([401, 'Own: The user name or the password is wrong.'])
  expect((await get('/own-login', basic('viewer'))).status).toBe(204)
})

test('OData refuses in its own error body', async () => {
  const reply = await get(FILMS, basic('viewer', 'wrong'))
  expect(reply.headers.get('www-authenticate')).toBe('Basic realm="saga", charset="UTF-8"')
  expect(reply.headers.get('odata-version')).toBe('4.0')
  expect(await reply.json()).toEqual({
    error: { code: 'UNAUTHORIZED', message: 'The user name or the password is wrong.' },
  })
})

describe('after ten failed logins of a user from a network', () => {
  const network = newNetwork()
  const fail = (): Promise<number[]> =>
    Promise.all(
      [...Array(12).keys()].map(async (n) => (await get(VIEWER, basic('alice', `no ${String(n)}`), network)).status),
    )

  test('parallel guesses count as well', async () => {
    expect((await fail()).sort()).toEqual([...Array<number>(10).fill(401), 429, 429])
  })

  test('even the right password has to wait there, in the error body of each API', async () => {
    const [odata, api] = [await get(FILMS, basic('alice'), network), await get(VIEWER, basic('alice'), network)]
    expect([odata.status, api.status]).toEqual([429, 429])
    expect(Number(odata.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(api.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await odata.json()).toEqual({
      error: { code: 'RATE_LIMIT_EXCEEDED', message: expect.any(String) as string },
    })
    expect(await api.json()).toMatchObject({ success: false, code: 'RATE_LIMIT_EXCEEDED' })
  })

  test('other users there, and the user elsewhere, are not concerned', async () => {
    expect((await get(VIEWER, basic('operator'), network)).status).toBe(200)
    expect((await get(FILMS, basic('alice'))).status).toBe(200)
  })
})

test('many requests at once with the right password are no failed logins', async () => {
  const network = newNetwork()
  const replies = [...Array(30).keys()].map(() => get(VIEWER, basic('admin'), network))
  expect(new Set((await Promise.all(replies)).map(({ status }) => status))).toEqual(new Set([200]))
})
