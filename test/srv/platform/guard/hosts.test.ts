import type { IncomingMessage } from 'node:http'
import { anyHost, checkHost, followHostRule, onlyHosts, readHosts } from '../../../../srv/platform/guard/hosts.ts'

afterEach(() => {
  followHostRule(anyHost)
})

const LOOPBACK = [
  'localhost',
  'LOCALHOST:4004',
  '127.0.0.1',
  '127.0.0.1:80',
  '127.1',
  '127.8.9.10:1',
  '[::1]',
  '[::1]:4004',
]
const STRANGERS = [
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '127.evil.example', 'evil.example:4004', ''],
  ...['localhost:80:80', 'localhost@evil.example', 'evil.example#localhost', '[::2]', '::1', '0.0.0.0', '128.0.0.1'],
  ...['xlocalhost', 'localhost, evil.example', 'localhost.', '127.0.0.1e'],
]

test.each(LOOPBACK)('%j is this machine', (host) => {
  expect(onlyHosts([])(host)).toBe(true)
})

test.each(STRANGERS)('%j is another server', (host) => {
  const rule = onlyHosts([])
  // Twice: what was accepted is remembered.
  expect([rule(host), rule(host)]).toEqual([false, false])
})

test('configured names are known, in any letter case and at any port, and not what they begin or end', () => {
  const rule = onlyHosts(readHosts({ hosts: ['Saga.example', '[fe80::1]'] }))
  const answers = ['saga.example', 'SAGA.EXAMPLE:8443', '[fe80::1]:1', 'x.saga.example', 'saga.example.evil'].map(rule)
  expect(answers).toEqual([true, true, true, false, false])
})

test.each([[{ hosts: 'a' }], [{ hosts: [1] }], [{ hosts: ['a b'] }], [{ hosts: ['a:80'] }], [{ hosts: [''] }]])(
  '%j is refused by name',
  (settings) => {
    expect(() => readHosts(settings)).toThrow('Setting guard.hosts ')
  },
)

test('without the setting there are no further names', () => {
  expect([readHosts(undefined), readHosts({ batchParts: 5 })]).toEqual([[], []])
})

const request = (url: string, ...hosts: string[]): IncomingMessage =>
  ({
    url,
    headers: hosts.length > 0 ? { host: hosts[0] } : {},
    rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host, index) => [index % 2 ? 'HOST' : 'Host', host])],
  }) as unknown as IncomingMessage

const refusal = (req: IncomingMessage): unknown => {
  try {
    checkHost(req)
    return undefined
  } catch (error) {
    return (error as { status: number }).status
  }
}

test('one Host is one Host, wherever the server listens', () => {
  expect(refusal(request('/x', 'a', 'a'))).toBe(400)
  expect(refusal(request('/health', 'a', 'b'))).toBe(400)
  expect(refusal(request('/x', 'a'))).toBeUndefined()
})

test('a server on loopback is not asked by another name, unless it is whether it works', () => {
  followHostRule(onlyHosts([]))
  expect(refusal(request('/odata/v4/SagaFilm/Film', 'evil.example'))).toBe(421)
  expect(refusal(request('/healthy', 'evil.example'))).toBe(421)
  for (const probe of ['/health', '/ready', '/health?x'])
    expect(refusal(request(probe, 'evil.example'))).toBeUndefined()
  // HTTP/1.0: browsers do not speak it.
  expect(refusal(request('/x'))).toBeUndefined()
})

test('a URL with a host is for that host, and a path for all who look at it afterwards', () => {
  followHostRule(onlyHosts([]))
  expect(refusal(request('http://evil.example/x', 'localhost'))).toBe(421)
  expect(refusal(request('http://evil.example/health', 'localhost'))).toBe(421)
  expect(refusal(request('http://localhost/x', 'evil.example'))).toBe(421)
  expect(refusal(request('ftp://localhost/x', 'localhost'))).toBe(400)
  const accepted = request('HTTP://localhost:4004?a=b', 'localhost')
  expect(refusal(accepted)).toBeUndefined()
  expect([accepted.url, accepted.headers.host]).toEqual(['/?a=b', 'localhost:4004'])
})

describe('what proxies tell', () => {
  const told = (headers: Record<string, string>, url = '/x'): IncomingMessage => {
    const req = request(url, 'localhost')
    Object.assign(req.headers, headers)
    return req
  }
  const HOST = 'x-forwarded-host'
  const PROTO = 'x-forwarded-proto'

  test('is of no interest where nobody believes it', () => {
    followHostRule(onlyHosts([]))
    expect(refusal(told({ [HOST]: 'evil.example', [PROTO]: 'javascript' }))).toBeUndefined()
  })

  test.each([
    [{ [HOST]: 'saga.example' }, undefined],
    [{ [HOST]: 'saga.example:8443, localhost' }, undefined],
    [{ [HOST]: 'evil.example' }, 421],
    [{ [HOST]: 'evil.example, saga.example' }, 421],
    [{ [HOST]: 'saga.example, evil.example' }, 421],
    [{ [HOST]: 'saga.example@evil.example' }, 421],
    [{ [HOST]: '' }, 421],
    [{ [PROTO]: 'https' }, undefined],
    [{ [PROTO]: 'https, http' }, undefined],
    [{ [PROTO]: 'javascript' }, 400],
    [{ [PROTO]: 'https, javascript' }, 400],
    [{ [PROTO]: 'http://evil.example/?' }, 400],
  ] as [Record<string, string>, number | undefined][])('%j is refused where it is believed: %s', (headers, status) => {
    const own = onlyHosts(['saga.example'])
    followHostRule(anyHost, own, own)
    expect(refusal(told(headers))).toBe(status)
    expect(refusal(told(headers, '/health'))).toBeUndefined()
  })
})
