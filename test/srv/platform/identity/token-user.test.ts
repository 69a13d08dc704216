import fc from 'fast-check'
import { tokenUser } from '../../../../srv/platform/identity/token-service.ts'

test('scopes of this application are roles, without its name', () => {
  const scope = ['saga!t1.viewer', 'saga!t1.a.b', 'saga!t10.admin', 'saga!t1', 'openid', 'x.saga!t1.admin']
  expect(tokenUser({ user_name: 'leia', scope }, 'saga!t1')).toEqual({ id: 'leia', roles: ['viewer', 'a.b'] })
})

test('scopes may come as one text', () => {
  expect(tokenUser({ sub: 'x', scope: 'openid saga.viewer' }, 'saga')).toEqual({ id: 'x', roles: ['viewer'] })
})

test('IAS names the user by the subject alone, and roles by groups and roles', () => {
  const claims = { sub: 'leia@example.org', user_name: 'other', groups: 'editor', roles: ['viewer'] }
  expect(tokenUser(claims)).toEqual({ id: 'leia@example.org', roles: ['editor', 'viewer'] })
})

test.each([{}, { sub: '' }, { sub: 7 }, { sub: ['x'] }, { sub: 'x'.repeat(256) }])('%j names nobody', (claims) => {
  expect(tokenUser(claims, 'saga')).toBeUndefined()
})

test('whatever a payload holds, there is no error, and roles are texts', () => {
  const claims = fc.record(
    { user_name: fc.anything(), sub: fc.anything(), scope: fc.anything(), groups: fc.anything(), roles: fc.anything() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(claims, fc.option(fc.string(), { nil: undefined }), (payload, application) => {
      const user = tokenUser(payload, application)
      return user === undefined || [user.id, ...user.roles].every((text) => typeof text === 'string')
    }),
  )
})
