/** What a page is told of who looks at it. */
import { borrowApp } from '../../../support/borrowed-server.ts'
import { send } from '../../../support/odata.ts'
import { basic } from '../../../support/users.ts'

const app = borrowApp()

/** Users of the tests, who are such of development as well. */
const tryAs = expect.arrayContaining(['viewer', 'editor']) as unknown

const ask = async (headers: Record<string, string> = {}) => send(app, 'GET', '/user', { headers })

test('nobody has the roles of everybody', async () => {
  const { status, body, headers } = await ask()
  expect([status, body]).toEqual([
    200,
    { user: null, roles: ['editor', 'reader'], by: null, takesPasswords: true, tryAs },
  ])
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  ['viewer', ['viewer']],
  ['admin', ['viewer', 'operator', 'admin']],
  ['editor', ['editor']],
])('%s has the roles %j', async (user, roles) => {
  expect((await ask({ ...basic(user) })).body).toEqual({ user, roles, by: 'password', takesPasswords: true, tryAs })
})

test('credentials that do not hold are refused', async () => {
  expect((await ask({ ...basic('admin', 'wrong') })).status).toBe(401)
})
