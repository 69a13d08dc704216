import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteFile } from '../../../../../srv/admin/database/sqlite/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { childrenOf, memoryOf } from '../../../../bench/memory.ts'

/** Of its own: 20, of which Node takes half. Old garbage would be 15 more, what strips types 22. */
const MOST_MIB = 28
const ROWS = 400_000
const SQL = `WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${String(ROWS)})
  SELECT x, 'Title ' || x, x * 7, (x % 100000) / 100.0, 'Some text to read, ' || x FROM n`
const KINDS = ['integer', 'text', 'integer', 'decimal', 'text'] as const

let folder: string
let database: Database
let others: Set<number>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'saga-channel-'))
  const file = join(folder, 'main.sqlite')
  new DatabaseSync(file).exec('PRAGMA journal_mode = WAL')
  others = new Set(childrenOf(process.pid))
  database = openSqliteFile({ file, schemas: join(folder, 'schemas') })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

test.each(['csv', 'json'] as const)('a process that writes many rows as %s stays small', async (type) => {
  const columns = KINDS.map((kind, index) => ({ name: `c${String(index)}`, kind, scale: 2 }))
  const common = { columns, escapeFormulas: false }
  const format = type === 'csv' ? { ...common, type, delimiter: ',', nullValue: '' } : { ...common, type }
  const sizes: number[] = []
  let rowCount = 0
  await database.read({ signal: AbortSignal.timeout(60_000), timeoutMs: 60_000 }, async (session) => {
    for await (const chunk of session.streamText({ sql: SQL, parameters: [] }, format, Infinity)) {
      rowCount += chunk.rowCount
      for (const pid of childrenOf(process.pid)) if (!others.has(pid)) sizes.push(memoryOf(pid, 'Private_Dirty'))
    }
  })
  expect(rowCount).toBe(ROWS)
  expect(Math.max(...sizes.filter((size) => !Number.isNaN(size)))).toBeLessThan(MOST_MIB)
})
