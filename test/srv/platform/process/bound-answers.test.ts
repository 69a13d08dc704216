import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import cds from '@sap/cds'
import { foreignErrors } from '../../../../srv/admin/http/error-handler.ts'
import { serveApis } from '../../../../srv/platform/guard/error-answer.ts'
import { answerMemory } from '../../../../srv/platform/guard/index.ts'
import { ODATA } from '../../../../srv/platform/odata/adapter.ts'
import { boundAnswer } from '../../../../srv/platform/process/supervise.ts'
import { eventually, get, neverReading } from '../../../support/raw-clients.ts'

const MEGABYTE = 1_048_576
const LARGE = Buffer.alloc(24 * MEGABYTE)
const ALMOST_ALL = 30 * MEGABYTE

serveApis([{ path: '/api/v1', errorAnswer: foreignErrors('saga') }, ODATA])

const server = createServer((req, res) => {
  boundAnswer(req, res)
  res.setHeader('ETag', '"x"').setHeader('Content-Type', 'text/plain')
  res.end(req.url?.startsWith('/small') ? 'small' : req.url?.endsWith('text') ? LARGE.toString('latin1') : LARGE)
})

let url: string
beforeAll(async () => {
  Object.assign(cds.env, { guard: { answerBytes: ALMOST_ALL } })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each(['/bytes', '/text'])('%s: a large answer that nobody reads leaves no room for another', async (path) => {
  const stalled = await neverReading(url, get(path))
  await eventually(() => answerMemory().bytes > 0)
  const odata = await fetch(`${url}/odata/v4/x`)
  expect([odata.status, odata.headers.get('retry-after'), odata.headers.get('etag')]).toEqual([503, '1', null])
  expect(await odata.json()).toMatchObject({ error: { code: 'TOO_MUCH_UNDER_WAY' } })
  const admin = await fetch(`${url}/api/v1/x`)
  expect([admin.status, admin.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await admin.json()).toMatchObject({ success: false, code: 'TOO_MANY_OPERATIONS' })

  expect(await (await fetch(`${url}/small`)).text()).toBe('small')
  // What was written stays written.
  const write = await fetch(`${url}/odata/v4/x`, { method: 'POST' })
  expect([write.status, (await write.arrayBuffer()).byteLength]).toEqual([200, LARGE.length])

  stalled.destroy()
  await eventually(() => answerMemory().bytes === 0)
  const after = await fetch(`${url}/odata/v4/x`)
  expect([after.status, (await after.arrayBuffer()).byteLength]).toEqual([200, LARGE.length])
})
