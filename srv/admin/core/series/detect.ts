import { AdminError } from '../errors.ts'
import { mean, median, quantile, sortNumbers, standardDeviation } from '../statistics.ts'

export const DETECTORS = ['zscore', 'iqr', 'mad'] as const
export type Detector = (typeof DETECTORS)[number]

const MIN_POINTS: Record<Detector, number> = { zscore: 3, iqr: 4, mad: 3 }
export const DEFAULT_THRESHOLDS: Record<Detector, number> = { zscore: 3, iqr: 1.5, mad: 3.5 }
/** Makes the median deviation of normal values comparable with their standard deviation: the 3/4 quantile of N(0, 1). */
const NORMAL_QUARTILE = 0.6744897501960817

export interface Detection {
  readonly model: Readonly<Record<string, number>>
  /** Score of each value: how far from the usual it is, signed; its magnitude above the threshold makes an anomaly. */
  readonly scores: readonly number[]
  readonly isAnomaly: (score: number) => boolean
}

/**
 * Scores values by their distance from the usual ones: in standard deviations from the mean; in interquartile ranges
 * outside the quartiles; in median absolute deviations from the median, as Iglewicz and Hoaglin scale them. Where the
 * usual values do not differ at all, any other value scores without bound.
 *
 * @throws AdminError `INVALID_PARAMETER` for too few values.
 */
export const detectAnomalies = (values: readonly number[], method: Detector, threshold: number): Detection => {
  const minimum = MIN_POINTS[method]
  if (values.length < minimum)
    throw new AdminError('INVALID_PARAMETER', `Method '${method}' needs ${minimum} values; there are ${values.length}`)
  return { ...DETECT[method](values), isAnomaly: (score) => Math.abs(score) > threshold }
}

type Detect = (values: readonly number[]) => Pick<Detection, 'model' | 'scores'>

const DETECT: Record<Detector, Detect> = {
  zscore: (values) => {
    const center = mean(values)
    const stddev = standardDeviation(values, center)
    return { model: { mean: center, stddev }, scores: values.map((value) => ratio(value - center, stddev)) }
  },
  iqr: (values) => {
    const sorted = sortNumbers(values)
    const [q1, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
    const outside = (value: number): number => Math.min(value - q1, 0) + Math.max(value - q3, 0)
    return { model: { q1, q3 }, scores: values.map((value) => ratio(outside(value), q3 - q1)) }
  },
  mad: (values) => {
    const center = median(values)
    const mad = median(values.map((value) => Math.abs(value - center)))
    return {
      model: { median: center, mad },
      scores: values.map((value) => ratio(NORMAL_QUARTILE * (value - center), mad)),
    }
  },
}

const ratio = (distance: number, unit: number): number => (distance === 0 ? 0 : distance / unit)
