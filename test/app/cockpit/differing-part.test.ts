import fc from 'fast-check'
import { differingPart } from '../../../app/cockpit/src/pages/compare/differing-part.ts'

test('what differs in two texts is found', () => {
  expect(differingPart('Luke Skywalker', 'Luke Skywalker II')).toEqual({
    start: 'Luke Skywalker',
    left: '',
    right: ' II',
    end: '',
  })
  expect(differingPart('grey eyes', 'gray eyes')).toEqual({ start: 'gr', left: 'e', right: 'a', end: 'y eyes' })
})

test('a character is never cut in two', () => {
  expect(differingPart('😀aaa', '😁aaa')).toEqual({ start: '', left: '😀', right: '😁', end: 'aaa' })
})

test('texts with little in common are not marked', () => {
  expect(differingPart('male', 'hermaphrodite')).toBeNull()
})

test('the parts are the texts again', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀') })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const part = differingPart(a, b)
      if (!part) return
      expect(part.start + part.left + part.end).toBe(a)
      expect(part.start + part.right + part.end).toBe(b)
    }),
  )
})
