import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { mountProbeRouter } from '../../../support/probe-router.ts'
import { serverUrl } from '../../../support/server-url.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../support/token-issuer.ts'
import { basic } from '../../../support/users.ts'

let issuer: TokenIssuer

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const credentials = { clientid: 'sb-saga', xsappname: 'saga!t1', url: issuer.url }
  Object.assign(cds.env.requires.auth as object, { credentials })
  // What is logged here is expected.
  cds.log('auth').error = () => undefined
  issuer.stop()
})

mountProbeRouter()
startApp()

const token = (claims: object = {}): string => {
  const exp = Math.floor(Date.now() / 1000) + 600
  return issuer.issue({
    iss: issuer.url,
    aud: ['sb-saga'],
    user_name: 'leia',
    scope: ['saga!t1.viewer'],
    exp,
    ...claims,
  })
}

const get = (path: string, authorization: string): Promise<Response> =>
  fetch(serverUrl(path), { headers: { authorization } })

test('OData answers 503 while the keys of the token service cannot be fetched', async () => {
  const reply = await get('/odata/v4/SagaFilm/Film', `Bearer ${token()}`)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('odata-version')).toBe('4.0')
  expect(await reply.json()).toEqual({ error: { code: 'IDENTITY_UNAVAILABLE', message: expect.any(String) as string } })
})

test('the administration API, which has no 503, answers 500 with a code of its own', async () => {
  const reply = await get('/api/v1/viewer', `Bearer ${token()}`)
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ success: false, code: 'IDENTITY_UNAVAILABLE' })
})

test('a token that needs no key to be refused is refused all the same', async () => {
  expect((await get('/api/v1/viewer', `Bearer ${token({ exp: 1 })}`)).status).toBe(401)
})

test('passwords go on working', async () => {
  expect((await get('/api/v1/viewer', basic('viewer').authorization)).status).toBe(200)
})
