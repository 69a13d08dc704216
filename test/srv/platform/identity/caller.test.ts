import type { IncomingMessage } from 'node:http'
import cds from '@sap/cds'
import {
  createAnonymousUser,
  callerKey,
  recognizedCaller,
  rememberCaller,
} from '../../../../srv/platform/identity/identify.ts'
import { rolesOf } from '../../../../srv/platform/identity/roles.ts'

const request = (authorization: string | undefined, localAddress = '127.0.0.1'): IncomingMessage =>
  ({ headers: { authorization }, socket: { localAddress } }) as unknown as IncomingMessage

const user = (id: string, ...roles: string[]): cds.User => new cds.User({ id, roles: rolesOf(roles), attr: {} })

test('callers are told apart by name and roles, and those without a login from all of them', () => {
  const users = [
    user('leia'),
    user('leia', 'editor'),
    user('leia', 'viewer'),
    user('leia', 'editor', 'viewer'),
    user('leia","editor'),
    user('leia,editor'),
    user('anonymous'),
    user(''),
    createAnonymousUser(['reader']),
  ]
  const keys = users.map(callerKey)
  expect(new Set(keys).size).toBe(users.length)
  expect(callerKey(user('leia', 'viewer', 'editor'))).toBe(callerKey(user('leia', 'editor', 'viewer')))
})

test('who sends no credentials is known at once, who sends unknown ones is not', () => {
  expect(recognizedCaller(request(undefined))).toBe(callerKey(createAnonymousUser([])))
  expect(recognizedCaller(request('Basic bm9ib2R5Og=='))).toBeUndefined()
  expect(recognizedCaller(request(''))).toBeUndefined()
})

test('credentials that have held are known by the key of their user, for a minute', () => {
  const now = jest.spyOn(performance, 'now')
  rememberCaller('Basic A', { id: 'leia', roles: rolesOf(['operator']) })
  expect(recognizedCaller(request('Basic A'))).toBe(callerKey(user('leia', 'operator')))
  expect(recognizedCaller(request('Basic B'))).toBeUndefined()
  now.mockReturnValue(performance.now() + 61_000)
  expect(recognizedCaller(request('Basic A'))).toBeUndefined()
  now.mockRestore()
})

test('a token is known as long as it is valid', () => {
  rememberCaller('Bearer valid', { id: 'leia', roles: {}, expiresMs: Date.now() + 10_000 })
  rememberCaller('Bearer over', { id: 'leia', roles: {}, expiresMs: Date.now() - 1 })
  expect(recognizedCaller(request('Bearer valid'))).toBe(callerKey(user('leia')))
  expect(recognizedCaller(request('Bearer over'))).toBeUndefined()
})

test('users of development are known over loopback only', () => {
  rememberCaller('Basic local', { id: 'alice', roles: {}, isLocal: true })
  expect(recognizedCaller(request('Basic local'))).toBe(callerKey(user('alice')))
  expect(recognizedCaller(request('Basic local', '192.0.2.1'))).toBeUndefined()
})
