/** Messages of the protocol are requests like others: to their limits, the login, the audit, and the client that goes away. */
import { Type } from '@sinclair/typebox'
import type { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { StreamedResult } from '../../../../../srv/admin/operations/operation.ts'
import { as, startApi, until } from '../../../../support/admin-api.ts'
import { connectMcp, VERSIONS } from '../../../../support/mcp-client.ts'
import { operation, route } from '../../../../support/operations.ts'

const ended: string[] = []
let started = 0

/** Runs until it is told to stop. */
const endless = operation({
  name: 'endless',
  input: Type.Object({}),
  isHeavy: true,
  run: ({ signal }) =>
    new Promise((_, reject) => {
      started++
      signal.addEventListener('abort', () => {
        ended.push((signal.reason as AdminError).code)
        reject(new Error('stopped'))
      })
    }),
})
const broken = operation({
  name: 'broken',
  input: Type.Object({}),
  run: () => Promise.reject(new Error('secret path /etc')),
})
let left = 0
const streaming = operation({
  name: 'streaming',
  input: Type.Object({ type: Type.String(), chunks: Type.Integer() }),
  run: async (_, { type, chunks }) =>
    new StreamedResult({
      contentType: type,
      chunks: (async function* () {
        try {
          yield '{"text":"'
          for (let index = 0; index < chunks; index++) yield 'x'.repeat(100_000)
          yield '"}'
        } finally {
          left++
        }
      })(),
    }),
})

const routes = [
  route('POST', endless, 'operator'),
  route('POST', broken, 'viewer'),
  route('POST', streaming, 'operator'),
]
const api = startApi({ routes })
const limited = startApi({ routes, settings: { rateLimit: { requests: 3 } } })
const off = startApi({ routes, settings: { mcp: { enabled: false } } })
const url = (): string => `http://127.0.0.1:${api.port}/api/v1/mcp`

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const post = (body: unknown, headers: Record<string, string> = {}, to = api) =>
  to.send({
    method: 'POST',
    path: '/api/v1/mcp',
    headers: { ...as('operator'), ...HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** That version has a message to cancel, which a server without state cannot tie to a request: the connection has to go. */
const askByFetch = async (signal: AbortSignal): Promise<void> => {
  const params = { name: 'run_operation', arguments: { operation: 'POST /endless' } }
  const body = JSON.stringify({ ...LIST, method: 'tools/call', params })
  const answer = await fetch(url(), { method: 'POST', headers: { ...as('operator'), ...HEADERS }, body, signal })
  await answer.text()
}

const askByClient = async (signal: AbortSignal): Promise<void> => {
  const { ask } = await connectMcp(url(), 'operator')
  await ask('run_operation', { operation: 'POST /endless' }, signal)
}

test.each([
  [VERSIONS[0], askByClient],
  [VERSIONS[1], askByFetch],
])('who closes the connection ends the work (%s)', async (_, ask) => {
  const before = { started, ended: ended.length }
  const controller = new AbortController()
  const asked = expect(ask(controller.signal)).rejects.toThrow()
  await until(() => started > before.started)
  controller.abort()
  await asked
  await until(() => ended.length > before.ended)
  expect(ended.at(-1)).toBe('OPERATION_CANCELLED')
  await until(() => /operation="POST \/endless".* outcome="OPERATION_CANCELLED"/.test(api.audit.at(-1) ?? ''))
})

test('huge, deep, doubled and bundled messages are refused, and the server lives', async () => {
  const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
  for (const [body, code] of [
    [{ ...LIST, params: { text: 'x'.repeat(2_000_000) } }, 'PAYLOAD_TOO_LARGE'],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep}}`, 'INVALID_JSON'],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 'INVALID_JSON'],
    [[LIST, LIST], 'INVALID_JSON'],
    ['{', 'INVALID_JSON'],
  ] as const)
    expect(await post(body)).toMatchObject({ status: 400, json: { code } })
  const { ask } = await connectMcp(url(), 'operator')
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${String(index)}`, index]))
  expect(await ask('run_operation', { operation: 'POST /broken', input: many })).toMatchObject({
    code: 'UNKNOWN_FIELD',
  })
  expect(await ask('run_operation', { operation: 'x'.repeat(900_000) })).toMatchObject({ code: 'ROUTE_NOT_FOUND' })
  expect((await post(LIST)).status).toBe(200)
})

test('what fails inside is told by its operation id alone', async () => {
  const { ask } = await connectMcp(url(), 'viewer')
  const answer = await ask('run_operation', { operation: 'POST /broken' })
  expect(answer).toMatchObject({ isError: true, code: 'INTERNAL_ERROR' })
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect(JSON.stringify(api.errors.map(String))).toContain((answer as unknown as { operationId: string }).operationId)
})

test('answers that are too long or no text are left, and the source is told', async () => {
  const { ask } = await connectMcp(url(), 'operator')
  const stream = (type: string, chunks: number) =>
    ask('run_operation', { operation: 'POST /streaming', input: { type, chunks } })
  expect(await stream('application/json', 1)).toMatchObject({
    complete: false,
    next: { skip: { text: expect.any(Number) as number } },
  })
  expect(await stream('application/json', 1_000)).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
  expect(left).toBe(2)
  expect(await stream('application/gzip', 1)).toMatchObject({ code: 'NOT_SUPPORTED' })
})

test('pages of other origins are refused', async () => {
  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)
    expect(await post(LIST, { [name]: value })).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
  expect((await post(LIST, { origin: `http://127.0.0.1:${api.port}` })).status).toBe(200)
})

test('there are no streams of their own, and no other form of a message', async () => {
  const path = '/api/v1/mcp'
  const got = await api.send({ method: 'GET', path, headers: { ...as('viewer'), accept: 'text/event-stream' } })
  expect(got.status).toBe(405)
  expect(await api.send({ method: 'DELETE', path, headers: as('viewer') })).toMatchObject({
    json: { code: 'METHOD_NOT_ALLOWED' },
  })
  expect(await post(LIST, { 'content-type': 'text/plain' })).toMatchObject({ json: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  expect((await post(LIST, { accept: 'application/json' })).status).toBe(406)
  expect((await post(LIST, { 'mcp-protocol-version': '2019-01-01' })).status).toBe(400)
})

/** A message of the version without state, which says all of itself. */
const modern = (method: string, params: object, headers: Record<string, string> = {}) => {
  const meta = { protocolVersion: '2026-07-28', clientInfo: { name: 'test', version: '1' }, clientCapabilities: {} }
  const _meta = Object.fromEntries(
    Object.entries(meta).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]),
  )
  const told = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...headers }
  return post({ ...LIST, method, params: { ...params, _meta } }, told)
}

test('headers that say something else than the message are refused', async () => {
  expect((await modern('tools/list', {})).status).toBe(200)
  expect((await modern('tools/list', {}, { 'mcp-method': 'tools/call' })).status).toBe(400)
  expect((await modern('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400)
})

test('nobody holds a connection to be told of what never changes', async () => {
  const answer = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  expect(answer.json).toMatchObject({ error: { message: expect.stringMatching(/limit/i) as string } })
})

test('login, role and rate are asked for as everywhere', async () => {
  expect(await post(LIST, { authorization: 'Basic eDp5' })).toMatchObject({
    status: 401,
    json: { code: 'UNAUTHORIZED' },
  })
  expect(await post(LIST, as('nobody'))).toMatchObject({ status: 403 })
  const statuses = []
  for (let sent = 0; sent < 4; sent++) statuses.push((await post(LIST, {}, limited)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('it can be switched off', async () => {
  expect(await post(LIST, {}, off)).toMatchObject({
    status: 403,
    json: { details: expect.stringContaining('dba.mcp.enabled') as string },
  })
})
