import type { Request } from 'express'
import { principalOf } from '../../../../srv/admin/host/principal.ts'

const GRANTS = { viewer: ['Looks'], operator: ['Reads', 'Audits'], admin: ['Boss'] }
const ALL = { schemes: ['basic'], callers: 'all' } as const
const user = (...roles: string[]) => ({
  id: 'ada',
  is: (role: string) => role === 'authenticated-user' || roles.includes(role),
})
const from = (remoteAddress: string, headers: object = { host: 'localhost:4004' }): Request =>
  ({ socket: { remoteAddress }, headers }) as unknown as Request
const here = from('127.0.0.1')
const elsewhere = from('192.0.2.1')

test.each([
  [[], []],
  [['viewer', 'admin'], []],
  [['Looks'], ['viewer']],
  [['Audits'], ['viewer', 'operator']],
  [['Reads'], ['viewer', 'operator']],
  [['Boss'], ['viewer', 'operator', 'admin']],
])('who has %j in the application is %j', (roles, expected) => {
  const principal = principalOf(user(...roles), elsewhere, ALL, GRANTS)!
  expect(['viewer', 'operator', 'admin'].filter((role) => principal.is(role))).toEqual(expected)
  expect([principal.id, principal.is('authenticated-user')]).toEqual(['ada', true])
})

test('who has not logged in is nobody, wherever', () => {
  const anonymous = { id: 'anonymous', is: (role: string) => role === 'any' }
  for (const callers of ['all', 'local'] as const)
    expect(principalOf(anonymous, here, { schemes: ['basic'], callers }, GRANTS)).toBeUndefined()
  expect(principalOf(undefined, here, ALL, GRANTS)).toBeUndefined()
})

test('users without passwords come from this machine', () => {
  const access = { schemes: ['basic'], callers: 'local' } as const
  expect(principalOf(user('Boss'), here, access, GRANTS)?.is('admin')).toBe(true)
  expect(() => principalOf(user('Boss'), elsewhere, access, GRANTS)).toThrow(/own machine/)
  for (const headers of [{ host: 'evil.example' }, { host: 'localhost', forwarded: 'for=192.0.2.1' }])
    expect(() => principalOf(user('Boss'), from('127.0.0.1', headers), access, GRANTS)).toThrow(/under its own name/)
})

test('without any login everybody on this machine may do everything, and nobody else anything', () => {
  const access = { schemes: [], callers: 'developer' } as const
  expect(principalOf(undefined, here, access, GRANTS)?.is('admin')).toBe(true)
  expect(() => principalOf(user('Boss'), elsewhere, access, GRANTS)).toThrow(/own machine/)
})

test('a process that a terminal has started is for its owner, who comes by no network', () => {
  const access = { schemes: [], callers: 'owner' } as const
  const owner = principalOf(undefined, { socket: {}, headers: {} } as unknown as Request, access, GRANTS)!
  expect([owner.is('admin'), owner.id]).toEqual([true, expect.stringMatching(/^owner:./)])
  for (const caller of [here, elsewhere])
    expect(() => principalOf(user('Boss'), caller, access, GRANTS)).toThrow(/its owner alone/)
})
