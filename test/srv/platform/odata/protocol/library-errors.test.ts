import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { libraryFailure } from '../../../../../srv/platform/odata/protocol/errors.ts'
import { startEmptyApp } from '../../../../support/app.ts'
import { basic } from '../../../../support/users.ts'

test.each([
  [{ code: 'Z_BUF_ERROR', status: 400 }, [400, 'BAD_REQUEST']],
  [{ code: 'ERR__ERROR_FORMAT_PADDING_1', statusCode: 400 }, [400, 'BAD_REQUEST']],
  [{ code: 'ECONNABORTED', status: 400 }, [400, 'BAD_REQUEST']],
  [{ code: 'ERR_STREAM_PREMATURE_CLOSE' }, [500, 'INTERNAL_ERROR']],
  [{ code: 'ENOSPC' }, [500, 'INTERNAL_ERROR']],
  [{ code: 'ENTITY_LOCKED', status: 423 }, [undefined, undefined]],
  [{ code: 'INVALID_VALUE', status: 400 }, [undefined, undefined]],
])('%j becomes %j', (error, expected) => {
  const thrown = Object.assign(new Error('of a library'), error)
  const failure = libraryFailure(thrown)
  expect([failure?.status, failure?.code]).toEqual(expected)
  if (failure)
    expect(failure).toMatchObject({ cause: thrown, message: expect.not.stringContaining('library') as string })
})

const app = startEmptyApp()

const BODY = Buffer.from(JSON.stringify({ name: 'x'.repeat(1_000), requests: [] }))
const PACKED = {
  gzip: gzipSync(BODY),
  deflate: deflateSync(BODY),
  br: brotliCompressSync(BODY),
  'deflate ': deflateRawSync(BODY),
}
const damaged = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

/** Everywhere that a packed body is taken. */
const DOORS = [
  ['POST', '/odata/v4/SagaFilm/People', 'application/json'],
  ['PATCH', '/odata/v4/SagaFilm/People(00000000-0000-0000-0000-000000000001)', 'application/json'],
  ['POST', '/odata/v4/SagaFilm/$batch', 'application/json'],
  ['POST', '/odata/v4/SagaFilm/$batch', 'multipart/mixed; boundary=b'],
  ['POST', '/api/v1/export', 'application/json'],
  ['POST', '/api/v1/import', 'application/json'],
  ['PUT', '/api/v1/files/a.csv', 'text/csv'],
] as const

test.each(DOORS)('%s %s: a damaged body of %s is told by a code of ours', async (method, path, type) => {
  for (const [encoding, bytes] of Object.entries(PACKED)) {
    const middle = Math.floor(bytes.length / 2)
    const bodies = [bytes.subarray(0, middle), bytes.subarray(0, -1), BODY, Buffer.concat([bytes, bytes])]
    for (const body of [...bodies, ...[0, 1, 2, middle, bytes.length - 1].map((at) => damaged(bytes, at))]) {
      const headers = {
        'content-type': type,
        'content-encoding': encoding.trim(),
        ...(path.startsWith('/api') && basic('admin')),
      }
      const reply = await fetch(app.url + path, { method, headers, body })
      const text = await reply.text()
      expect(reply.status).toBeLessThan(500)
      expect(text).not.toMatch(
        /"code":"(?:Z_|ERR_|E[A-Z]+")|zlib|inflate|unexpected end of file|incorrect|Decompression/i,
      )
      if (reply.status >= 400) expect(text).toMatch(/"code":"(?:[A-Z]+_?)+"|"code":"\d{3}"/)
    }
  }
})
