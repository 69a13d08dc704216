import { setImmediate } from 'node:timers/promises'
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'
import { basic } from '../../../support/users.ts'

const app = startApp()

interface Entry {
  readonly message: string
}

interface Logger {
  readonly format: (label: string, level: number, entry: Entry) => unknown[]
}

const INFO = 3

/** What the log is told of a request. */
const logged = async (method: string, path: string, headers = {}): Promise<Entry | undefined> => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  const logger = cds.log('request') as unknown as Logger
  Object.assign(logger, { _info: true })
  const format = jest.spyOn(logger, 'format')
  await send(app, method, path, { headers })
  await setImmediate()
  const [[label, level, entry] = []] = format.mock.calls
  const [[text] = []] = write.mock.calls
  format.mockRestore()
  write.mockRestore()
  if (entry) expect([label, level, text]).toEqual(['request', INFO, expect.stringMatching(/^\[request\] - [^]*\n$/)])
  return entry
}

test('a line tells method, path, status and duration, for people and for machines', async () => {
  const entry = await logged('GET', '/odata/v4/SagaFilm/Nothing')
  expect(entry?.message).toMatch(/^GET \/odata\/v4\/SagaFilm\/Nothing 404 \d+ ms$/)
  expect({ ...entry }).toEqual({
    method: 'GET',
    path: '/odata/v4/SagaFilm/Nothing',
    status: 404,
    duration_ms: expect.any(Number),
    user: 'anonymous',
    correlation_id: expect.stringMatching(/^[\w-]{36}$/),
  })
})

test.each([
  ['/odata/v4/SagaFilm/Planet?$top=1', basic('editor'), { user: 'editor', status: 200 }],
  ['/api/v1/tables?schema=main', basic('viewer'), { user: 'viewer', status: 200 }],
  ['/api/v1/tables?schema=main', basic('viewer', 'wrong'), { user: undefined, status: 401 }],
])('%s: who asked, once that is known', async (path, headers, expected) => {
  expect(await logged('GET', path, headers)).toMatchObject(expected)
})

test('it tells that there was a query, but not what was asked for', async () => {
  const entry = await logged('GET', "/odata/v4/SagaFilm/People?$filter=name eq 'secret'")
  expect(entry?.message).toMatch(/^GET \/odata\/v4\/SagaFilm\/People\?… 200 /)
  expect(JSON.stringify(entry) + String(entry?.message)).not.toContain('secret')
})

test.each(['/health', '/ready', '/metrics', '/openapi/index.json'])(
  'probes, and in development pages, leave no line when they succeed: %s',
  async (path) => {
    expect(await logged('GET', path)).toBeUndefined()
  },
)

test('whatever fails leaves a line', async () => {
  expect(await logged('GET', '/openapi/nothing')).toMatchObject({ status: 404 })
  expect(await logged('GET', '/metrics', { 'x-forwarded-for': '192.0.2.7' })).toMatchObject({ status: 401 })
})
