import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cds from '@sap/cds'
import { startApp } from '../../support/app.ts'
import { send, type WireAnswer } from '../../support/http-client.ts'

const directory = mkdtempSync(join(tmpdir(), 'saga-admin-'))
Object.assign(cds.env.log.levels, { audit: 'warn' })
Object.assign(cds.env, { admin: { files: join(directory, 'files'), schemas: join(directory, 'schemas') } })

const app = startApp() as ReturnType<typeof startApp> & { readonly url: string }
afterAll(() => {
  rmSync(directory, { recursive: true })
})

const get = (path: string, login?: string): Promise<WireAnswer> =>
  send(Number(new URL(app.url).port), {
    path,
    headers: login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  })

test('the API is served behind the logins of CAP, with errors in its own form', async () => {
  expect((await get('/api/v1/openapi.json')).json).toMatchObject({ openapi: '3.1.0' })
  for (const answer of [await get('/api/v1/files'), await get('/api/v1/files', 'admin:wrong')]) {
    expect([answer.status, answer.json['code']]).toEqual([401, 'UNAUTHORIZED'])
    expect(answer.headers['www-authenticate']).toMatch(/^Basic/)
    expect(answer.headers['x-ratelimit-limit']).toBe('300')
  }
  expect((await get('/api/v1/files', 'viewer:viewer')).json).toMatchObject({ code: 'FORBIDDEN' })
  const answer = await get('/api/v1/files', 'admin:admin')
  expect(answer.json).toMatchObject({ success: true, files: [] })
  expect(answer.headers['x-ratelimit-limit']).toBe('300')
})

test('what is not below its path is left to CAP', async () => {
  expect((await get('/odata/v4/SagaFilm/')).json).toHaveProperty('value')
  expect((await get('/api/v2/dbInfo')).headers['x-operation-id']).toBeUndefined()
})
