import { StreamableHTTPClientTransport, Client, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { metadataOf, metadataPath, metadataUrlOf } from '../../../../../srv/admin/http/login-schemes.ts'
import { startApi } from '../../../../support/admin-api.ts'

const ISSUER = 'https://tenant.accounts.example'
const api = startApi({ issuer: ISSUER })
const unknown = startApi()
const PATH = '/api/v1/mcp'

const request = (host: string) => ({ protocol: 'https', host }) as Parameters<typeof metadataUrlOf>[0]

test('who has no login is told where the metadata is, as clients of the protocol read it', async () => {
  const answer = await fetch(`http://127.0.0.1:${api.port}${PATH}`, { method: 'POST' })
  expect(answer.status).toBe(401)
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(
    new Response(null, { headers: { 'www-authenticate': bearerOf(answer) } }),
  )
  expect(String(resourceMetadataUrl)).toBe(
    `http://127.0.0.1:${api.port}/.well-known/oauth-protected-resource/api/v1/mcp`,
  )
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${api.port}${PATH}`))
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toMatchObject({ status: 401 })
})

/** Of the challenges, each its own header. */
const bearerOf = (answer: Response): string =>
  (answer.headers.get('www-authenticate') ?? '').replace(/^.*?(?=Bearer)/, '')

test.each([
  ['another path of the API', api, '/api/v1/me'],
  ['where nobody knows who gives tokens', unknown, PATH],
])('it is not told for %s', async (_, { port }, path) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: path === PATH ? 'POST' : 'GET' })
  expect(answer.status).toBe(401)
  expect(bearerOf(answer)).toMatch(/^Bearer realm="saga"$/)
})

test('it names the endpoint as it was asked for, and who gives tokens', () => {
  expect(metadataPath(PATH)).toBe('/.well-known/oauth-protected-resource/api/v1/mcp')
  expect(metadataOf(request('shop.example'), PATH, ISSUER, 'shop')).toEqual({
    resource: `https://shop.example${PATH}`,
    authorization_servers: [ISSUER],
    bearer_methods_supported: ['header'],
    resource_name: 'shop',
  })
})

test('a host that is none is not told to anybody', () => {
  expect(metadataUrlOf(request('a b"c'), PATH)).toBeUndefined()
})
