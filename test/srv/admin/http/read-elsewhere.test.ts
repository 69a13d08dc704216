/** Bodies that a middleware of the application around the API has read before it: they cannot be read a second time. */
import express, { type RequestHandler } from 'express'
import { as, startApi } from '../../../support/admin-api.ts'
import type { WireAnswer } from '../../../support/http-client.ts'
import { echo, route } from '../../../support/operations.ts'

const JSON_TYPE = 'application/json'
const BYTES = 'application/octet-stream'

/** Reads the body, and keeps nothing of it. */
const swallow: RequestHandler = (request, _, next) => {
  request.resume().once('end', next)
}

const start = (...middlewares: readonly RequestHandler[]) => {
  const settings = { limits: { bodyBytes: 1_000 } }
  const api = startApi({ routes: [route('POST', echo, 'viewer')], settings, middlewares })
  const send = (method: string, path: string, type: string, body: string | Uint8Array): Promise<WireAnswer> =>
    api.send({ method, path: `/api/v1${path}`, headers: { ...as('admin'), 'content-type': type }, body })
  return {
    post: (body: string) => send('POST', '/echo', JSON_TYPE, body),
    put: (type: string, body: string | Uint8Array) => send('PUT', '/files/rows.csv?overwrite=true', type, body),
    download: () => api.send({ path: '/api/v1/files/rows.csv', headers: as('admin') }),
  }
}

describe.each([
  ['express.json', express.json()],
  ['express.text', express.text({ type: () => true })],
  ['express.raw', express.raw({ type: () => true })],
])('%s', (_, parser) => {
  const { post } = start(parser)

  test('leaves what a request says', async () => {
    expect((await post('{"schema":"s","limit":7}')).json['input']).toMatchObject({ schema: 's', limit: 7 })
    expect((await post('{"schema":"s","shcema":"t"}')).json['code']).toBe('UNKNOWN_FIELD')
    expect((await post('[1]')).json['code']).toBe('INVALID_JSON')
    expect((await post(`{"schema":"${'x'.repeat(1_000)}"}`)).json['code']).toBe('PAYLOAD_TOO_LARGE')
  })
})

describe('files', () => {
  const { put, download } = start(express.json(), express.text(), express.raw())

  test('are stored as they are, where their bytes are left', async () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0a])
    expect((await put(BYTES, bytes)).json).toMatchObject({ success: true, sizeBytes: 6 })
    expect((await put('text/csv', 'ID\n1\n')).json).toMatchObject({ success: true, sizeBytes: 5 })
  })

  test.each([
    ['text/plain', 'ID\n2\n'],
    [JSON_TYPE, '[{"ID":2}]'],
  ])('of type %s are refused, and not stored empty', async (type, content) => {
    await put('text/csv', 'ID\n1\n')
    const { status, json } = await put(type, content)
    expect([status, json['code']]).toEqual([400, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(json['details']).toMatch(/application\/octet-stream/)
    expect((await download()).text).toBe('ID\n1\n')
  })
})

describe('a body of which nothing is left', () => {
  const { post, put } = start(swallow)

  test('is told as one', async () => {
    expect((await post('{"schema":"s"}')).json['code']).toBe('INVALID_JSON')
    expect((await put(BYTES, 'ID\n1\n')).json['code']).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})
