import fc from 'fast-check'
import { type IndexUse, indexAdvice } from '../../../../srv/admin/core/index-advice.ts'

const index = (name: string, columns: readonly string[], given: Partial<IndexUse> = {}): IndexUse => ({
  table: 't',
  name,
  columns,
  order: columns.map((column) => `${column} asc`),
  ...{ isUnique: false, isConstraint: false, scans: null, tableScans: null },
  ...given,
})
const key = (...columns: string[]) => ({ table: 't', columns })
const large = (): boolean => true

test('columns of a key need an index that begins with them, in any order', () => {
  expect(indexAdvice([], [key('a', 'b')], large)).toEqual([
    { kind: 'missing', table: 't', name: 't_by_a_b', columns: ['a', 'b'] },
  ])
  expect(indexAdvice([index('i', ['b', 'a', 'c'])], [key('a', 'b')], large)).toEqual([])
  expect(indexAdvice([index('i', ['a', 'c', 'b'])], [key('a', 'b')], large)).toHaveLength(1)
  expect(indexAdvice([index('pk', ['a', 'b'], { isUnique: true, isConstraint: true })], [key('a')], large)).toEqual([])
})

test('a small table needs none, and one index is enough for two keys', () => {
  expect(indexAdvice([], [key('a')], () => false)).toEqual([])
  expect(indexAdvice([], [key('a'), key('a'), { table: 'u', columns: ['a'] }], large)).toHaveLength(2)
})

test('a new name is free, and no longer than the engine takes', () => {
  const names = indexAdvice([index('T_by_a', ['x'])], [key('a'), key('a'.repeat(80))], large).map(({ name }) => name)
  expect(names).toEqual(['t_by_a_2', `t_by_${'a'.repeat(58)}`])
})

test.each<[string, IndexUse[], string[]]>([
  ['the shorter of two', [index('short', ['a']), index('long', ['a', 'b'])], ['short']],
  ['one of two that are equal', [index('a1', ['a']), index('a2', ['a'])], ['a2']],
  ['what a constraint does', [index('i', ['a']), index('z', ['a'], { isUnique: true, isConstraint: true })], ['i']],
  ['no unique one, whose rule would go', [index('u', ['a'], { isUnique: true }), index('long', ['a', 'b'])], []],
  ['the other of a unique pair', [index('u', ['a'], { isUnique: true }), index('b', ['a'])], ['b']],
  ['none that sorts otherwise', [index('up', ['a']), index('down', ['a', 'b'], { order: ['a desc', 'b asc'] })], []],
  ['none of another table', [index('i', ['a']), index('j', ['a'], { table: 'u' })], []],
])('duplicates: %s', (_, indexes, dropped) => {
  expect(indexAdvice(indexes, [], large).map(({ name }) => name)).toEqual(dropped)
})

test('unused is what was never used although its table was, unless a key or a rule needs it', () => {
  const idle = { scans: 0, tableScans: 5_000 }
  expect(indexAdvice([index('i', ['a'], idle)], [], large)).toEqual([
    { kind: 'unused', table: 't', name: 'i', tableScans: 5_000 },
  ])
  expect(indexAdvice([index('i', ['a'], { scans: 0, tableScans: 5 })], [], large)).toEqual([])
  expect(indexAdvice([index('i', ['a'], { ...idle, scans: 1 })], [], large)).toEqual([])
  expect(indexAdvice([index('i', ['a'], { ...idle, isUnique: true })], [], large)).toEqual([])
  expect(indexAdvice([index('i', ['a', 'b'], idle)], [key('a')], large)).toEqual([])
  expect(indexAdvice([index('i', ['a'], { ...idle, scans: null })], [], large)).toEqual([])
})

test('who follows the advice comes to its end, and every key and rule is served as before', () => {
  const columns = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
  const some = fc.array(fc.record({ columns, isUnique: fc.boolean(), isConstraint: fc.boolean() }), { maxLength: 6 })
  const rules = (all: readonly IndexUse[]): string[] =>
    [...new Set(all.filter(({ isUnique }) => isUnique).map((each) => each.columns.join()))].sort()
  fc.assert(
    fc.property(some, fc.array(columns, { maxLength: 4 }), (given, keys) => {
      const before = given.map((each, at) =>
        index(`i${at}`, each.columns, { ...each, isUnique: each.isUnique || each.isConstraint }),
      )
      const wanted = keys.map((each) => key(...each))
      let indexes = before
      // An index that is made may do the work of one that was there, which is told next time.
      for (let round = 0; round < 2; round++) {
        const advice = indexAdvice(indexes, wanted, large)
        const dropped = new Set(advice.filter(({ kind }) => kind === 'duplicate').map(({ name }) => name))
        const made = advice.flatMap((each) => (each.kind === 'missing' ? [index(each.name, each.columns)] : []))
        indexes = [...indexes.filter(({ name }) => !dropped.has(name)), ...made]
      }
      expect(indexAdvice(indexes, wanted, large)).toEqual([])
      expect(rules(indexes)).toEqual(rules(before))
    }),
    { numRuns: 1_000 },
  )
})
