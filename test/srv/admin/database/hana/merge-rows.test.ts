import { type MergeCalls, MergeRows } from '../../../../../srv/admin/database/hana/load.ts'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import type { RowBatch } from '../../../../../srv/admin/database/session.ts'

const COLUMNS = ['ID', 'TITLE']

/** A table that does what the statements say. */
const table = (...stored: [Value, Value][]) => {
  const statements = new Set<string>()
  const calls: MergeCalls = {
    count: (sql, [id]) => {
      statements.add(sql)
      return Promise.resolve(stored.filter(([known]) => known === id).length)
    },
    changeEach: (sql, rows) => {
      statements.add(sql)
      return Promise.resolve(rows.map((row) => (sql.startsWith('UPDATE') ? update(row) : insert(row))))
    },
  }
  const update = ([title, id]: RowBatch[number]): number => {
    const met = stored.filter(([known]) => known === id)
    for (const row of met) row[1] = title ?? null
    return met.length
  }
  const insert = ([id, title]: RowBatch[number]): number => {
    stored.push([id ?? null, title ?? null])
    return 1
  }
  return { stored, statements, calls }
}

const FILE: RowBatch = [
  ['1', 'a'],
  ['7', 'b'],
  ['7', 'c'],
]

test.each([
  [
    'upsert',
    { inserted: 1, updated: 2, ignored: 0 },
    [
      ['1', 'a'],
      ['7', 'c'],
    ],
  ],
  [
    'ignore',
    { inserted: 1, updated: 0, ignored: 2 },
    [
      ['1', 'x'],
      ['7', 'b'],
    ],
  ],
  ['update', { inserted: 0, updated: 1, ignored: 2 }, [['1', 'a']]],
] as const)('%s takes rows as if they came one after the other', async (mode, written, rows) => {
  const target = table(['1', 'x'])
  const merge = new MergeRows({ schema: 'S', table: 'T' }, COLUMNS, { mode, keys: ['ID'] })
  expect(await merge.write(FILE, target.calls)).toEqual(written)
  expect(target.stored).toEqual(rows)
})

test('a key that several rows have is refused', async () => {
  const target = table(['1', 'x'], ['1', 'y'])
  for (const mode of ['upsert', 'ignore', 'update'] as const) {
    const merge = new MergeRows({ schema: 'S', table: 'T' }, COLUMNS, { mode, keys: ['ID'] })
    await expect(merge.write(FILE, target.calls)).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      rowIndex: null,
    })
  }
})

test('statements have their names in quotes', async () => {
  const target = table(['1', 'x'])
  for (const mode of ['upsert', 'ignore'] as const)
    await new MergeRows({ schema: 'S', table: 'ORDER' }, COLUMNS, { mode, keys: ['ID'] }).write(FILE, target.calls)
  expect([...target.statements]).toEqual([
    'UPDATE "S"."ORDER" SET "TITLE" = ? WHERE "ID" = ?',
    'INSERT INTO "S"."ORDER" ("ID", "TITLE") VALUES (?, ?)',
    'SELECT COUNT(*) AS "ROWS" FROM "S"."ORDER" WHERE "ID" = ?',
  ])
})
