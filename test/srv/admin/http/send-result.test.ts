import { connect } from 'node:net'
import { Type } from '@sinclair/typebox'
import { AdminError } from '../../../../srv/admin/core/errors.ts'
import { toJson } from '../../../../srv/admin/http/send-result.ts'
import { StreamedResult } from '../../../../srv/admin/operations/operation.ts'
import { as, startApi, until } from '../../../support/admin-api.ts'
import { operation, route } from '../../../support/operations.ts'

const closed: string[] = []
let produced = 0

const stream = (name: string, chunks: (signal: AbortSignal) => AsyncGenerator<string>, options: object = {}) =>
  operation({
    name,
    input: Type.Object({}),
    run: async ({ signal }) =>
      new StreamedResult({
        contentType: 'text/csv; charset=utf-8',
        chunks: (async function* () {
          try {
            yield* chunks(signal)
          } finally {
            closed.push(name)
          }
        })(),
        ...options,
      }),
  })

let rows = 0
const api = startApi({
  routes: [
    stream(
      'small',
      async function* () {
        rows = 0
        for (const row of ['a,b\n', 'ä,2\n']) {
          rows++
          yield row
        }
      },
      { fileName: '../Fílm "1"\r\n.csv', trailers: () => ({ 'X-Row-Count': String(rows), 'X-Truncated': 'false' }) },
    ),
    stream('failsAtOnce', async function* () {
      throw new AdminError('TABLE_NOT_FOUND', 'gone')
      yield ''
    }),
    stream('failsLater', async function* () {
      yield 'a,b\n'
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new AdminError('DATABASE_ERROR', 'lost', { cause: new Error('driver') })
    }),
    stream('endless', async function* () {
      for (;;) {
        produced++
        yield 'x'.repeat(65_536)
      }
    }),
    stream('waiting', async function* (signal) {
      yield 'first\n'
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'))
        }),
      )
    }),
  ].map((it) => route('GET', it, 'viewer')),
})

const get = (name: string, headers = {}) =>
  api.send({ path: `/api/v1/${name}`, headers: { ...as('viewer'), ...headers } })

test('a stream is sent in chunks with a safe file name, and its counts follow as trailers', async () => {
  const answer = await get('small')
  expect(answer.text).toBe('a,b\nä,2\n')
  expect(answer.headers['transfer-encoding']).toBe('chunked')
  expect(answer.headers['trailer']).toBe('X-Row-Count, X-Truncated')
  expect(answer.trailers).toEqual({ 'x-row-count': '2', 'x-truncated': 'false' })
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="_F_lm _1___.csv"; filename*=UTF-8''_F%C3%ADlm%20_1___.csv`,
  )
  expect(closed).toContain('small')
})

test('a stream that fails before its first chunk is an ordinary error', async () => {
  const answer = await get('failsAtOnce')
  expect([answer.status, answer.json['code']]).toEqual([404, 'TABLE_NOT_FOUND'])
})

test('a stream that fails later breaks the connection, so that nobody takes it for complete', async () => {
  await expect(get('failsLater')).rejects.toThrow(/aborted|hang up|ECONNRESET/)
  expect(closed).toContain('failsLater')
  expect(api.errors.flat().map(String).join()).toContain('driver')
})

test('a stream goes no faster than the client reads, and ends with it', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.pause()
  socket.write(
    `GET /api/v1/endless HTTP/1.1\r\nHost: x\r\nAuthorization: ${as('viewer')['authorization'] ?? ''}\r\n\r\n`,
  )
  await until(() => produced > 0)
  let before = -1
  await until(async () => {
    before = produced
    await new Promise((resolve) => setTimeout(resolve, 100))
    return produced === before
  })
  expect(produced).toBeLessThan(1_000)
  socket.destroy()
  await until(() => closed.includes('endless'))
})

test('a stream that waits for the database is told at once when the client has gone', async () => {
  const gone = new AbortController()
  const answer = api.send({ path: '/api/v1/waiting', headers: as('viewer'), signal: gone.signal })
  setTimeout(() => {
    gone.abort()
  }, 50)
  await expect(answer).rejects.toThrow()
  await until(() => closed.includes('waiting'))
  expect(api.errors.flat().map(String).join()).not.toContain('stopped')
})

test('a client of HTTP/1.0 gets the stream without chunks and trailers', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.write(`GET /api/v1/small HTTP/1.0\r\nAuthorization: ${as('viewer')['authorization'] ?? ''}\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(text).not.toMatch(/trailer/i)
  expect(text).toMatch(/a,b\nä,2\n$/)
})

test('whole numbers keep every digit in JSON, and binary values are base64', () => {
  const value = {
    small: 7n,
    large: 9_007_199_254_740_993n,
    negative: -9_007_199_254_740_993n,
    bytes: new Uint8Array([1, 255]),
  }
  expect(toJson(value as never)).toBe(
    '{"small":7,"large":"9007199254740993","negative":"-9007199254740993","bytes":"Af8="}',
  )
})
