/** Exports that PostgreSQL itself ends: at once, or after many rows. */
import { until } from '../../../../../support/admin-api.ts'
import { execute, query } from '../../../../../support/engines.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

const CSV = { accept: 'text/csv' }
const { engine, exportTable } = useTransfer('PostgreSQL')

beforeAll(() =>
  execute(
    engine().database,
    'CREATE VIEW divided AS SELECT 1 / (x - x) AS y FROM generate_series(1, 3) AS x',
    'CREATE VIEW late AS SELECT x, 1 / (90000 - x) AS y FROM generate_series(1, 100000) AS x',
    'CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS x WITH NO DATA',
    'CREATE TABLE closed (x integer)',
    'CREATE ROLE other NOLOGIN',
    'CREATE VIEW forbidden AS SELECT x FROM closed',
    'ALTER VIEW forbidden OWNER TO other',
  ),
)

const atRest = async (): Promise<void> => {
  await until(() => {
    const { busy, waiting } = engine().database.usage()
    return busy + waiting === 0
  })
  const open = `SELECT state, query FROM pg_stat_activity WHERE application_name = 'admin-api' AND state <> 'idle' AND pid <> pg_backend_pid()`
  expect(await query(engine().database, open)).toEqual([])
}

const FAILING: readonly (readonly [table: string, status: number, code: string])[] = [
  ['divided', 400, 'INVALID_PARAMETER'],
  ['unfilled', 400, 'NOT_SUPPORTED'],
  ['forbidden', 403, 'INSUFFICIENT_PRIVILEGE'],
]

test.each(FAILING)(
  '%s is answered at once, with status %i',
  async (table, status, code) => {
    for (const headers of [CSV, { accept: 'application/json' }, { accept: 'application/x-ndjson' }]) {
      const answer = await exportTable({ table, timeout: 60 }, headers)
      expect([answer.status, answer.json['code']]).toEqual([status, code])
      await atRest()
    }
  },
  20_000,
)

test('a failure after many rows breaks a raw download, and is told in JSON', async () => {
  await expect(exportTable({ table: 'late', timeout: 60 }, CSV)).rejects.toThrow(/aborted|hang up|ECONNRESET/)
  await atRest()
  const { json } = await exportTable({ table: 'late', format: 'csv', limit: 100_000, timeout: 60 })
  expect(json).toMatchObject({ complete: false, error: { code: 'INVALID_PARAMETER' } })
  await atRest()
}, 20_000)
