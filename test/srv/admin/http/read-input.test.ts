import { brotliCompressSync, gzipSync } from 'node:zlib'
import { as, startApi } from '../../../support/admin-api.ts'
import type { WireAnswer } from '../../../support/http-client.ts'
import { echo, route } from '../../../support/operations.ts'

const api = startApi({
  routes: [route('GET', echo, 'viewer'), { ...route('POST', echo, 'viewer'), path: '/write' }],
})

const get = (query: string): Promise<WireAnswer> => api.send({ path: `/api/v1/echo?${query}`, headers: as('viewer') })

const post = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<WireAnswer> =>
  api.send({
    method: 'POST',
    path: '/api/v1/write',
    headers: { ...as('viewer'), 'content-type': 'application/json', ...headers },
    body,
  })

const postJson = (body: unknown): Promise<WireAnswer> => post(JSON.stringify(body))

const expectCode = (answer: WireAnswer, code: string, details?: RegExp): void => {
  expect({ status: answer.status, code: answer.json['code'] }).toEqual({ status: 400, code })
  if (details) expect(answer.json['details']).toMatch(details)
}

describe('a query', () => {
  test('has its numbers and booleans read', async () => {
    const answer = await get('schema=a+b%20c&truncate=true&limit=7&ratio=-0.5')
    expect(answer.json['input']).toEqual({ schema: 'a b c', truncate: true, limit: 7, ratio: -0.5, mode: 'auto' })
  })

  test.each([
    'limit=0x10',
    'limit=1e3',
    'limit=-1',
    'limit=%201',
    'limit=1.5',
    'truncate=yes',
    'truncate=1',
    'mode=other',
  ])('with %s is refused by name', async (pair) => {
    expectCode(await get(`schema=s&${pair}`), 'INVALID_PARAMETER', new RegExp(`^'${pair.split('=')[0] ?? ''}'`))
  })

  test('takes an empty value for a missing one', async () => {
    expectCode(await get('schema='), 'MISSING_PARAMETER', /'schema' is required/)
    expect((await get('schema=s&limit=')).json['input']).toEqual({ schema: 's', mode: 'auto' })
  })

  test.each([
    ['a parameter twice', 'schema=a&schema=b', 'INVALID_PARAMETER'],
    ['a parameter twice in disguise', 'schema=a&sch%65ma=b', 'INVALID_PARAMETER'],
    ['a broken percent sign', 'schema=%zz', 'INVALID_PARAMETER'],
    ['bytes that are not UTF-8', 'schema=%ff', 'INVALID_PARAMETER'],
    ['NUL', 'schema=a%00b', 'INVALID_PARAMETER'],
    ['an unknown name', 'schema=a&shcema=b', 'UNKNOWN_FIELD'],
    ['a name of the prototype', 'schema=a&__proto__=b', 'UNKNOWN_FIELD'],
    ['a second question mark in a name', 'schema=a&b?=c', 'UNKNOWN_FIELD'],
  ])('with %s is refused', async (_, query, code) => {
    expectCode(await get(query), code)
  })
})

describe('a body', () => {
  test('comes through as it is, without coercion', async () => {
    const answer = await postJson({ schema: 's', limit: 3, rules: [{ column: 'c' }] })
    expect(answer.json['input']).toEqual({ schema: 's', limit: 3, rules: [{ column: 'c' }], mode: 'auto' })
    expectCode(await postJson({ schema: 's', limit: '3' }), 'INVALID_PARAMETER', /'limit' must be integer/)
    expectCode(await postJson({ schema: 1 }), 'INVALID_PARAMETER', /'schema' must be string/)
    expectCode(await postJson({ schema: null }), 'INVALID_PARAMETER', /'schema' must be string/)
  })

  test('that misspells a field is told the near name, even if the right one is missing', async () => {
    expectCode(await postJson({ shcema: 's' }), 'UNKNOWN_FIELD', /'shcema' is not known; did you mean 'schema'\?/)
    expectCode(await postJson({ schema: 's', trunctae: true }), 'UNKNOWN_FIELD', /did you mean 'truncate'/)
  })

  test('is told the field, also a nested one, and what it may be', async () => {
    expectCode(await postJson({}), 'MISSING_PARAMETER', /'schema' is required/)
    expectCode(await postJson({ schema: '' }), 'MISSING_PARAMETER', /'schema' is required/)
    expectCode(await postJson({ schema: 's', mode: 'x' }), 'INVALID_PARAMETER', /'mode' must be order, name or auto/)
    expectCode(await postJson({ schema: 's', limit: -1 }), 'INVALID_PARAMETER', /'limit' must be >= 0/)
    expectCode(await postJson({ schema: 's', rules: 1 }), 'INVALID_PARAMETER', /'rules' must be string or array/)
    expectCode(await postJson({ schema: 's', rules: [{ column: 1 }] }), 'INVALID_PARAMETER', /'rules\[0\].column'/)
    expectCode(await postJson({ schema: 's', rules: [{ column: 'a', sev: 1 }] }), 'UNKNOWN_FIELD', /'rules\[0\].sev'/)
  })

  test('may set the time limit within bounds', async () => {
    expect((await postJson({ schema: 's' })).json['timeoutMs']).toBe(60_000)
    const answer = await postJson({ schema: 's', timeout: 5 })
    expect(answer.json['timeoutMs']).toBe(5_000)
    expect(answer.json['input']).not.toHaveProperty('timeout')
    for (const timeout of [0, 601, 1.5, '5'])
      expectCode(await postJson({ schema: 's', timeout }), 'INVALID_PARAMETER', /'timeout'/)
  })

  test.each([
    ['nothing', ''],
    ['half an object', '{"schema":'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"schema"'],
    ['two objects', '{} {}'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['deep nesting', `{"schema":"s","rules":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['very many values', `{"schema":"s","rules":[${'1,'.repeat(30_000)}1]}`],
    ['a field twice', '{"schema":"a","schema":"b"}'],
    ['a field twice in disguise', '{"schema":"a","\\u0073chema":"b"}'],
  ])('of %s is no JSON object', async (_, body) => {
    expectCode(await post(body), 'INVALID_JSON')
  })

  test.each([
    '{"__proto__":{"schema":"s"}}',
    '{"schema":"s","constructor":1}',
    '{"schema":"s","rules":[{"column":"c","__proto__":{}}]}',
  ])('with a field that reaches the prototype is refused: %s', async (body) => {
    expectCode(await post(body), 'UNKNOWN_FIELD')
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each(['{"schema":"a\\u0000b"}', '{"schema":"\\ud800"}', '{"schema":"s","a\\u0000":1}'])(
    'with text that no database stores is refused: %s',
    async (body) => {
      expectCode(await post(body), 'INVALID_PARAMETER')
    },
  )

  test.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=latin1',
    'application/jsonp',
  ])('of the media type "%s" is refused', async (type) => {
    expectCode(await post('{"schema":"s"}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('may be compressed and may name its character set', async () => {
    const json = '{"schema":"ä"}'
    const headers = { 'content-type': 'application/json; charset=UTF-8' }
    const gzip = await post(gzipSync(json), { ...headers, 'content-encoding': 'gzip' })
    expect(gzip.json['input']).toMatchObject({ schema: 'ä' })
    const brotli = await post(brotliCompressSync(json), { ...headers, 'content-encoding': 'br' })
    expect(brotli.json['input']).toMatchObject({ schema: 'ä' })
    expectCode(await post(json, { 'content-encoding': 'zip' }), 'UNSUPPORTED_MEDIA_TYPE')
    expectCode(await post('no gzip', { 'content-encoding': 'gzip' }), 'INVALID_JSON')
  })

  test('has at most 1 MiB, also when it was smaller on its way', async () => {
    const fits = `{"schema":"${'x'.repeat(1_048_576 - 13)}"}`
    expect((await post(fits)).status).toBe(200)
    const large = `{"schema":"${'x'.repeat(2_000_000)}"}`
    const plain = await post(large)
    expectCode(plain, 'PAYLOAD_TOO_LARGE', /1048576/)
    const bomb = await post(gzipSync('x'.repeat(50_000_000)), { 'content-encoding': 'gzip' })
    expectCode(bomb, 'PAYLOAD_TOO_LARGE')
    expect(bomb.headers['x-ratelimit-limit']).toBeDefined()
  })

  test('stands alone: a POST has no query', async () => {
    const answer = await api.send({
      method: 'POST',
      path: '/api/v1/write?schema=s',
      headers: { ...as('viewer'), 'content-type': 'application/json' },
      body: '{}',
    })
    expectCode(answer, 'UNKNOWN_FIELD', /'schema'/)
  })
})
