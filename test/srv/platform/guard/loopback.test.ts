import { isLoopback } from '../../../../srv/platform/guard/hosts.ts'

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
