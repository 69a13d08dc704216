import { startApp } from '../../../support/app.ts'
import { mountProbeRouter } from '../../../support/probe-router.ts'
import { serverUrl } from '../../../support/server-url.ts'
import { basic } from '../../../support/users.ts'

mountProbeRouter()
startApp()

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(serverUrl(path), { headers })

test('callers without a login are asked for one, though they have roles for OData', async () => {
  const reply = await get('/api/v1/viewer')
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toBe('Basic realm="saga", charset="UTF-8", Bearer realm="saga"')
})

test('a user without a role for the administration API is forbidden there, by its own error body', async () => {
  const reply = await get('/api/v1/viewer', basic('editor'))
  expect(reply.status).toBe(403)
  expect(await reply.json()).toEqual({
    success: false,
    error: 'Permission denied',
    code: 'FORBIDDEN',
    details: 'This needs the role viewer.',
    timestamp: expect.stringMatching(/Z$/) as string,
  })
})

test.each([
  ['viewer', [200, 403, 403]],
  ['operator', [200, 200, 403]],
  ['admin', [200, 200, 200]],
])('%s has the roles that it includes', async (name, expected) => {
  const replies = ['viewer', 'operator', 'admin'].map((role) => get(`/api/v1/${role}`, basic(name)))
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(expected)
})
