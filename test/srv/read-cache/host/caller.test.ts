import cds from '@sap/cds'
import { callerKey } from '../../../../srv/read-cache/answer-key.ts'

type Context = typeof cds.context
const { User } = cds as unknown as {
  User: Record<'class' | 'Anonymous' | 'Privileged', new (given?: object) => object> & (new (given?: object) => object)
}
const keyOf = (user: object, more: object = {}): string | undefined =>
  callerKey({ user, ...more } as unknown as Context)

test('users differ by all that is told of them, by language and by tenant, and by nothing else', () => {
  const given = { id: 'ada', roles: ['b', 'a'], attr: { level: 1 } }
  const key = keyOf(new User(given))
  expect(keyOf(new User({ ...given, roles: ['a', 'b'] }))).toBe(key)
  expect(keyOf(new User({ ...given, token: new Map([['exp', Math.random()]]) }))).toBe(key)
  const others = [
    ...[{ id: 'bo' }, { roles: ['a'] }, { attr: { level: 2 } }, { attr: {} }, { unit: 'x' }].map((more) => keyOf(new User({ ...given, ...more }))), // prettier-ignore
    ...[{ locale: 'de' }, { tenant: 't1' }].map((more) => keyOf(new User(given), more)),
    ...[new User.Anonymous(), new User.Privileged()].map((user) => keyOf(user)),
  ]
  expect(new Set([key, ...others]).size).toBe(others.length + 1)
  expect(others).not.toContain(undefined)
})

test('nothing is kept for who may decide in a way of their own', () => {
  class Own extends User.class {}
  const deciding = Object.assign(new User({ id: 'ada' }), { is: () => Math.random() > 0.5 })
  expect([new Own(), deciding, { id: 'ada' }].map((user) => keyOf(user))).toEqual([undefined, undefined, undefined])
  expect([callerKey(undefined as unknown as Context), keyOf(undefined as never)]).toEqual([undefined, undefined])
})
