import { existsSync } from 'node:fs'
import { connectionsWithin, openFileLimit } from '../../../../srv/platform/process/http-server.ts'

test('half of the files are for connections, the other half for what is sent over them', () => {
  expect(connectionsWithin(undefined, 2_000)).toBe(2_000)
  expect(connectionsWithin(1_048_576, 2_000)).toBe(2_000)
  expect(connectionsWithin(256, 2_000)).toBe(80)
  expect(connectionsWithin(256, 10)).toBe(10)
  expect(connectionsWithin(50, 2_000)).toBe(1)
})

test('the limit is that of the system', () => {
  if (existsSync('/proc/self/limits')) expect(openFileLimit() ?? Infinity).toBeGreaterThan(50)
  else expect(openFileLimit()).toBeUndefined()
})
