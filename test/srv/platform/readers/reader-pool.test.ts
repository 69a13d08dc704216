/**
 * With real processes, on an empty database: statements that last as long as they are told.
 * @alone: waits for limits of time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ReaderPool } from '../../../../srv/platform/readers/reader-pool.ts'
import type { Row } from '../../../../srv/platform/readers/protocol.ts'
import { eventually } from '../../../support/raw-clients.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-pool-'))
const file = join(folder, 'a.sqlite')
new DatabaseSync(file).close()
const pools: ReaderPool[] = []
afterAll(() => {
  for (const pool of pools) pool.close()
  rmSync(folder, { recursive: true })
})

const open = (settings: object = {}): ReaderPool => {
  const defaults = { processes: 2, waiting: 2, waitMs: 20_000, timeoutMs: 20_000, idleMs: 20_000 }
  const pool = new ReaderPool({ ...defaults, ...settings })
  pools.push(pool)
  return pool
}

const ENDLESS = 'WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT count(*) FROM s'
const question = (sql: string, values: unknown = []) => ({ file, sql, values, session: {} })
const quick = (pool: ReaderPool, n = 1): Promise<readonly Row[]> => pool.read(question('SELECT ? AS n', [n]), false)
const endless = (pool: ReaderPool, onStop?: (stop: () => void) => void): Promise<unknown> =>
  pool.read(question(ENDLESS), true, onStop).catch((error: unknown) => (error as { errcode: unknown }).errcode)

const BUSY = 5
const INTERRUPTED = 9

test('reads come back, and errors with their codes; one process is used again and again', async () => {
  const pool = open()
  expect(await quick(pool)).toEqual([{ n: 1 }])
  await expect(pool.read(question('SELECT x'), false)).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1 })
  expect(await pool.read(question('SELECT ? AS n', 'text'), true)).toEqual([{ n: 'text' }])
  expect(await pool.read(question('SELECT ? AS n', [Buffer.from('ab')]), true)).toEqual([
    { n: new Uint8Array([97, 98]) },
  ])
  expect(pool.usage).toEqual({ processes: 1, running: 0, waiting: 0 })
})

test('long reads leave a process to the others, and wait only so many', async () => {
  const pool = open()
  const stops: (() => void)[] = []
  const all = Array.from({ length: 4 }, () => endless(pool, (stop) => stops.push(stop)))
  expect(await all[3]).toBe(BUSY)
  expect(await Promise.all([quick(pool, 1), quick(pool, 2), quick(pool, 3)])).toEqual([
    [{ n: 1 }],
    [{ n: 2 }],
    [{ n: 3 }],
  ])
  expect(pool.usage).toEqual({ processes: 2, running: 1, waiting: 2 })
  for (const stop of stops) stop()
  expect(await Promise.all(all)).toEqual([INTERRUPTED, INTERRUPTED, INTERRUPTED, BUSY])
})

test('nothing waits or runs longer than it may, and what ended is replaced', async () => {
  const pool = open({ waitMs: 300, timeoutMs: 4_000 })
  const [first, second] = await Promise.all([endless(pool), endless(pool)])
  expect([first, second]).toEqual([INTERRUPTED, BUSY])
  await eventually(() => pool.usage.running === 0)
  expect(await quick(pool)).toEqual([{ n: 1 }])
})

test('who is stopped while he waits makes room', async () => {
  const pool = open({ waiting: 1 })
  let stop: (() => void) | undefined
  const first = endless(pool)
  const second = endless(pool, (leave) => (stop = leave))
  stop?.()
  expect(await second).toBe(INTERRUPTED)
  const third = endless(pool)
  expect(pool.usage.waiting).toBe(1)
  pool.close()
  expect(await Promise.all([first, third])).toEqual([INTERRUPTED, INTERRUPTED])
  expect(await endless(pool)).toBe(INTERRUPTED)
})

test('processes that nobody needs end', async () => {
  const pool = open({ idleMs: 200 })
  await quick(pool)
  expect(pool.usage.processes).toBe(1)
  await eventually(() => pool.usage.processes === 0)
  expect(await quick(pool)).toEqual([{ n: 1 }])
})
