import { followHostRule, anyHost, onlyHosts } from '../../../../../../srv/platform/guard/index.ts'
import { checkHost } from '../../../../../../srv/platform/odata/http/batch/part.ts'
import type { Request } from '../../../../../../srv/platform/cap/odata.ts'

const OF_BATCH = { host: 'saga.example', headers: { host: 'internal:4004' } } as Request

const isRefused = (url: string, host?: string): boolean => {
  const headers: Record<string, string> = host === undefined ? {} : { host }
  try {
    checkHost({ id: '1', method: 'GET', url, headers, dependsOn: [] }, OF_BATCH)
    return false
  } catch (error) {
    expect(error).toMatchObject({ status: 400, code: 'FOREIGN_HOST' })
    return true
  }
}

beforeAll(() => {
  followHostRule(anyHost, onlyHosts(['alias.example']))
})
afterAll(() => {
  followHostRule(anyHost)
})

test.each([
  'People',
  '/odata/v4/S/People',
  "People?$filter=name eq 'http://a.example/'",
  'http://saga.example/odata/v4/S/People',
  'https://SAGA.example:443/odata/v4/S/People',
  'http://internal:4004/x',
  'HTTPS://alias.example:8443?x',
  'http://localhost:4004/x',
])('%s is for this server', (url) => {
  expect(isRefused(url)).toBe(false)
})

test.each([
  'http://a.example/odata/v4/S/People',
  'http://saga.example:8080/x',
  'http://saga.example@a.example/x',
  'http://a.example@saga.example/x',
  'http://saga.example.a.example/x',
  'http:///x',
  'ftp://saga.example/x',
])('%s is for another', (url) => {
  expect(isRefused(url)).toBe(true)
})

test('the host beside a path counts as well', () => {
  expect([isRefused('/x', 'saga.example'), isRefused('/x', 'a.example'), isRefused('/x', '')]).toEqual([
    false,
    true,
    true,
  ])
})
