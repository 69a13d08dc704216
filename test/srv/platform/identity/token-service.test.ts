import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express from 'express'
import { createAuthenticator } from '../../../../srv/platform/identity/authenticate.ts'
import { createTokenService } from '../../../../srv/platform/identity/token-service.ts'
import { createSelfSigned } from '../../../support/self-signed.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../support/token-issuer.ts'
import type { AddressInfo } from 'node:net'
import type { AuthConfiguration } from '../../../../srv/platform/identity/settings.ts'

/** The three token services of the platform, each against an issuer of its own that speaks as it does. */
let issuer: TokenIssuer
const servers: Server[] = []
const standardCertificates = getCACertificates('default')

beforeAll(async () => {
  const tls = createSelfSigned()
  setDefaultCACertificates([...standardCertificates, tls.cert])
  issuer = await startTokenIssuer(tls)
})
afterAll(() => {
  issuer.stop()
  for (const server of servers) server.close()
  setDefaultCACertificates(standardCertificates)
})

const exp = (): number => Math.floor(Date.now() / 1000) + 600

/** What comes of a token under a configuration. */
const outcomeOf = async (configuration: AuthConfiguration, token: string): Promise<unknown> => {
  const { check } = createAuthenticator(configuration)
  const app = express().use(async (req, res) => void res.json(await check(req)))
  const server = createServer(app).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  return (await fetch(`http://127.0.0.1:${String(port)}`, { headers })).json()
}

const xsuaa = (): AuthConfiguration => ({
  credentials: { clientid: 'sb-saga', xsappname: 'saga!t1', url: issuer.url, uaadomain: issuer.domain },
})
const xsuaaClaims = (changes: object = {}): object => ({
  iss: `${issuer.url}/oauth/token`,
  aud: ['sb-saga', 'saga!t1'],
  zid: 'zone',
  sub: '1',
  user_name: 'leia',
  scope: ['saga!t1.admin'],
  exp: exp(),
  ...changes,
})

const ias = (changes: object = {}): AuthConfiguration => ({
  credentials: { clientid: 'saga-client', url: issuer.url, domains: [issuer.domain] },
  ...changes,
})
const iasClaims = (changes: object = {}): object => ({
  iss: issuer.url,
  aud: ['saga-client'],
  sub: 'leia@example.org',
  user_uuid: '1',
  app_tid: 'tenant',
  groups: ['editor', 'viewer'],
  exp: exp(),
  ...changes,
})

test('XSUAA: a token is checked with the keys of its domain', async () => {
  const outcome = await outcomeOf(xsuaa(), issuer.issue(xsuaaClaims()))
  expect(outcome).toEqual({
    principal: {
      id: 'leia',
      roles: { admin: 'admin', operator: 'operator', viewer: 'viewer' },
      expiresMs: expect.any(Number),
    },
  })
})

test('XSUAA: xssec does not check the issuer, we do', async () => {
  const token = issuer.issue(xsuaaClaims({ iss: 'https://evil.example' }))
  expect(await outcomeOf(xsuaa(), token)).toEqual({ refusal: 'token' })
})

test('XSUAA: issuers can be configured', async () => {
  const token = issuer.issue(xsuaaClaims({ iss: 'https://other.example' }))
  const outcome = await outcomeOf({ ...xsuaa(), issuers: ['https://other.example'] }, token)
  expect(outcome).toMatchObject({ principal: { id: 'leia' } })
})

test('XSUAA: a token without a key name is refused', async () => {
  expect(await outcomeOf(xsuaa(), issuer.issue(xsuaaClaims(), { kid: undefined }))).toEqual({ refusal: 'token' })
})

test('IAS: groups are roles', async () => {
  const outcome = await outcomeOf(ias(), issuer.issue(iasClaims()))
  expect(outcome).toEqual({
    principal: { id: 'leia@example.org', roles: { editor: 'editor', viewer: 'viewer' }, expiresMs: expect.any(Number) },
  })
})

test('IAS: a token without groups has no roles, and its scopes are none', async () => {
  const token = issuer.issue(iasClaims({ groups: undefined, scope: ['admin'] }))
  expect(await outcomeOf(ias(), token)).toEqual({
    principal: { id: 'leia@example.org', roles: {}, expiresMs: expect.any(Number) },
  })
})

test.each([
  ['an issuer of a foreign domain', { iss: 'https://evil.example' }],
  ['a foreign issuer behind ias_iss', { ias_iss: 'https://evil.example' }],
  ['no issuer', { iss: undefined }],
  ['another audience', { aud: ['other'] }],
  ['an issuer that is no text', { iss: { a: 1 } }],
])('IAS: %s is refused', async (_, changes) => {
  expect(await outcomeOf(ias(), issuer.issue(iasClaims(changes)))).toEqual({ refusal: 'token' })
})

test('IAS: configured issuers narrow the domains', async () => {
  expect(await outcomeOf(ias({ issuers: ['https://other.example'] }), issuer.issue(iasClaims()))).toEqual({
    refusal: 'token',
  })
})

test('XSA: the verification key of the binding serves tokens without a key name', async () => {
  const key = issuer.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const credentials = { clientid: 'sb-saga', xsappname: 'saga!t1', url: 'http://127.0.0.1:9', verificationkey: key }
  const claims = xsuaaClaims({ iss: 'http://127.0.0.1:9/oauth/token' })
  const outcome = await outcomeOf({ credentials }, issuer.issue(claims, { kid: undefined, jku: undefined }))
  expect(outcome).toMatchObject({ principal: { id: 'leia' } })
})

test('a binding without an address needs configured issuers', () => {
  expect(() => createTokenService({ clientid: 'sb-saga', xsappname: 'saga!t1' })).toThrow(/issuers/)
})

test.each([
  ['an error', 500, '{}'],
  ['no JSON', 200, '<html>'],
])('keys that come as %s leave the token undecided', async (_, status, body) => {
  const keys = createServer((_req, res) => void res.writeHead(status).end(body)).listen(0, '127.0.0.1')
  servers.push(keys)
  await once(keys, 'listening')
  const url = `http://127.0.0.1:${String((keys.address() as AddressInfo).port)}`
  const credentials = { clientid: 'sb-saga', xsappname: 'saga!t1', url }
  const outcome = await outcomeOf({ credentials }, issuer.issue(xsuaaClaims({ iss: url })))
  expect(outcome).toHaveProperty('unavailable')
})
