import fc from 'fast-check'
import { inDependencyOrder } from '../../../../../srv/admin/dialects/hana/structure/clone.ts'

test('each item comes after those it needs, and none is lost', () => {
  // Item n needs some of the items below n; they are given in any order.
  const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc.tuple(
      fc.array(fc.array(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size }),
      fc.shuffledSubarray(
        Array.from({ length: size }, (_, index) => index),
        { minLength: size },
      ),
    ),
  )
  fc.assert(
    fc.property(graph, ([needs, order]) => {
      const items = order.map((id) => ({
        name: String(id),
        needs: (needs[id] ?? []).filter((other) => other < id).map(String),
      }))
      const sorted = inDependencyOrder(items, (item) => item.needs).map(({ name }) => name)
      expect([...sorted].sort()).toEqual(items.map(({ name }) => name).sort())
      for (const item of items)
        for (const need of item.needs) expect(sorted.indexOf(need)).toBeLessThan(sorted.indexOf(item.name))
    }),
  )
})

test('items that need each other are refused, unknown names are not', () => {
  const items = [
    { name: 'a', needs: ['b'] },
    { name: 'b', needs: ['a'] },
  ]
  expect(() => inDependencyOrder(items, ({ needs }) => needs)).toThrow('needs itself')
  expect(inDependencyOrder([{ name: 'a' }], () => ['elsewhere'])).toEqual([{ name: 'a' }])
})
