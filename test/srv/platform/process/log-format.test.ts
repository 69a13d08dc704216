/** What clients send cannot make lines of its own in the log, or speak to the terminal that shows it. @long: starts servers. */
import fc from 'fast-check'
import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { neutralized } from '../../../../srv/platform/process/log.ts'
import { anyCharacter } from '../../../support/any-character.ts'
import { exchange } from '../../../support/exchange.ts'
import { SERVE } from '../../../support/server-on.ts'
import { type ServerProcess, startServer } from '../../../support/server-process.ts'

// eslint-disable-next-line no-control-regex -- these must not be there
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/

test('no text keeps a control character, or begins a line of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom('\n', '\r\n', '\x1b[2J', '\u2028'), (text, odd) => {
      const line = neutralized(`${text}${odd}[odata] - forged`)
      expect(line).not.toMatch(CONTROL)
      expect(line).not.toMatch(/^\[odata\]/m)
    }),
  )
})

test('stacks stay readable', () => {
  const stack = 'Error: x\n    at a (b:1:2)\n    at c {\n  code: 1\n}'
  expect(neutralized(stack)).toBe(stack)
})

/** Sends texts that look like lines of a log, and speak to terminals, wherever a client can put one. */
const attack = async (server: ServerProcess, headers: Record<string, string> = {}): Promise<void> => {
  const forged = 'x\n[odata] - FORGED\r\n{"level":"error","msg":"FORGED"}\n\x1b[2J\x1b]0;owned\x07'
  const root = '/odata/v4/SagaFilm'
  const type = { 'content-type': 'application/json', ...headers }
  const post = (path: string, body: unknown): Promise<unknown> =>
    exchange(server.url, root, { method: 'POST', path, headers: type, body: JSON.stringify(body) })
  await post('People', { name: 'x', birth_year: forged, [forged]: 1 })
  await post('Film', { title: 'x', IsActiveEntity: true, release_date: forged })
  await post('$batch', { requests: [{ id: forged, method: 'GET', url: forged, dependsOn: [forged] }] })
  await exchange(server.url, root, { path: `People?$filter=${encodeURIComponent(forged)} eq 1`, headers })
  await exchange(server.url, root, { path: encodeURIComponent(forged), headers })
  await exchange(server.url, root, { path: 'People', headers: { ...headers, 'x-correlation-id': 'x","msg":"FORGED' } })
  const login = Buffer.from(`${forged}:secret-word`).toString('base64')
  await exchange(server.url, root, { path: 'People', headers: { authorization: `Basic ${login}` } })
}

const linesSince = (server: ServerProcess, start: number): string[] =>
  server.output().slice(start).split('\n').filter(Boolean)

test('in development, the log holds them as text', async () => {
  const server = await startServer(SERVE)
  const start = server.output().length
  await attack(server).finally(() => server.stop())
  const lines = linesSince(server, start)
  expect(lines.filter((line) => /^\[odata\] - FORGED|^\{"level"/.test(line))).toEqual([])
  expect(lines.filter((line) => CONTROL.test(line))).toEqual([])
  expect(lines.some((line) => line.includes('FORGED'))).toBe(true)
  expect(server.output()).toMatch(/\[request\] - POST \/odata\/v4\/SagaFilm\/People 400 \d+ ms/)
})

test('in production, the log is JSON, line by line, without secrets', async () => {
  const users = { leia: { roles: ['editor'], hash: await hashPassword('a long secret') } }
  const CDS_CONFIG = JSON.stringify({
    requires: { auth: { users }, db: { kind: 'sqlite', credentials: { url: ':memory:' } } },
  })
  const server = await startServer(SERVE, { env: { NODE_ENV: 'production', ALLOW_EPHEMERAL: '1', CDS_CONFIG } })
  const start = server.output().length
  const authorization = `Basic ${btoa('leia:a long secret')}`
  const impostor = { logger: 'audit', level: 'fatal', type: 'forged', user: 'admin', 'correlation-id': 'forged' }
  await attack(server, { authorization, ...impostor }).finally(() => server.stop())
  const entries = linesSince(server, start).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.filter(({ msg }) => msg === 'FORGED')).toEqual([])
  expect(entries.filter(({ logger, level }) => logger === 'audit' || level === 'fatal')).toEqual([])
  const requests = entries.filter(({ logger }) => logger === 'request')
  expect(requests).toHaveLength(7)
  expect(requests).toContainEqual({
    level: 'info',
    logger: 'request',
    timestamp: expect.any(String),
    type: 'log',
    msg: expect.stringMatching(/^POST \/odata\/v4\/SagaFilm\/People 400 \d+ ms$/),
    method: 'POST',
    path: '/odata/v4/SagaFilm/People',
    status: 400,
    duration_ms: expect.any(Number),
    user: 'leia',
    correlation_id: expect.stringMatching(/^[\w-]{36}$/),
  })
  expect(server.output()).not.toMatch(/a long secret|secret-word|YSBsb25n|bGVpYT/)
})
