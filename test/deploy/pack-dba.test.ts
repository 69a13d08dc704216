import { addressesOf } from '../../deploy/pack-dba.ts'

test.each([
  'https://example.com/acme/saga.git',
  'https://example.com/acme/saga\n',
  'git@example.com:acme/saga.git\n',
  'ssh://git@example.com/acme/saga.git',
])('the manifest tells where the project is, by %j', (remote) => {
  expect(addressesOf(remote)).toEqual({
    repository: { type: 'git', url: 'git+https://example.com/acme/saga.git', directory: 'srv/admin' },
    homepage: 'https://example.com/acme/saga/tree/HEAD/srv/admin#readme',
    bugs: { url: 'https://example.com/acme/saga/issues' },
  })
})

test.each([
  '',
  '/work/saga',
  'file:///work/saga.git',
  'https://ada:secret@example.com/acme/saga',
  'https://localhost/x/y',
])('nothing is told by %j', (remote) => {
  expect(addressesOf(remote)).toEqual({})
})
