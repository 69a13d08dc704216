/** The overview without a browser. */
import type { ListedObject } from '../../../app/cockpit/src/api/catalog.ts'
import { largestTables } from '../../../app/cockpit/src/pages/overview/largest.ts'

const object = (name: string, known: Partial<ListedObject> = {}): ListedObject => ({
  ...{ schema: 'main', name, isView: false, type: 'table', isTechnical: false, columnCount: 1, comment: null },
  ...{ rowCount: null, sizeBytes: null, isValid: true, ...known },
})

test('the largest tables come first, with their shares of all whose size is known', () => {
  const { by, tables, total } = largestTables([
    object('small', { sizeBytes: 100, rowCount: 900 }),
    object('locked', { rowCount: 5 }),
    object('large', { sizeBytes: 300 }),
    object('view', { isView: true, type: 'view', sizeBytes: 9_000 }),
  ])
  expect([by, total]).toEqual(['sizeBytes', 2])
  expect(tables.map(({ name, percent }) => [name, percent])).toEqual([
    ['large', 75],
    ['small', 25],
  ])
})

test('ten are enough, and shares are of all', () => {
  const { tables, total } = largestTables(
    Array.from({ length: 20 }, (_, index) => object(`t${index}`, { sizeBytes: 1 })),
  )
  expect([tables.length, total, tables[0]?.percent]).toEqual([10, 20, 5])
})

test('without sizes the rows count, and empty tables have no share', () => {
  expect(largestTables([object('a', { rowCount: 0 }), object('b', { rowCount: 0 })])).toMatchObject({
    by: 'rowCount',
    tables: [{ percent: null }, { percent: null }],
  })
  expect(largestTables([object('a')])).toMatchObject({ tables: [], total: 0 })
})
