/** The overview without a browser. */
import type { ListedObject } from '../../../app/cockpit/src/api/catalog.ts'
import fc from 'fast-check'
import {
  changesBetween,
  readSnapshots,
  snapshotOf,
  withSnapshot,
} from '../../../app/cockpit/src/pages/overview/seen-objects.ts'
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

test('changes are what came, went, got columns, and grew most', () => {
  const before = snapshotOf(
    [
      object('same', { rowCount: 5 }),
      object('gone', { rowCount: 7, sizeBytes: 70 }),
      object('small', { rowCount: 1, sizeBytes: 10 }),
      object('large', { rowCount: 1, sizeBytes: 10 }),
      object('wide', { rowCount: null }),
    ],
    0,
  )
  const now = snapshotOf(
    [
      object('same', { rowCount: 5 }),
      object('small', { rowCount: 2, sizeBytes: 12 }),
      object('large', { rowCount: 9, sizeBytes: 4_000 }),
      object('wide', { rowCount: 9, columnCount: 3 }),
      object('new', { isView: true, columnCount: 4 }),
    ],
    1,
  )
  expect(changesBetween(before, now)).toEqual([
    { name: 'gone', isView: false, kind: 'gone', columns: null, rows: 7, bytes: 70 },
    { name: 'wide', isView: false, kind: 'columns', columns: 2, rows: null, bytes: null },
    { name: 'new', isView: true, kind: 'new', columns: 4, rows: null, bytes: null },
    { name: 'large', isView: false, kind: 'size', columns: 0, rows: 8, bytes: 3_990 },
    { name: 'small', isView: false, kind: 'size', columns: 0, rows: 1, bytes: 2 },
  ])
})

test('what is kept is apart, bounded, and read back', () => {
  const HOUR = 3_600_000
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 60 }), (waits) => {
      let [at, kept] = [0, readSnapshots(null)]
      for (const hours of waits) {
        at += hours * HOUR
        kept = withSnapshot(kept, snapshotOf([object('a', { rowCount: at })], at))
      }
      expect(kept.length).toBeLessThanOrEqual(8)
      for (const [index, snapshot] of kept.entries())
        expect(snapshot.at - (kept[index - 1]?.at ?? -Infinity)).toBeGreaterThanOrEqual(12 * HOUR)
      expect(readSnapshots(JSON.stringify(kept))).toEqual(kept)
    }),
  )
  for (const text of ['x', '{}', '[1]', '[{"at":1}]', '[{"at":1,"objects":{"a":1}}]'])
    expect(readSnapshots(text)).toEqual([])
})
