import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { as, startApi, until } from '../../../support/admin-api.ts'
import type { WireRequest } from '../../../support/http-client.ts'

const api = startApi({ settings: { limits: { importFileBytes: 100_000, filesBytes: 250_000 } } })

const put = (name: string, body: WireRequest['body'], headers: Record<string, string> = {}, query = '') =>
  api.send({
    method: 'PUT',
    path: `/api/v1/files/${name}${query}`,
    headers: { ...as('admin'), ...headers },
    ...(body !== undefined && { body }),
  })
const get = (name: string) => api.send({ path: `/api/v1/files/${name}`, headers: as('admin') })
const remove = (name: string) => api.send({ method: 'DELETE', path: `/api/v1/files/${name}`, headers: as('admin') })
const inDirectory = (name: string) => join(api.files, name)
const unfinished = () => readdirSync(api.files).filter((name) => name.startsWith('.'))

test('files are for admins', async () => {
  for (const [method, path] of [
    ['GET', '/files'],
    ['GET', '/files/a.csv'],
    ['PUT', '/files/a.csv'],
    ['DELETE', '/files/a.csv'],
  ] as const) {
    const answer = await api.send({ method, path: `/api/v1${path}`, headers: as('operator') })
    expect([answer.status, answer.json['code']]).toEqual([403, 'FORBIDDEN'])
  }
})

test('a file is uploaded, listed, downloaded and removed, and each is audited', async () => {
  const uploaded = await put('film%20list.csv', 'ID\n1\n')
  expect(uploaded.json).toEqual({
    success: true,
    name: 'film list.csv',
    sizeBytes: 5,
    modifiedAt: expect.stringMatching(/Z$/) as string,
  })
  const list = await api.send({ path: '/api/v1/files', headers: as('admin') })
  expect(list.json).toMatchObject({
    success: true,
    files: [{ name: 'film list.csv', sizeBytes: 5 }],
    count: 1,
    total: 1,
    truncated: false,
  })
  const download = await get('film%20list.csv')
  expect(download.text).toBe('ID\n1\n')
  expect(download.headers['content-disposition']).toMatch(/^attachment; filename="film list.csv"/)
  expect(download.headers['content-type']).toBe('application/octet-stream')
  expect((await remove('film%20list.csv')).json).toEqual({ success: true, name: 'film list.csv' })
  expect((await get('film%20list.csv')).json['code']).toBe('FILE_NOT_FOUND')
  expect((await remove('film%20list.csv')).json['code']).toBe('FILE_NOT_FOUND')
  expect(api.audit.join('\n')).toMatch(
    /user="admin" operation="PUT \/files\/\{name\}" name="film list.csv" sizeBytes=5 outcome="ok"/,
  )
  expect(api.audit.join('\n')).toMatch(
    /operation="DELETE \/files\/\{name\}" name="film list.csv" outcome="FILE_NOT_FOUND"/,
  )
})

test('an empty file is a file', async () => {
  expect((await put('empty.csv', '')).json).toMatchObject({ sizeBytes: 0 })
  expect((await get('empty.csv')).text).toBe('')
})

test('a file is replaced only on request', async () => {
  await put('twice.csv', 'old')
  const refused = await put('twice.csv', 'new')
  expect([refused.status, refused.json['code']]).toEqual([400, 'TARGET_EXISTS'])
  expect(readFileSync(inDirectory('twice.csv'), 'utf8')).toBe('old')
  expect((await put('twice.csv', 'new', {}, '?overwrite=true')).status).toBe(200)
  expect(readFileSync(inDirectory('twice.csv'), 'utf8')).toBe('new')
  expect(unfinished()).toEqual([])
})

test('of uploads of one name at a time one succeeds', async () => {
  const answers = await Promise.all([put('race.csv', '1'), put('race.csv', '2'), put('race.csv', '3')])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
  expect(unfinished()).toEqual([])
})

async function* bytes(count: number): AsyncGenerator<Uint8Array> {
  for (let left = count; left > 0; left -= 10_000) yield new Uint8Array(Math.min(left, 10_000)).fill(65)
}

test('a file that is too large leaves nothing behind, whether its size was told or not', async () => {
  const told = await put('large.csv', 'x'.repeat(100_001))
  expect([told.status, told.json['code']]).toEqual([400, 'PAYLOAD_TOO_LARGE'])
  let isAnswered: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (isAnswered = resolve))
  const unendingBody = (async function* () {
    yield* bytes(150_000)
    await answered
  })()
  const untold = await put('large.csv', unendingBody)
  isAnswered()
  expect([untold.status, untold.json['code']]).toEqual([400, 'PAYLOAD_TOO_LARGE'])
  expect(untold.headers['x-ratelimit-limit']).toBeDefined()
  expect(untold.headers['connection']).toBe('close')
  expect((await put('fits.csv', bytes(100_000))).json).toMatchObject({ sizeBytes: 100_000 })
  await put('fits2.csv', bytes(100_000))
  expect((await put('no-room.csv', bytes(90_000))).json['code']).toBe('PAYLOAD_TOO_LARGE')
  expect(existsSync(inDirectory('no-room.csv'))).toBe(false)
  await Promise.all([remove('fits.csv'), remove('fits2.csv')])
  expect(unfinished()).toEqual([])
})

test('an upload that breaks off leaves nothing behind', async () => {
  const gone = new AbortController()
  const body = (async function* () {
    yield new Uint8Array(1_000)
    await until(() => unfinished().length > 0)
    gone.abort()
  })()
  const answer = api.send({
    method: 'PUT',
    path: '/api/v1/files/broken.csv',
    headers: as('admin'),
    body,
    signal: gone.signal,
  })
  await expect(answer).rejects.toThrow()
  await until(() => unfinished().length === 0)
  expect(existsSync(inDirectory('broken.csv'))).toBe(false)
})

test('forms and encoded content are refused, since they would be stored as they are', async () => {
  const form = await put('a.csv', 'x', { 'content-type': 'multipart/form-data; boundary=x' })
  expect(form.json['code']).toBe('UNSUPPORTED_MEDIA_TYPE')
  expect((await put('a.csv', 'x', { 'content-encoding': 'gzip' })).json['code']).toBe('UNSUPPORTED_MEDIA_TYPE')
})

const HOSTILE = [
  '..',
  '.',
  '%2e%2e',
  '%2E',
  '..%2f..%2fetc%2fpasswd',
  '..%5cx',
  '%2fetc%2fpasswd',
  'a%2fb',
  'a%5cb',
  'C:x',
  'C%3A%5Cx',
  'a..b',
  '.hidden',
  '.unfinished-x',
  '-x',
  '_x',
  '%20x',
  'x.',
  'x%20',
  'x.csv%20',
  'a%0ab',
  'a%0d%0ab',
  'con',
  'CON.csv',
  'nul',
  'Aux.txt',
  'COM1',
  'lpt9.csv',
  'prn%20.csv',
  'caf%C3%A9.csv',
  '%EF%BC%8E%EF%BC%8E',
  'a'.repeat(129),
  'a;b',
  'a|b',
  'a*',
  'a%3fb',
  '~',
  '$HOME',
  '%22a%22',
]

test.each(HOSTILE)('the name %s is refused', async (name) => {
  for (const answer of [await put(name, 'x'), await get(name), await remove(name)])
    expect([answer.status, answer.json['code']]).toEqual([400, 'INVALID_FILE_NAME'])
})

test.each(['a%00', 'a%00.csv', '%ff', '%', '%c0%ae%c0%ae'])('the name %s is no text', async (name) => {
  const answer = await get(name)
  expect([answer.status, answer.json['code']]).toEqual([400, 'INVALID_PARAMETER'])
})

test('a path below the directory is no path of the API', async () => {
  for (const path of ['/api/v1/files/../config', '/api/v1/files/a/b'])
    expect((await api.send({ path, headers: as('admin') })).json['code']).toBe('ROUTE_NOT_FOUND')
})

test('links, pipes, directories and what they lead to are no files', async () => {
  const outside = join(api.files, '..', 'secret.txt')
  writeFileSync(outside, 'secret')
  symlinkSync(outside, inDirectory('link.csv'))
  symlinkSync('/nowhere', inDirectory('dangling.csv'))
  symlinkSync('/proc/self/environ', inDirectory('environ.csv'))
  mkdirSync(inDirectory('directory.csv'))
  execFileSync('mkfifo', [inDirectory('pipe.csv')])
  const names = ['link.csv', 'dangling.csv', 'environ.csv', 'directory.csv', 'pipe.csv']
  for (const name of names) {
    const read = await get(name)
    expect([name, read.status, read.json['code']]).toEqual([name, 400, 'INVALID_FILE_NAME'])
    const write = await put(name, 'x', {}, '?overwrite=true')
    expect([name, write.json['code']]).toEqual([name, 'INVALID_FILE_NAME'])
    expect((await remove(name)).json['code']).toBe('FILE_NOT_FOUND')
  }
  const { files } = (await api.send({ path: '/api/v1/files', headers: as('admin') })).json as {
    files: { name: string }[]
  }
  expect(files.map((file) => file.name).filter((name) => names.includes(name))).toEqual([])
  expect(readFileSync(outside, 'utf8')).toBe('secret')
})
