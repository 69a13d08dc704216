import { Type } from '@sinclair/typebox'
import type { Endpoint, Method } from '../../../../srv/admin/http/endpoint.ts'
import { routeTable } from '../../../../srv/admin/http/call.ts'

const endpoint = (method: Method, path: string): Endpoint => ({
  method,
  path,
  role: null,
  summary: '',
  tag: '',
  input: Type.Object({}),
  body: 'none',
  isPlain: false,
  isHeavy: false,
  handle: async () => ({}),
})
const findRoute = routeTable([
  endpoint('GET', '/a'),
  endpoint('POST', '/a'),
  endpoint('GET', '/a/{id}'),
  endpoint('DELETE', '/a/{id}/b'),
])

test('a path is found by method, HEAD as GET', () => {
  expect(findRoute('POST', '/a').endpoint?.method).toBe('POST')
  expect(findRoute('HEAD', '/a').endpoint?.method).toBe('GET')
})

test('parameters are told as they stand in the URL', () => {
  expect(findRoute('GET', '/a/x%2fy')).toMatchObject({
    endpoint: { path: '/a/{id}' },
    rawParameters: { id: 'x%2fy' },
  })
})

test('a path without the method tells the methods that it has', () => {
  expect(findRoute('PUT', '/a')).toEqual({
    endpoint: undefined,
    allowed: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    rawParameters: {},
  })
  expect(findRoute('GET', '/a/1/b').allowed).toEqual(['DELETE', 'OPTIONS'])
})

test.each(['', '/', '/A', '/a/', 'a', '/a//b', '/b'])('%s is no path', (path) => {
  expect(findRoute('GET', path).allowed).toEqual([])
})
