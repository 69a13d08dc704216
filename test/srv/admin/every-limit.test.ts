/** Every limit of the settings, over HTTP: what keeps to it is done, and what goes one further is refused or cut. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cds from '@sap/cds'
import { type LimitName, SETTINGS } from '../../../srv/admin/settings.ts'
import { startApp } from '../../support/app.ts'
import { send, type Answer } from '../../support/odata.ts'
import { basic } from '../../support/users.ts'

const SMALL: Readonly<Record<LimitName, number>> = {
  bodyBytes: 400,
  listLength: 2,
  listLengthMax: 3,
  exportRowsJson: 2,
  exportRowsJsonMax: 3,
  exportRowsRaw: 2,
  exportRowsRawMax: 3,
  importFileBytes: 500,
  importFileBytesMax: 900,
  differences: 2,
  differencesMax: 3,
  fuzzyPairs: 900,
  fuzzyPairsMax: 1_000,
  lineageDepth: 1,
  lineageDepthMax: 2,
  lineageNodes: 2,
  lineageNodesMax: 3,
  timeBuckets: 2,
  timeBucketsMax: 30,
  filesBytes: 1_200,
  resultFilesBytes: 1_000,
  operationsKept: 3,
  operationResultBytes: 1_000,
}

const root = mkdtempSync(join(tmpdir(), 'saga-limits-'))
Object.assign((cds.env as unknown as { requires: { dba: object } }).requires.dba, {
  limits: SMALL,
  files: join(root, 'files'),
  schemas: join(root, 'schemas'),
})
const app = startApp()
afterAll(() => {
  rmSync(root, { recursive: true })
})

const CSV = { accept: 'text/csv' }
const BACKGROUND = { prefer: 'respond-async' }
const HEADERS = basic('admin')
const get = (path: string): Promise<Answer> => send(app, 'GET', `/api/v1/${path}`, { headers: HEADERS })
const post = (path: string, body: object, headers: object = {}): Promise<Answer> =>
  send(app, 'POST', `/api/v1/${path}`, { headers: { ...HEADERS, ...headers }, body })
const put = (name: string, length: number): Promise<Answer> =>
  send(app, 'PUT', `/api/v1/files/${name}`, {
    headers: { ...HEADERS, 'content-type': 'text/csv' },
    body: 'x'.repeat(length),
  })
const remove = (name: string): Promise<Answer> => send(app, 'DELETE', `/api/v1/files/${name}`, { headers: HEADERS })

const planets = (body: object, headers?: object): Promise<Answer> =>
  post('export', { table: 'saga_Planet', columns: 'name', format: 'json', ...body }, headers)
const planetsAsCsv = (body: object): Promise<Answer> =>
  post('export', { table: 'saga_Planet', columns: 'name', ...body }, CSV)
const violations = (body: object): Promise<Answer> =>
  post('dataValidator', { table: 'saga_People', rules: [{ column: 'mass', rule: 'required' }], ...body })
const alike = (body: object): Promise<Answer> =>
  post('duplicateDetection', { table: 'saga_People', columns: 'name', blockBy: 'gender', mode: 'fuzzy', ...body })
const lineage = (body: object): Promise<Answer> => post('dataLineage', { table: 'SagaFilm_directors', ...body })
const releases = (body: object): Promise<Answer> =>
  post('timeseriesTools', {
    action: 'aggregate',
    table: 'saga_Film',
    timeColumn: 'release_date',
    interval: 'YEAR',
    valueColumn: 'episode_id',
    ...body,
  })
const paddedBody = (length: number): object => {
  const body = { table: 'saga_Planet', where: "name = ''" }
  return { ...body, where: `name = '${'x'.repeat(length - JSON.stringify(body).length)}'` }
}

type Amount = (amount: number) => Promise<Answer>
/** Done with that much, refused with one more. */
const atMost =
  (ask: Amount, refused = 'LIMIT_TOO_LARGE') =>
  async (amount: number): Promise<void> => {
    const [within, beyond] = [await ask(amount), await ask(amount + 1)]
    expect([within.status < 300, within.body?.code]).toEqual([true, undefined])
    expect([beyond.status < 500, beyond.body.code]).toEqual([true, refused])
  }
/** As many unless a request says otherwise. */
const byDefault =
  (ask: () => Promise<Answer>, count: (body: Answer['body']) => unknown) =>
  async (amount: number): Promise<void> => {
    const { status, body } = await ask()
    expect([status, count(body)]).toEqual([200, amount])
  }

const LIMITS: Record<LimitName, (amount: number) => Promise<void>> = {
  bodyBytes: atMost((bytes) => post('export', paddedBody(bytes)), 'PAYLOAD_TOO_LARGE'),
  listLength: byDefault(
    () => get('tables?schema=main'),
    ({ tables }) => tables.length,
  ),
  listLengthMax: atMost((limit) => get(`tables?schema=main&limit=${limit}`)),
  exportRowsJson: byDefault(
    () => planets({}),
    ({ rowCount }) => rowCount,
  ),
  exportRowsJsonMax: atMost((limit) => planets({ limit })),
  exportRowsRaw: async (most) => {
    const [rest, all] = [await planetsAsCsv({ where: "name like 'T%'", limit: most }), await planetsAsCsv({})]
    expect([rest.status, all.status, all.body.code]).toEqual([200, 400, 'LIMIT_TOO_LARGE'])
  },
  exportRowsRawMax: atMost((limit) => planetsAsCsv({ limit })),
  importFileBytes: atMost(async (bytes) => {
    const answer = await put('one.csv', bytes)
    if (answer.status === 200) await remove('one.csv')
    return answer
  }, 'PAYLOAD_TOO_LARGE'),
  importFileBytesMax: async () => {
    const crawls = async (limit: number): Promise<string> => {
      const body = { table: 'saga_Film', columns: 'opening_crawl', where: 'opening_crawl is not null', limit }
      return (await ended(await post('export', body, { ...CSV, ...BACKGROUND }))).status
    }
    expect([await crawls(1), await crawls(3)]).toEqual(['succeeded', 'failed'])
    for (const { name } of (await get('files')).body.files) await remove(name)
  },
  differences: byDefault(
    () => violations({}),
    ({ errors }) => errors.length,
  ),
  differencesMax: atMost((maxErrors) => violations({ maxErrors })),
  fuzzyPairs: atMost((pairs) => alike({ where: pairs === SMALL.fuzzyPairs ? "name like 'A%'" : 'name is not null' })),
  fuzzyPairsMax: atMost((maxPairs) => alike({ where: "name like 'A%'", maxPairs })),
  lineageDepth: byDefault(
    () => lineage({}),
    ({ depth }) => depth,
  ),
  lineageDepthMax: atMost((depth) => lineage({ depth })),
  lineageNodes: byDefault(
    () => lineage({ depth: 2 }),
    ({ nodes }) => nodes.length,
  ),
  lineageNodesMax: atMost((maxNodes) => lineage({ maxNodes })),
  timeBuckets: byDefault(
    () => releases({}),
    ({ series }) => series[0].buckets.length,
  ),
  timeBucketsMax: atMost((limit) => releases({ limit })),
  filesBytes: async (most) => {
    const size = SMALL.importFileBytes
    for (let taken = 0; taken + size <= most; taken += size) expect((await put(`${taken}.csv`, size)).status).toBe(200)
    expect((await put('last.csv', (most % size) + 1)).body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect((await put('last.csv', most % size)).status).toBe(200)
    for (const { name } of (await get('files')).body.files) await remove(name)
  },
  resultFilesBytes: async (most) => {
    const body = { table: 'saga_Film', columns: 'opening_crawl', where: 'opening_crawl is not null', limit: 1 }
    const write = async () => ended(await post('export', body, { ...BACKGROUND, ...CSV }))
    expect((await write()).status).toBe('succeeded')
    const others = [await write(), await write(), await write()]
    expect(others.at(-1)).toMatchObject({ status: 'failed', error: { code: 'PAYLOAD_TOO_LARGE' } })
    const { files } = (await get('files')).body as { files: { name: string; sizeBytes: number }[] }
    expect(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(most)
    for (const { name } of files) await remove(name)
  },
  operationsKept: async (most) => {
    for (let count = 0; count <= most; count++)
      await post('duplicateDetection', { table: 'saga_Film', columns: 'title' })
    expect((await get('operations')).body.operations).toHaveLength(most)
  },
  operationResultBytes: async () => {
    const body = { table: 'saga_Planet', columns: 'name' }
    expect((await ended(await post('duplicateDetection', body, BACKGROUND))).status).toBe('succeeded')
    const large = await ended(await post('dataProfile', { table: 'saga_Planet' }, BACKGROUND))
    expect(large).toMatchObject({ status: 'failed', error: { code: 'LIMIT_TOO_LARGE' } })
  },
}

const ended = async ({ body }: Answer): Promise<{ status: string }> => {
  for (;;) {
    const { body: operation } = await get(`operations/${body.operationId as string}`)
    if (operation.status !== 'running') return operation
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('no limit is without its request', () => {
  expect(Object.keys(LIMITS).sort()).toEqual(Object.keys(SETTINGS.properties!['limits']!.properties!).sort())
})

test.each(Object.entries(LIMITS))('%s', (limit, holds) => holds(SMALL[limit as LimitName]))
