import { createHmac, generateKeyPairSync } from 'node:crypto'
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { mountProbeRouter } from '../../../support/probe-router.ts'
import { serverUrl } from '../../../support/server-url.ts'
import { createKeys, startTokenIssuer, type TokenIssuer, unsigned } from '../../../support/token-issuer.ts'
import { basic } from '../../../support/users.ts'

/** Every kind of bearer token against both APIs. The issuer is ours, so this proves our wiring, not the endpoints of a cloud. */
let issuer: TokenIssuer
let stranger: TokenIssuer

beforeAll(async () => {
  issuer = await startTokenIssuer()
  stranger = await startTokenIssuer()
  Object.assign(cds.env.requires.auth as object, {
    anonymous: [],
    credentials: { clientid: 'sb-saga', xsappname: 'saga!t1', url: issuer.url },
  })
})
afterAll(() => {
  issuer.stop()
  stranger.stop()
})

mountProbeRouter()
startApp()

const now = (): number => Math.floor(Date.now() / 1000)

const claims = (changes: object = {}): object => ({
  iss: `${issuer.url}/oauth/token`,
  aud: ['sb-saga'],
  cid: 'sb-saga',
  sub: 'f2b7',
  user_name: 'leia',
  scope: ['openid', 'saga!t1.viewer'],
  exp: now() + 600,
  ...changes,
})

const bearer = (changes: object = {}, header: object = {}): string => `Bearer ${issuer.issue(claims(changes), header)}`

const ODATA = ['SagaFilm/Film', 'SagaEpisode/Shows', '-data/Entities', 'SagaFilm/$metadata']

const get = (path: string, authorization: string): Promise<Response> =>
  fetch(serverUrl(path), { headers: { authorization } })

const batch = (authorization: string): Promise<Response> =>
  fetch(serverUrl('/odata/v4/SagaFilm/$batch'), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: '/Film' }] }),
  })

const statuses = async (authorization: string): Promise<{ odata: number[]; api: number }> => {
  const replies = await Promise.all(ODATA.map((path) => get(`/odata/v4/${path}`, authorization)))
  const odata = [...replies, await batch(authorization)].map(({ status }) => status)
  return { odata: [...new Set(odata)], api: (await get('/api/v1/viewer', authorization)).status }
}

const ACCEPTED: Record<string, () => string> = {
  'a good token': () => bearer(),
  'a scheme in lower case': () => bearer().replace('Bearer', 'bearer'),
  'one that expired 30 seconds ago': () => bearer({ exp: now() - 30 }),
  'one that begins in 30 seconds': () => bearer({ nbf: now() + 30 }),
  'an audience that is a text': () => bearer({ aud: 'sb-saga' }),
  'no audience, but our client': () => bearer({ aud: undefined }),
  'a foreign jku with our key, since jku is not followed': () => bearer({}, { jku: `${stranger.url}/token_keys` }),
  'the issuer without a path': () => bearer({ iss: issuer.url }),
  'a technical caller': () => bearer({ user_name: undefined, sub: 'sb-saga' }),
}

const WITHOUT_ROLE: Record<string, () => string> = {
  'no scope claim': () => bearer({ scope: undefined }),
  'an empty scope': () => bearer({ scope: [] }),
  'a scope of another application': () => bearer({ scope: ['other!t1.viewer', 'openid'] }),
  'a bare scope with the name of a role': () => bearer({ scope: ['viewer', 'admin'] }),
  'scopes that are no texts': () => bearer({ scope: [null, 1, { a: 1 }, ['saga!t1.viewer']] }),
}

const REFUSED: Record<string, () => string> = {
  'alg none without a signature': () =>
    `Bearer ${unsigned({ header: { alg: 'none', kid: 'key-1' }, claims: claims() })}.`,
  'alg none with a signature': () => bearer({}, { alg: 'none' }),
  'HS256 with the public key as secret': () => {
    const text = unsigned({ header: { alg: 'HS256', kid: 'key-1', jku: `${issuer.url}/token_keys` }, claims: claims() })
    const secret = issuer.publicKey.export({ type: 'spki', format: 'pem' })
    return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  },
  'a key of another kind': () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return `Bearer ${issuer.issue(claims(), { alg: 'ES256' }, privateKey)}`
  },
  'an unknown algorithm': () => bearer({}, { alg: 'XX999' }),
  'no algorithm': () => bearer({}, { alg: undefined }),
  'one that expired 61 seconds ago': () => bearer({ exp: now() - 61 }),
  'no expiry': () => bearer({ exp: undefined }),
  'an expiry that is a text': () => bearer({ exp: String(now() + 600) }),
  'one that begins in an hour': () => bearer({ nbf: now() + 3600 }),
  'another audience': () => bearer({ aud: ['other'], cid: 'other', scope: [] }),
  'another key of the same name': () => `Bearer ${issuer.issue(claims(), {}, createKeys().privateKey)}`,
  'a key of an unknown name': () => bearer({}, { kid: 'key-2' }),
  'a key name of Object.prototype': () => bearer({}, { kid: '__proto__' }),
  'no key name': () => bearer({}, { kid: undefined }),
  'a changed payload': () => {
    const [header, , signature] = issuer.issue(claims()).split('.')
    const forged = unsigned({ header: {}, claims: claims({ user_name: 'vader' }) }).split('.')[1]
    return `Bearer ${header}.${forged}.${signature}`
  },
  'a foreign key at a foreign jku': () => `Bearer ${stranger.issue(claims())}`,
  'an evil issuer': () => bearer({ iss: 'https://evil.example/oauth/token' }),
  'an issuer that begins like ours': () => bearer({ iss: `${issuer.url}.evil.example` }),
  'no issuer': () => bearer({ iss: undefined }),
  'nobody named': () => bearer({ user_name: undefined, sub: undefined }),
  'a payload of null': () => `Bearer ${issuer.issue(null)}`,
  'a payload that is a list': () => `Bearer ${issuer.issue([])}`,
  'no JSON': () => 'Bearer abc.def.ghi',
  'two parts': () => bearer().split('.').slice(0, 2).join('.'),
  'four parts': () => `${bearer()}.x`,
  'no token': () => 'Bearer',
  'a token after two blanks': () => bearer().replace(' ', '  '),
  'two tokens': () => `${bearer()}, ${bearer()}`,
  'a token under Basic': () => bearer().replace('Bearer', 'Basic'),
  'a token under an unknown scheme': () => bearer().replace('Bearer', 'Foo'),
  'a token without a scheme': () => bearer().slice('Bearer '.length),
  'an empty header': () => '',
}

test.each(Object.entries(ACCEPTED))('accepted by both APIs: %s', async (_, authorization) => {
  expect(await statuses(authorization())).toEqual({ odata: [200], api: 200 })
})

test.each(Object.entries(WITHOUT_ROLE))('accepted, but without a role: %s', async (_, authorization) => {
  expect(await statuses(authorization())).toEqual({ odata: [200], api: 403 })
})

test.each(Object.entries(REFUSED))('refused by both APIs: %s', async (_, authorization) => {
  expect(await statuses(authorization())).toEqual({ odata: [401], api: 401 })
})

test('the caller is the user that the token names', async () => {
  expect(await (await get('/api/v1/viewer', bearer())).json()).toEqual({ id: 'leia' })
})

test('scopes bring the roles that they include, and no others', async () => {
  const operator = bearer({ scope: ['saga!t1.operator'] })
  expect((await get('/api/v1/viewer', operator)).status).toBe(200)
  expect((await get('/api/v1/operator', operator)).status).toBe(200)
  expect((await get('/api/v1/admin', operator)).status).toBe(403)
})

test('passwords go on working beside tokens', async () => {
  expect((await get('/api/v1/viewer', basic('viewer').authorization)).status).toBe(200)
})

test('a refusal names both schemes, and the details of neither', async () => {
  const reply = await get('/api/v1/viewer', bearer({ exp: 1 }))
  expect(reply.headers.get('www-authenticate')).toBe('Basic realm="saga", charset="UTF-8", Bearer realm="saga"')
  expect(await reply.json()).toEqual({
    success: false,
    error: 'Authentication required',
    code: 'UNAUTHORIZED',
    details: 'The token is not valid here.',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  })
})
