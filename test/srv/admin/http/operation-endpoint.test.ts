import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { AdminError } from '../../../../srv/admin/core/errors.ts'
import { StreamedResult } from '../../../../srv/admin/operations/operation.ts'
import { as, startApi, until } from '../../../support/admin-api.ts'
import { operation, route } from '../../../support/operations.ts'

const ended: string[] = []
let release: () => void = () => undefined
let started = 0

/** Runs until the test lets go or the signal comes. */
const heavy = operation({
  name: 'heavy',
  input: Type.Object({ table: Type.Optional(Type.String()) }),
  isHeavy: true,
  run: ({ signal, progress, found }) =>
    new Promise((resolve, reject) => {
      started++
      progress('reading', 3, 10)
      for (const name of ['a', 'b']) found({ name })
      release = () => {
        resolve({ rowCount: 10 })
      }
      signal.addEventListener('abort', () => {
        ended.push((signal.reason as AdminError).code)
        reject(new Error('stopped'))
      })
    }),
})
const deaf = operation({ name: 'deaf', input: Type.Object({}), run: () => new Promise(() => undefined) })
const failing = operation({
  name: 'failing',
  input: Type.Object({}),
  isHeavy: true,
  run: async () => {
    throw new AdminError('IMPORT_REJECTED', 'line 7')
  },
})
const exporting = operation({
  name: 'exporting',
  input: Type.Object({}),
  isHeavy: true,
  run: async ({ accepts }) =>
    new StreamedResult({
      contentType: accepts(['application/json', 'text/csv']) ?? 'none',
      fileName: 'saga Film.csv',
      chunks: (async function* () {
        yield 'ID\n'
        yield '1\n'
      })(),
      trailers: () => ({ 'X-Row-Count': '1' }),
    }),
})
const large = operation({
  name: 'large',
  input: Type.Object({}),
  isHeavy: true,
  run: async () => ({ text: 'x'.repeat(3_000) }),
})

const api = startApi({
  settings: { limits: { operationResultBytes: 2_000 } },
  routes: [
    ...[heavy, deaf, exporting, large].map((it) => route('POST', it, 'operator')),
    route('POST', failing, 'admin'),
  ],
})

const post = (
  name: string,
  user: string,
  headers: Record<string, string> = {},
  body: unknown = {},
  signal?: AbortSignal,
) =>
  api.send({
    method: 'POST',
    path: `/api/v1/${name}`,
    headers: { ...as(user), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
const ASYNC = { prefer: 'respond-async, wait=10' }
const get = (path: string, user: string) => api.send({ path: `/api/v1${path}`, headers: as(user) })
const remove = (path: string, user: string) => api.send({ method: 'DELETE', path: `/api/v1${path}`, headers: as(user) })
const startAsync = async (name: string, user: string): Promise<string> =>
  (await post(name, user, ASYNC)).json['operationId'] as string
const statusOf = async (id: string): Promise<unknown> => (await get(`/operations/${id}`, 'admin')).json['status']

describe('an operation', () => {
  test('that does not end in time is answered with a timeout', async () => {
    const answer = await post('deaf', 'operator', {}, { timeout: 1 })
    expect([answer.status, answer.json['code']]).toEqual([500, 'OPERATION_TIMEOUT'])
    expect(answer.headers['x-ratelimit-limit']).toBeDefined()
  })

  test('is cancelled when its client has gone', async () => {
    const gone = new AbortController()
    const before = started
    const answer = post('heavy', 'operator', {}, { table: 'T' }, gone.signal)
    await until(() => started > before)
    gone.abort()
    await expect(answer).rejects.toThrow()
    await until(() => ended.includes('OPERATION_CANCELLED'))
    await until(() =>
      api.audit.some((line) => line.includes('table="T"') && line.includes('outcome="OPERATION_CANCELLED"')),
    )
  })

  test('learns which media type the client prefers', async () => {
    expect((await post('exporting', 'operator')).headers['content-type']).toBe('application/json')
    expect((await post('exporting', 'operator', { accept: 'text/csv' })).headers['content-type']).toBe('text/csv')
    expect((await post('exporting', 'operator', { accept: 'image/png' })).headers['content-type']).toBe('none')
  })
})

describe('heavy work', () => {
  test('is bounded for a caller and for all, and a place is free when work has ended', async () => {
    const ids = [await startAsync('heavy', 'operator'), await startAsync('heavy', 'operator')]
    const third = await post('heavy', 'operator')
    expect([third.status, third.json['code'], third.headers['retry-after']]).toEqual([429, 'TOO_MANY_OPERATIONS', '5'])
    ids.push(await startAsync('heavy', 'operator2'), await startAsync('heavy', 'operator2'))
    expect((await post('heavy', 'admin')).json['code']).toBe('TOO_MANY_OPERATIONS')
    for (const id of ids) await remove(`/operations/${id}`, 'admin')
    const next = await post('exporting', 'admin')
    expect(next.status).toBe(200)
  })

  test('also in the foreground can be seen and cancelled from elsewhere', async () => {
    const before = started
    const answer = post('heavy', 'operator')
    await until(() => started > before)
    const list = (await get('/operations', 'operator')).json['operations'] as Record<string, unknown>[]
    const running = list.find((item) => item['status'] === 'running')
    expect(running).toMatchObject({
      operation: 'heavy',
      owner: 'operator',
      background: false,
      phase: 'reading',
      rowsDone: 3,
      rowsTotal: 10,
      endedAt: null,
      hasFile: false,
    })
    await remove(`/operations/${String(running?.['operationId'])}`, 'operator')
    expect((await answer).json['code']).toBe('OPERATION_CANCELLED')
    expect((await answer).headers['x-operation-id']).toBe(running?.['operationId'])
  })
})

describe('where reads of sensitive data are recorded', () => {
  const recording = startApi({
    routes: [route('POST', { ...heavy, tellsValues: true }, 'operator')],
    recordRead: () => Promise.resolve(),
  })

  test('no part of an answer is told before all of it', async () => {
    const ask = { headers: { ...as('operator'), 'content-type': 'application/json', ...ASYNC }, body: '{}' }
    const { json } = await recording.send({ method: 'POST', path: '/api/v1/heavy', ...ask })
    const path = `/api/v1/operations/${String(json['operationId'])}?known=0`
    expect((await recording.send({ path, headers: as('operator') })).json).toMatchObject({
      status: 'running',
      found: [],
    })
    release()
  })
})

describe('work in the background', () => {
  test('is answered at once, and its result can be fetched later', async () => {
    const accepted = await post('heavy', 'operator', ASYNC, { table: 'Film' })
    expect(accepted.status).toBe(200)
    expect(accepted.headers['preference-applied']).toBe('respond-async')
    const id = accepted.json['operationId'] as string
    expect(accepted.json).toEqual({ success: true, operationId: id, status: 'running' })
    expect(accepted.headers['x-operation-id']).toBe(id)
    expect(await statusOf(id)).toBe('running')
    expect((await get(`/operations/${id}?known=1`, 'operator')).json).toMatchObject({ found: [{ name: 'b' }] })
    expect((await get(`/operations/${id}?known=-1`, 'operator')).json['code']).toBe('INVALID_PARAMETER')
    release()
    await until(async () => (await statusOf(id)) === 'succeeded')
    const state = (await get(`/operations/${id}`, 'operator')).json
    expect(state).toMatchObject({ success: true, operation: 'heavy', background: true, result: { rowCount: 10 } })
    expect(Date.parse(state['endedAt'] as string)).toBeGreaterThanOrEqual(Date.parse(state['startedAt'] as string))
    const lines = api.audit.filter((line) => line.includes(id))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/table="Film".*outcome="accepted"/)
    expect(lines[1]).toMatch(/table="Film" rowCount=10 outcome="ok"/)
  })

  test('belongs to its owner and to admins; for others it does not exist', async () => {
    const id = await startAsync('heavy', 'operator')
    for (const answer of [
      await get(`/operations/${id}`, 'operator2'),
      await remove(`/operations/${id}`, 'operator2'),
      await get(`/operations/${id}/file`, 'operator2'),
    ])
      expect([answer.status, answer.json['code']]).toEqual([404, 'OPERATION_NOT_FOUND'])
    const others = (await get('/operations', 'operator2')).json['operations'] as { owner: string }[]
    expect(others.every((item) => item.owner === 'operator2')).toBe(true)
    const all = (await get('/operations', 'admin')).json['operations'] as { operationId: string }[]
    expect(all.map((item) => item.operationId)).toContain(id)
    expect((await remove(`/operations/${id}`, 'admin')).status).toBe(200)
    expect(api.audit.join('\n')).toMatch(`user="admin" operation="DELETE /operations/{id}" id="${id}"`)
    await until(async () => (await statusOf(id)) === 'cancelled')
    const again = await remove(`/operations/${id}`, 'operator')
    expect(again.json).toMatchObject({ status: 'cancelled', error: { code: 'OPERATION_CANCELLED' } })
  })

  test('tells its error', async () => {
    const id = await startAsync('failing', 'admin')
    await until(async () => (await statusOf(id)) === 'failed')
    expect((await get(`/operations/${id}`, 'admin')).json['error']).toEqual({
      code: 'IMPORT_REJECTED',
      error: 'The import was rejected',
      details: 'line 7',
    })
  })

  test('writes a stream to a file, which its owner can fetch', async () => {
    const id = await startAsync('exporting', 'operator')
    await until(async () => (await statusOf(id)) === 'succeeded')
    const { result } = (await get(`/operations/${id}`, 'operator')).json as { result: { file: { name: string } } }
    const name = `saga_Film-${id}.csv`
    expect(result).toMatchObject({ file: { name, sizeBytes: 5 }, 'X-Row-Count': '1' })
    expect(readFileSync(join(api.files, '.results', name), 'utf8')).toBe('ID\n1\n')
    const file = await get(`/operations/${id}/file`, 'operator')
    expect([file.status, file.text]).toEqual([200, 'ID\n1\n'])
  })

  test('leaves a file that its owner and admins remove, and nobody else', async () => {
    for (const user of ['operator', 'admin']) {
      const id = await startAsync('exporting', 'operator')
      await until(async () => (await statusOf(id)) === 'succeeded')
      const path = `/operations/${id}/file`
      expect((await remove(path, 'operator2')).json['code']).toBe('OPERATION_NOT_FOUND')
      expect((await remove(path, user)).json).toEqual({ success: true, name: `saga_Film-${id}.csv` })
      expect((await remove(path, user)).json['code']).toBe('FILE_NOT_FOUND')
      expect((await get(path, 'operator')).json['code']).toBe('FILE_NOT_FOUND')
    }
  })

  test('fails when its result is too large to be kept', async () => {
    const id = await startAsync('large', 'operator')
    await until(async () => (await statusOf(id)) === 'failed')
    expect((await get(`/operations/${id}`, 'operator')).json['error']).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
  })

  test('is not offered by light operations', async () => {
    const light = await post('deaf', 'operator', ASYNC, { timeout: 1 })
    expect(light.json['code']).toBe('OPERATION_TIMEOUT')
  })
})
