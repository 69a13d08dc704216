import fc from 'fast-check'
import { compareStructures } from '../../../../srv/admin/core/schema-differences/compare-structures.ts'
import type { SchemaStructure } from '../../../../srv/admin/core/schema-differences/structure.ts'

const OPTIONS = { ignoreColumnOrder: true, ignoreConstraintNames: true, compareComments: false }

const name = fc.constantFrom('a', 'b', 'c', 'd')
const text = fc.constantFrom('x', 'y')
const byTwo = { selector: (each: { table: string; name: string | null }) => `${each.table}.${each.name ?? ''}` }
const byOne = { selector: (each: { name: string }) => each.name }

const structures: fc.Arbitrary<SchemaStructure> = fc.record({
  tables: fc.uniqueArray(fc.record({ name, type: text, comment: fc.constant(null) }), byOne),
  columns: fc.uniqueArray(
    fc.record({
      ...{ table: name, name, position: fc.integer({ min: 1, max: 9 }), type: text, nullable: fc.boolean() },
      ...{ defaultValue: fc.option(text), generated: fc.constant(null), identity: fc.constant(null) },
      ...{ collation: fc.constant(null), comment: fc.option(text) },
    }),
    byTwo,
  ),
  constraints: fc.array(
    fc.record({
      ...{
        table: name,
        name: fc.option(name),
        kind: fc.constantFrom('unique', 'check', 'primaryKey'),
        definition: text,
      },
    }),
  ),
  indexes: fc.uniqueArray(fc.record({ table: name, name, definition: text }), byTwo),
  triggers: fc.uniqueArray(fc.record({ table: name, name, definition: text }), byTwo),
  views: fc.uniqueArray(fc.record({ name, definition: text }), byOne),
  sequences: fc.uniqueArray(fc.record({ name, definition: text }), byOne),
  types: fc.uniqueArray(fc.record({ name, definition: text }), byOne),
  routines: fc.uniqueArray(fc.record({ name, definition: text }), byOne),
  policies: fc.uniqueArray(fc.record({ table: name, name, definition: text }), byTwo),
  statistics: fc.uniqueArray(fc.record({ table: name, name, definition: text }), byTwo),
  privileges: fc.uniqueArray(fc.record({ name, definition: text }), byOne),
})

const shuffled = <Item>(items: readonly Item[]): Item[] => [...items].reverse()
const mirror: Record<string, string> = { missing: 'extra', extra: 'missing', changed: 'changed' }

test('a schema does not differ from itself, in whatever order it is read', () => {
  fc.assert(
    fc.property(structures, (schema) => {
      const again = Object.fromEntries(
        Object.entries(schema).map(([kind, items]) => [kind, shuffled<unknown>(items as unknown[])]),
      ) as unknown as SchemaStructure
      expect(compareStructures(schema, again, OPTIONS)).toMatchObject({
        tables: { matching: schema.tables.length, onlyLeft: [], onlyRight: [], different: [] },
        ...{ indexes: [], triggers: [], constraints: [], views: [], sequences: [], renameCandidates: [] },
      })
    }),
  )
})

test('what one side lacks the other has more', () => {
  fc.assert(
    fc.property(structures, structures, (left, right) => {
      const [there, back] = [compareStructures(left, right, OPTIONS), compareStructures(right, left, OPTIONS)]
      expect(there.tables.onlyLeft).toEqual(back.tables.onlyRight)
      expect(there.tables.matching).toBe(back.tables.matching)
      for (const kind of [
        'indexes',
        'triggers',
        'views',
        'sequences',
        'types',
        'routines',
        'policies',
        'statistics',
      ] as const)
        expect(back[kind]).toEqual(
          there[kind].map((each) => ({
            ...each,
            ...{ change: mirror[each.change], value1: each.value2, value2: each.value1 },
          })),
        )
      const count = (change: string, of: typeof there): number =>
        of.constraints.filter((each) => each.change === change).length
      expect(count('missing', there)).toBe(count('extra', back))
    }),
  )
})

test('every difference of named objects is told once', () => {
  fc.assert(
    fc.property(structures, structures, ({ views: left, ...rest }, { views: right }) => {
      const { views } = compareStructures({ ...rest, views: left }, { ...rest, views: right }, OPTIONS)
      const texts = (list: typeof left) => new Map(list.map((view) => [view.name, view.definition]))
      const [first, second] = [texts(left), texts(right)]
      const expected = ['a', 'b', 'c', 'd'].filter((each) => first.get(each) !== second.get(each))
      expect(views.map((view) => view.name)).toEqual(expected)
    }),
  )
})
