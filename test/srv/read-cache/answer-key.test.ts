import type { IncomingMessage } from 'node:http'
import { requestKey } from '../../../srv/read-cache/answer-key.ts'

const keyOf = (url: string, headers: object = {}, method = 'GET'): string | undefined =>
  requestKey({ method, headers } as IncomingMessage, url)

test.each([
  ...['/s/Books?$filter=a lt now()', '/s/Books?$filter=a%20lt%20NOW%28%29', '/s/Books?$filter=$now gt a'],
  ...['/s/Books?$filter=%24now gt a', '/s/Books?sap-valid-at=2020-01-01'],
])('%s depends on the time', (url) => {
  expect(keyOf(url)).toBeUndefined()
})

test.each([
  [{}, 'POST'],
  [{}, 'HEAD'],
  ...['content-length', 'transfer-encoding', 'if-match', 'if-none-match', 'if-modified-since', 'range', 'if-range'].map(
    (name): [object, string] => [{ [name]: '1' }, 'GET'],
  ),
])('with %j, %s asks for something else', (headers, method) => {
  expect(keyOf('/s/Books', headers, method)).toBeUndefined()
})

test('whatever shapes an answer makes another key, and nothing else does', () => {
  const plain = keyOf('/s/Books')
  expect(plain).toContain('/s/Books')
  for (const name of ['host', 'accept', 'accept-language', 'prefer', 'odata-maxversion', 'x-forwarded-host'])
    expect([name, keyOf('/s/Books', { [name]: 'x' })]).not.toEqual([name, plain])
  expect(keyOf('/s/Books', { 'user-agent': 'x', authorization: 'y', 'x-correlation-id': 'z' })).toBe(plain)
  expect(keyOf('/s/books')).not.toBe(plain)
  expect(keyOf('/s/Books', { accept: 'a', prefer: '' })).not.toBe(keyOf('/s/Books', { accept: '', prefer: 'a' }))
})
