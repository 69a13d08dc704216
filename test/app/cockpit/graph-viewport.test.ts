import fc from 'fast-check'
import { fitInto, moveByKey, reveal, zoom } from '../../../app/cockpit/src/parts/graph/viewport.ts'

const WINDOW = { width: 400, height: 300 }

test('a small picture stands in the middle, in its own size', () => {
  expect(fitInto({ width: 200, height: 100 }, WINDOW)).toEqual({ x: 100, y: 100, scale: 1 })
})

test('a large one is seen around its focus at first, and as a whole on demand', () => {
  const large = { width: 4_000, height: 300 }
  const first = fitInto(large, WINDOW, { x: 2_000, y: 150 })
  expect(2_000 * first.scale + first.x).toBeCloseTo(200)
  expect(fitInto(large, WINDOW).scale).toBe(0.1)
})

test('zooming leaves the point in place that it is around', () => {
  const size = fc.double({ min: -500, max: 500, noNaN: true })
  fc.assert(
    fc.property(size, size, fc.double({ min: 0.5, max: 2, noNaN: true }), (x, y, factor) => {
      const before = { x, y, scale: 1 }
      const after = zoom(before, factor, { x: 200, y: 150 })
      expect((200 - after.x) / after.scale).toBeCloseTo(200 - x)
      expect((150 - after.y) / after.scale).toBeCloseTo(150 - y)
    }),
  )
})

test('what gets the focus comes into sight', () => {
  const view = { x: 0, y: 0, scale: 1 }
  expect(reveal(view, { x: 500, y: -20, width: 100, height: 40 }, WINDOW)).toEqual({ x: -200, y: 20, scale: 1 })
  expect(reveal(view, { x: 10, y: 10, width: 100, height: 40 }, WINDOW)).toEqual(view)
})

test('keys move and zoom; the others are left to the browser', () => {
  const view = { x: 0, y: 0, scale: 1 }
  expect(moveByKey('ArrowLeft', view, WINDOW)!.x).toBeGreaterThan(0)
  expect(moveByKey('+', view, WINDOW)!.scale).toBeGreaterThan(1)
  expect(moveByKey('Tab', view, WINDOW)).toBeUndefined()
})
