/** How the build of the cockpit is served: compressed as it was built, kept for ever where its name says what it holds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import { createCockpitRouter } from '../../../../srv/admin/cockpit/router.ts'
import { send, type WireAnswer } from '../../../support/http-client.ts'

const PAGE = '<!doctype html><title>Cockpit</title>'
const SCRIPT = 'export const answer = 42'
const folder = mkdtempSync(join(tmpdir(), 'cockpit-'))
let server: Server
const SERVER = {
  name: 'host',
  site: '../',
  api: '../api/v1',
  login: 'password',
  records: null,
  query: null,
  tryAs: [],
  apps: [],
} as const
const describeServer = () => SERVER

const write = (name: string, content: string | Buffer): void => {
  writeFileSync(join(folder, name), content)
}

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/index-1234.js', SCRIPT],
  ] as const) {
    write(name, text)
    write(`${name}.gz`, gzipSync(text))
    write(`${name}.br`, brotliCompressSync(text))
  }
  write('assets/font-5678.woff2', 'no font')
  const app = express()
  app.use('/cockpit', createCockpitRouter(describeServer, folder))
  app.use('/unbuilt', createCockpitRouter(describeServer, join(folder, 'elsewhere')))
  app.use((_, res) => void res.status(500).send('passed on'))
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, encodings?: string): Promise<WireAnswer> => {
  const headers: Record<string, string> = encodings === undefined ? {} : { 'accept-encoding': encodings }
  return send((server.address() as AddressInfo).port, { path, headers })
}

test('the page is asked for again each time, its parts never', async () => {
  const page = await get('/cockpit/')
  expect([page.status, page.text, page.headers['cache-control']]).toEqual([200, PAGE, 'no-cache'])
  const script = await get('/cockpit/assets/index-1234.js')
  expect([script.status, script.text]).toEqual([200, SCRIPT])
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('who accepts %s gets %s', async (accepted, encoding) => {
  for (const [path, type] of [
    ['/cockpit/', 'text/html; charset=utf-8'],
    ['/cockpit/assets/index-1234.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const { status, headers } = await get(path, accepted)
    expect([status, headers['content-encoding'], headers['content-type'], headers['vary']]).toEqual([
      ...[200, encoding, type, 'Accept-Encoding'],
    ])
  }
})

test('what was not compressed is sent as it is', async () => {
  const { status, headers, text } = await get('/cockpit/assets/font-5678.woff2', 'br, gzip')
  expect([status, headers['content-encoding'], text]).toEqual([200, undefined, 'no font'])
})

test('without its slash the page is elsewhere, whatever the client accepts: its addresses are relative', async () => {
  for (const encodings of ['br', undefined]) {
    const { status, headers } = await get('/cockpit?x=1', encodings)
    expect([status, headers['location']]).toEqual([301, '/cockpit/?x=1'])
  }
})

test('pages run nothing but what this server sends, and are in no frame', async () => {
  const { headers } = await get('/cockpit/')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each(['/cockpit/src/main.tsx', '/cockpit/assets/other.js', '/cockpit/..%2f..%2fpackage.json'])(
  'nothing else is there, and nobody else is asked: %s',
  async (path) => {
    const { status, text } = await get(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect([status < 500, text]).toEqual([true, expect.not.stringContaining('passed on')])
  },
)

test('without a build there is a word about how to get one', async () => {
  const { status, text } = await get('/unbuilt/')
  expect([status, text]).toEqual([404, 'The cockpit has not been built: npm run build --prefix app/cockpit\n'])
})
