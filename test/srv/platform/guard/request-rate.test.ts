import { networkOf } from '../../../../srv/platform/guard/request-rate.ts'

test.each([
  [undefined, 'unknown'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '::/56'],
  ['2001:db8:0:1ab::1', '2001:db8:0:100::/56'],
  ['2001:db8:0:1ff:1:2:3:4', '2001:db8:0:100::/56'],
  ['2001:db8::', '2001:db8::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['not an address', 'not an address'],
  ['no: address', 'no: address'],
  ['x'.repeat(1_000), 'x'.repeat(64)],
  [`1:${'2'.repeat(1_000)}`, `1:${'2'.repeat(62)}`],
  [`fe80::1%${'x'.repeat(1_000)}`, 'fe80::/56'],
])('%s counts under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
