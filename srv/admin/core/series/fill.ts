export const FILLS = ['none', 'null', 'zero', 'locf', 'linear'] as const
export type Fill = (typeof FILLS)[number]

/** A value of a series; null where there is none. */
export interface Point {
  readonly timeMs: number
  readonly value: number | null
}

/**
 * Puts values where a series has none: nothing, zero, the last one (`locf`: last observation carried forward), or what
 * lies on the straight line between the values before and after. Before the first value there is none to carry, and a
 * line needs both ends: these stay null.
 *
 * @param points in the order of time.
 */
export const fillValues = (points: readonly Point[], fill: Fill): (number | null)[] => {
  switch (fill) {
    case 'none':
    case 'null':
      return points.map(({ value }) => value)
    case 'zero':
      return points.map(({ value }) => value ?? 0)
    case 'locf':
      return carryForward(points)
    case 'linear':
      return interpolateBetween(points)
  }
}

const carryForward = (points: readonly Point[]): (number | null)[] => {
  let last: number | null = null
  return points.map(({ value }) => (last = value ?? last))
}

const interpolateBetween = (points: readonly Point[]): (number | null)[] => {
  const values = points.map(({ value }) => value)
  let before: number | null = null
  for (const [index, point] of points.entries()) {
    if (point.value === null) continue
    const start = before === null ? undefined : points[before]
    if (before !== null && start) {
      const slope = (point.value - (start.value ?? 0)) / (point.timeMs - start.timeMs)
      for (let between = before + 1; between < index; between++)
        values[between] = (start.value ?? 0) + slope * ((points[between]?.timeMs ?? 0) - start.timeMs)
    }
    before = index
  }
  return values
}
