import fc from 'fast-check'
import {
  fitInto,
  moveByKey,
  pinch,
  readViewport,
  reveal,
  writeViewport,
  zoom,
} from '../../../app/cockpit/src/parts/graph/viewport.ts'

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

test('what is between two fingers stays between them, however they move', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) })
  fc.assert(
    fc.property(point, point, fc.integer({ min: -50, max: 50 }), (a, b, by) => {
      fc.pre(Math.hypot(a.x - b.x, a.y - b.y) > 1)
      const view = { x: 7, y: -3, scale: 1 }
      // Both go the same way, and one and a half times as far apart.
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
      const moved = ({ x, y }: typeof a) => ({
        x: middle.x + (x - middle.x) * 1.5 + by,
        y: middle.y + (y - middle.y) * 1.5,
      })
      const after = pinch(view, [a, b], [moved(a), moved(b)])
      for (const finger of [a, b]) {
        expect((moved(finger).x - after.x) / after.scale).toBeCloseTo(finger.x - view.x)
        expect((moved(finger).y - after.y) / after.scale).toBeCloseTo(finger.y - view.y)
      }
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

test('the part that an address keeps is in the middle of a window of any size', () => {
  const size = fc.record({ width: fc.integer({ min: 200, max: 4_000 }), height: fc.integer({ min: 200, max: 4_000 }) })
  const coordinate = fc.integer({ min: -20_000, max: 20_000 })
  const scale = fc.integer({ min: 10, max: 300 }).map((percent) => percent / 100)
  fc.assert(
    fc.property(fc.record({ x: coordinate, y: coordinate, scale }), size, size, (view, window, other) => {
      const middle = ({ x, y, scale: by }: typeof view, { width, height }: typeof window) =>
        [(width / 2 - x) / by, (height / 2 - y) / by] as const
      const found = readViewport(writeViewport(view, window), other)!
      expect(found.scale).toBe(view.scale)
      const [before, after] = [middle(view, window), middle(found, other)]
      for (const axis of [0, 1] as const) expect(Math.abs(before[axis] - after[axis])).toBeLessThanOrEqual(0.51)
    }),
  )
  for (const text of ['', '1', '1,2', '1,2,x', '1,2,Infinity', '1,2,3,4'])
    expect(readViewport(text, WINDOW)).toBeUndefined()
  expect(readViewport('0,0,1000', WINDOW)!.scale).toBe(3)
})
