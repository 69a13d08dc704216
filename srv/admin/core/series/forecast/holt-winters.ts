import { mean } from '../../statistics.ts'

interface State {
  level: number
  trend: number
  /** Of the next steps, one season long, the next one first at `index`. */
  readonly seasonal: number[]
  index: number
  squares: number
}

/**
 * Level, trend and an additive season, smoothed exponentially (Holt-Winters; ETS(A,A,A)), started from the first two
 * seasons, with the smoothing that would have foretold the known values best.
 *
 * @param season steps of a season; at least two seasons must be known.
 * @see https://otexts.com/fpp3/ets-forecasting.html for the variance of a forecast.
 */
export function* holtWinters(values: readonly number[], season: number): Generator<void, FittedModel> {
  const { point, cost } = yield* minimize(3, (candidate) => run(values, season, candidate).squares)
  const { level, trend, seasonal, index } = run(values, season, point)
  const [alpha, beta, gamma] = smoothingOf(point)
  const variance = cost / Math.max(1, values.length - season - 3)
  return {
    parameters: { alpha, beta, gamma, season, level, trend },
    rmse: Math.sqrt(cost / (values.length - season)),
    at: (step) => {
      const seasons = Math.floor((step - 1) / season)
      const growth = (step - 1) * (alpha ** 2 + alpha * beta * step + (beta ** 2 * step * (2 * step - 1)) / 6)
      const seasonalGrowth = gamma * seasons * (2 * alpha + gamma + beta * season * (seasons + 1))
      return {
        value: level + trend * step + (seasonal[(index + step - 1) % season] ?? NaN),
        deviation: Math.sqrt(variance * (1 + growth + seasonalGrowth)),
      }
    },
  }
}

const smoothingOf = ([a = 0, b = 0, c = 0]: readonly number[]): [alpha: number, beta: number, gamma: number] => [
  a,
  a * b,
  (1 - a) * c,
]

const run = (values: readonly number[], season: number, point: readonly number[]): State => {
  const [alpha, beta, gamma] = smoothingOf(point)
  const first = mean(values.slice(0, season))
  const second = mean(values.slice(season, 2 * season))
  const trend = (second - first) / season
  const middle = (season - 1) / 2
  const state: State = {
    level: first + trend * middle,
    trend,
    seasonal: values.slice(0, season).map((value, index) => value - first - trend * (index - middle)),
    index: 0,
    squares: 0,
  }
  for (let at = season; at < values.length; at++) {
    const expected = state.level + state.trend
    const seasonal = state.seasonal[state.index] ?? NaN
    const error = (values[at] ?? NaN) - expected - seasonal
    state.level = expected + alpha * error
    state.trend += beta * error
    state.seasonal[state.index] = seasonal + gamma * error
    state.index = (state.index + 1) % season
    state.squares += error * error
  }
  return state
}

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

/** A model that has been fitted to the known values. */
export interface FittedModel {
  readonly parameters: Readonly<Record<string, number>>
  readonly rmse: number
  /** The value a number of steps ahead, from 1, and the standard deviation of its error. */
  readonly at: (step: number) => { readonly value: number; readonly deviation: number }
}

export const sumOfSquares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0)
