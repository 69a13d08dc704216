import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { foreignErrors } from '../../../../srv/admin/http/error-handler.ts'
import { serveApis } from '../../../../srv/platform/guard/error-answer.ts'
import { ODATA as ODATA_API } from '../../../../srv/platform/odata/adapter.ts'
import { refuseUnreadable } from '../../../../srv/platform/process/refuse-unreadable.ts'
import { get, hear } from '../../../support/raw-clients.ts'

const server = createServer({ maxHeaderSize: 4_096, connectionsCheckingInterval: 50 }, (req, res) => {
  if (req.url === '/begun') res.write('begun')
  else if (req.method === 'GET') res.end('fine')
})
server.requestTimeout = 300
server.headersTimeout = 300
refuseUnreadable(server)
serveApis([{ path: '/api/v1', errorAnswer: foreignErrors('saga') }, ODATA_API])

let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = async (text: string) => {
  const heard = await hear(url, text, () => false)
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
  return { status: Number(head.slice(9, 12)), head, body: length === body.length ? (JSON.parse(body) as object) : body }
}
const LONG = 'a'.repeat(100_000)
const ODATA = { error: { code: 'HEADERS_TOO_LARGE', message: expect.any(String) as string } }
const ADMIN = { success: false, error: 'The request is too large', code: 'PAYLOAD_TOO_LARGE' }

test.each([
  ['OData', `/odata/v4/SagaFilm/${LONG}`, 431, ODATA],
  ['the administration API', `/api/v1/tables?schema=${LONG}`, 400, ADMIN],
  ['the administration API by its whole address', `http://localhost/api/v1/${LONG}`, 400, ADMIN],
  ['pages', `/cockpit/${LONG}`, 431, ODATA],
])('a URL beyond the limit is answered in the form of %s', async (_, path, status, body) => {
  const answer = await ask(get(path))
  expect(answer).toMatchObject({ status, body })
  expect(answer.head).toMatch(/^connection: close$/im)
  expect(/^odata-version: 4\.0$/im.test(answer.head)).toBe(path.startsWith('/odata'))
})

test('so are headers', async () => {
  expect(await ask(get('/api/v1/tables', `A: ${LONG}\r\n`))).toMatchObject({ status: 400, body: ADMIN })
  expect(await ask(get('/odata/v4/SagaFilm', `A: ${LONG}\r\n`))).toMatchObject({ status: 431, body: ODATA })
})

test('what is no HTTP is told so', async () => {
  expect(await ask('\x16\x03\x01\x02\x00')).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } })
})

test('a request that is never complete is told so, in the form of its API', async () => {
  expect(await ask('GET /odata/v4/SagaFilm HTTP/1.1\r\nHost:')).toMatchObject({ status: 408 })
  const body = get('/api/v1/files/x', 'Content-Length: 5\r\n').replace('GET', 'PUT')
  expect(await ask(body)).toMatchObject({ status: 400, body: { success: false, code: 'INVALID_PARAMETER' } })
})

test('an answer that has begun is cut off, and nothing is put into it', async () => {
  const { status, body } = await ask(`${get('/begun')}NONSENSE\r\n\r\n`)
  expect([0, 200]).toContain(status || 0)
  expect(body).not.toContain('error')
})
