import fc from 'fast-check'
import type { DumpedTable } from '../../../../../srv/admin/core/dump/manifest.ts'
import { wholeTables } from '../../../../../srv/admin/core/dump/whole-tables.ts'

const table = (name: string, isPartitioned: boolean, ...partOf: readonly string[]): DumpedTable =>
  ({ name, isPartitioned, partOf }) as unknown as DumpedTable
const names = (tables: readonly DumpedTable[]): unknown =>
  wholeTables(tables).map((each) => [each.table.name, each.partitions.map(({ name }) => name)])

test('what is partitioned has the rows of its partitions, and heirs are tables of their own', () => {
  expect(
    names([
      table('a1', false, 'a'),
      table('heir', false, 'plain'),
      table('a2', true, 'a'),
      table('a2x', false, 'a2'),
      table('a', true),
      table('plain', false),
    ]),
  ).toEqual([
    ['heir', []],
    ['a', ['a1', 'a2', 'a2x']],
    ['plain', []],
  ])
})

test('no table is lost, whatever a file says, circles too', () => {
  const some = fc.integer({ min: 0, max: 6 }).map((n) => `t${String(n)}`)
  const tables = fc.uniqueArray(fc.tuple(some, fc.boolean(), fc.array(some, { maxLength: 2 })), {
    selector: ([name]) => name,
  })
  fc.assert(
    fc.property(tables, (given) => {
      const all = given.map(([name, isPartitioned, partOf]) => table(name, isPartitioned, ...partOf))
      const found = wholeTables(all).flatMap((each) => [each.table, ...each.partitions].map(({ name }) => name))
      expect(found.sort()).toEqual(given.map(([name]) => name).sort())
    }),
  )
})
