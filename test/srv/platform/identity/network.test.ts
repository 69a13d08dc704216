import { clientNetwork, isLoopback } from '../../../../srv/platform/identity/network.ts'

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
  '%s is loopback',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

test.each([
  undefined,
  '',
  '0.0.0.0',
  '::',
  '192.0.2.1',
  'localhost.example.org',
  '127.0.0.1.example.org',
  '1127.0.0.1',
])('%s is not loopback', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test.each([
  [undefined, 'unknown'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/56'],
  ['2001:db8:0:1ab::1', '2001:db8:0:100::/56'],
  ['2001:db8:0:1ff:1:2:3:4', '2001:db8:0:100::/56'],
  ['2001:db8::', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['not an address', 'not an address'],
])('%s counts under %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
