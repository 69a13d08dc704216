/** Samples of many rows: some rows of some pages, the same ones in each statement. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, useEngine } from '../../../../support/engines.ts'

const ROWS = 1_200_000
const engine = useEngine('PostgreSQL')
const api = startEngineApi(engine, ROUTES)

interface Profiled {
  readonly distinctCount: number
  readonly avg: number
  readonly topValues: readonly { readonly count: number }[]
}

beforeAll(() =>
  execute(
    engine().database,
    `CREATE UNLOGGED TABLE many AS SELECT n AS id, n / ${String(ROWS / 4)} AS part FROM generate_series(0, ${String(ROWS - 1)}) n`,
  ),
)

test('a sample of many rows is taken of pages, and is like the whole', async () => {
  const answer = await api.post('/dataProfile', { table: 'many', sampleSize: 20_000, topValues: 10 })
  expect(answer).toMatchObject({ rowCount: ROWS, sampled: true, sampleMethod: 'system' })
  const sampled = Number(answer['sampledRows'])
  expect(sampled / 20_000).toBeGreaterThan(0.7)
  expect(sampled / 20_000).toBeLessThan(1.4)
  const [id, part] = answer['columns'] as Profiled[]
  expect(id?.distinctCount).toBe(sampled)
  expect(Math.abs((id?.avg ?? 0) / ROWS - 0.5)).toBeLessThan(0.1)
  // Rows that lie together are alike here, and all of them are met.
  expect(part?.topValues.map(({ count }) => count / sampled > 0.1)).toEqual([true, true, true, true])
  expect(part?.topValues.reduce((sum, { count }) => sum + count, 0)).toBe(sampled)
})

test('a sample of most rows is taken of rows', async () => {
  const answer = await api.post('/dataProfile', {
    table: 'many',
    columns: ['part'],
    sampleSize: ROWS / 2,
    topValues: 0,
  })
  expect(answer).toMatchObject({ sampled: true, sampleMethod: 'bernoulli' })
})
