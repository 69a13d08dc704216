import fc from 'fast-check'
import { inReferenceOrder } from '../../../../../srv/admin/core/transfer/reference-order.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const reference = fc.record({ from: name, to: name })

test('what is referred to comes first, but for cycles', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.array(reference), (names, references) => {
      const order = inReferenceOrder(names, references)
      expect([...order].sort()).toEqual([...names].sort())
      const inside = references.filter(({ from, to }) => from !== to && names.includes(from) && names.includes(to))
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        inside.some(
          (step) =>
            step.from === from && (step.to === to || (!seen.has(step.to) && reaches(step.to, to, seen.add(step.to)))),
        )
      for (const { from, to } of inside)
        if (!reaches(to, from)) expect(order.indexOf(to)).toBeLessThan(order.indexOf(from))
    }),
  )
})

test('a chain may be long, and names that need nothing stay in their order', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => String(index))
  const references = names.slice(1).map((to, index) => ({ from: String(index), to }))
  expect(inReferenceOrder(names, references)).toEqual(names.toReversed())
  expect(inReferenceOrder(names, [])).toEqual(names)
})
