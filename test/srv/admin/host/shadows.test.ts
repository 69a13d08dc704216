import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Express, Router } from 'express'
import { shadowOf } from '../../../../srv/admin/host/shadows.ts'

let files: string
beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), 'shadows-'))
})
afterAll(() => {
  rmSync(files, { recursive: true })
})

const around = (paths: readonly string[] = [], app: Express = express()) => ({
  services: [{ name: 'Shop', endpoints: paths.map((path) => ({ kind: 'odata', path })) }, { name: 'db' }],
  files,
  app,
})

test.each(['/api', '/API', '/api/v1', '/', '/api/'])('a service at %s answers for /api/v1', (path) => {
  expect(shadowOf('/api/v1', around(['/odata/v4/shop', path]))).toBe(`the service Shop at ${path}`)
})

test.each(['/api/v', '/api/v1/x', '/api/v10', '/odata/v4/shop'])('a service at %s does not', (path) => {
  expect(shadowOf('/api/v1', around([path]))).toBeUndefined()
})

const handle = (): void => undefined

test.each<[string, (app: Express) => unknown]>([
  ['a route', (app) => app.get('/api/v1/{*rest}', handle)],
  ['a route for all', (app) => app.all('/{*rest}', handle)],
  ['a route of a router', (app) => app.use('/api', Router().use('/v1', Router().get('/', handle)))],
])('%s answers for it, by what is private to Express', (_, add) => {
  const app = express()
  add(app)
  expect(shadowOf('/api/v1', around([], app))).toBe('a route of its own')
})

test('handlers that may pass requests on, and other routes, do not', () => {
  const app = express()
  app.use(handle)
  app.use('/api', handle)
  app.get('/hello', handle)
  app.use('/api', Router().get('/v2', handle))
  expect(shadowOf('/api/v1', around([], app))).toBeUndefined()
})

test('files of the application answer for a folder of that name', () => {
  expect(shadowOf('/cockpit', around())).toBeUndefined()
  mkdirSync(join(files, 'cockpit'))
  expect(shadowOf('/cockpit', around())).toBe(`the files in ${join(files, 'cockpit')}`)
})
