import { as, startApi } from '../../../support/admin-api.ts'

const api = startApi({ routes: [] })

test.each(['viewer', 'operator', 'admin'])('%s is told who is logged in, and the highest role', async (user) => {
  const { status, json } = await api.send({ path: '/api/v1/me', headers: as(user) })
  expect([status, json]).toEqual([200, { success: true, user, role: user }])
})

test('users without a role are refused like everywhere, and nobody is told anything without a login', async () => {
  expect((await api.send({ path: '/api/v1/me', headers: as('nobody') })).json).toMatchObject({ code: 'FORBIDDEN' })
  expect((await api.send({ path: '/api/v1/me' })).json).toMatchObject({ code: 'UNAUTHORIZED' })
})
