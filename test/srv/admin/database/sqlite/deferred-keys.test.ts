import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { DeferredKeys } from '../../../../../srv/admin/database/sqlite/deferred-keys.ts'

const TARGET = { schema: 'main', table: 'node' }

/** Inserts rows with their parents, line by line from 2 on. @returns what the check says of them. */
const load = (rows: readonly (readonly [id: number, parent: number | null])[], replaces = false): string | null => {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec('CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node (id)); BEGIN')
    const statement = database.prepare(`INSERT ${replaces ? 'OR REPLACE ' : ''}INTO node VALUES (?, ?)`)
    const keys = new DeferredKeys(database, TARGET)
    rows.forEach((row, index) => keys.insert(() => statement.run(...row).lastInsertRowid, index + 2))
    keys.check()
    return null
  } catch (error) {
    return (error as { details?: string }).details ?? String(error)
  } finally {
    database.close()
  }
}

it('names the first line whose row has no partner, in whatever order the rows come', () => {
  const ids = fc.uniqueArray(fc.integer({ min: -9, max: 30 }), { minLength: 1, maxLength: 20 })
  const rows = ids.chain((all) =>
    fc.tuple(...all.map((id) => fc.tuple(fc.constant(id), fc.option(fc.constantFrom(...all, 99), { freq: 3 })))),
  )
  fc.assert(
    fc.property(rows, (all) => {
      const first = all.findIndex(([, parent]) => parent === 99)
      expect(load(all)).toBe(first === -1 ? null : `Line ${String(first + 2)}: FOREIGN KEY constraint failed`)
    }),
    { numRuns: 200 },
  )
})

it('takes the last line of a row that was replaced', () => {
  const rows = [[1, 5], [2, null], [3, 99], [4, null], [5, null]] as const // prettier-ignore
  expect(load([...rows, [2, 99]], true)).toBe('Line 4: FOREIGN KEY constraint failed')
  expect(load([...rows, [3, null], [2, 99]], true)).toBe('Line 8: FOREIGN KEY constraint failed')
})
