import { accessOf, type HostAuthentication } from '../../../../srv/admin/host/principal.ts'

test.each<[HostAuthentication | false | undefined, readonly string[], string]>([
  [{ kind: 'basic' }, ['basic'], 'all'],
  [{ kind: 'basic-auth' }, ['basic'], 'all'],
  [{ kind: 'jwt' }, ['bearer'], 'all'],
  [{ kind: 'xsuaa' }, ['bearer'], 'all'],
  [{ kind: 'ias-auth' }, ['bearer'], 'all'],
  [{ kind: 'custom', impl: './auth.js' }, ['basic', 'bearer'], 'all'],
  [{ kind: 'mocked', impl: './auth.js' }, ['basic', 'bearer'], 'all'],
  [{ kind: 'mocked' }, ['basic'], 'local'],
  [{ kind: 'mocked-auth' }, ['basic'], 'local'],
  [{ kind: 'dummy' }, [], 'developer'],
  [{}, [], 'developer'],
  [false, [], 'developer'],
  [undefined, [], 'developer'],
])('in development %j lets people in', (auth, schemes, callers) => {
  expect(accessOf(auth, false)).toEqual({ schemes, callers })
})

test.each([{ kind: 'mocked' }, { kind: 'dummy' }, {}, false as const])(
  'in production %j would let in everybody, so that nothing is served',
  (auth) => {
    expect(accessOf(auth, true)).toMatch(/^Not served: in production it needs a login/)
  },
)

test('in production a login is a login', () => {
  expect(accessOf({ kind: 'jwt' }, true)).toEqual({ schemes: ['bearer'], callers: 'all' })
})

test.each<[HostAuthentication, string | undefined]>([
  [{ kind: 'ias', credentials: { url: 'https://shop.accounts.example' } }, 'https://shop.accounts.example'],
  [
    { kind: 'custom', impl: './auth.js', credentials: { url: 'https://shop.accounts.example' } },
    'https://shop.accounts.example',
  ],
  [{ kind: 'xsuaa', credentials: { url: 'no address' } }, undefined],
  [{ kind: 'jwt', credentials: {} }, undefined],
  [{ kind: 'basic', credentials: { url: 'https://shop.accounts.example' } }, undefined],
])('where tokens come from is known by %j', (auth, issuer) => {
  expect(accessOf(auth, true)).toMatchObject({ callers: 'all' })
  expect((accessOf(auth, true) as { issuer?: string }).issuer).toBe(issuer)
})
