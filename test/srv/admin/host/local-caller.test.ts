import type { Request } from 'express'
import { isUnforwarded } from '../../../../srv/admin/host/principal.ts'

const request = (headers: object, remoteAddress = '127.0.0.1'): Request =>
  ({ socket: { remoteAddress }, headers: { host: 'localhost:4004', ...headers } }) as unknown as Request

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isUnforwarded(request({}, address))).toBe(true)
})
test.each(['192.0.2.1', '::ffff:10.0.0.1', '1270.0.0.1', ''])('%s is not', (address) => {
  expect(isUnforwarded(request({}, address))).toBe(false)
})

test.each([
  {},
  { host: '127.0.0.1' },
  { host: '[::1]:4004' },
  { origin: 'http://localhost:4004', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
])('%j is somebody here', (headers) => {
  expect(isUnforwarded(request(headers))).toBe(true)
})

test.each([
  { host: 'evil.example' },
  { host: 'localhost.evil.example:4004' },
  { host: '' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded': 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { 'true-client-ip': '192.0.2.1' },
  { 'cf-connecting-ip': '192.0.2.1' },
  { 'x-original-forwarded-for': '192.0.2.1' },
])('%j may be somebody else', (headers) => {
  expect(isUnforwarded(request(headers))).toBe(false)
})
