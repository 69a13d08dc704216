import type { Box, Point, Size } from '../../parts/graph/place-graph.ts'

/** Boxes in rows, in their order, until a row is full. */
export const placeInRows = (
  sizes: ReadonlyMap<string, Size>,
  from: Point,
  width: number,
  gap: number,
): Size & { readonly boxes: ReadonlyMap<string, Box> } => {
  const boxes = new Map<string, Box>()
  let { x, y } = from
  let [right, bottom] = [0, 0]
  for (const [id, size] of sizes) {
    if (x > from.x && x + size.width > width) {
      x = from.x
      y = bottom + gap
    }
    boxes.set(id, { x, y, ...size })
    x += size.width + gap
    right = Math.max(right, x)
    bottom = Math.max(bottom, y + size.height)
  }
  return { width: right, height: sizes.size === 0 ? 0 : bottom + gap, boxes }
}
