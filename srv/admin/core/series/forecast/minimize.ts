const COARSE = [0.02, 0.1, 0.3, 0.6, 0.9]
const FINEST = 1e-4

/**
 * Finds the point of the unit cube where a cost is least: from the best point of a coarse grid downhill in ever smaller
 * steps along the axes. Deterministic. Yields after each evaluation.
 */
export function* minimize(
  dimensions: number,
  cost: (point: readonly number[]) => number,
): Generator<void, { readonly point: readonly number[]; readonly cost: number }> {
  let best = { point: [] as readonly number[], cost: Infinity }
  function* attempt(point: readonly number[]): Generator<void, boolean> {
    const found = cost(point)
    yield
    if (best.point.length > 0 && !(found < best.cost)) return false
    best = { point, cost: found }
    return true
  }
  for (const point of grid(dimensions)) yield* attempt(point)
  for (let step = 0.1; step > FINEST; step /= 2) {
    let isBetter = true
    while (isBetter) {
      isBetter = false
      for (let axis = 0; axis < dimensions; axis++)
        for (const move of [step, -step]) {
          const point = best.point.map((value, index) => (index === axis ? clamp(value + move) : value))
          if (point[axis] !== best.point[axis] && (yield* attempt(point))) isBetter = true
        }
    }
  }
  return best
}

const grid = (dimensions: number): number[][] =>
  dimensions === 0 ? [[]] : grid(dimensions - 1).flatMap((point) => COARSE.map((value) => [...point, value]))

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1)
