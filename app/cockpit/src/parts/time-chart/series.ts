/** A value at an instant, in milliseconds since 1970; null where there is none. */
export interface SeriesPoint {
  readonly time: number
  readonly value: number | null
  /** Data begins or ends within its period. */
  readonly isPartial?: boolean
}

export interface ForecastPoint extends SeriesPoint {
  readonly lower: number | null
  readonly upper: number | null
}

/** What a chart shows. */
export interface Series {
  readonly points: readonly SeriesPoint[]
  readonly anomalies: readonly SeriesPoint[]
  readonly forecast: readonly ForecastPoint[]
}

/** The least and the greatest value that a chart has to have room for; 0 and 1 when there is none. */
export const rangeOf = ({ points, anomalies, forecast }: Series): readonly [number, number] => {
  const values = [
    ...[...points, ...anomalies].map(({ value }) => value),
    ...forecast.flatMap(({ value, lower, upper }) => [value, lower, upper]),
  ].filter((value) => value !== null)
  if (values.length === 0) return [0, 1]
  return values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  )
}

/** Pieces of a line without a gap: points without a value end one. */
export const unbroken = <Point extends SeriesPoint>(points: readonly Point[]): Point[][] => {
  const pieces: Point[][] = []
  let piece: Point[] = []
  for (const point of points) {
    if (point.value !== null) piece.push(point)
    else if (piece.length > 0) {
      pieces.push(piece)
      piece = []
    }
  }
  return piece.length > 0 ? [...pieces, piece] : pieces
}

/** The number of the point that is nearest in time; -1 when there is none. Points are in the order of time. */
export const nearest = (points: readonly { readonly time: number }[], time: number): number => {
  let best = -1
  let distance = Infinity
  for (const [index, point] of points.entries()) {
    const away = Math.abs(point.time - time)
    if (away >= distance) break
    best = index
    distance = away
  }
  return best
}
