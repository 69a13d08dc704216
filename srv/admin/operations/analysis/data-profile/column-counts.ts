import { type Moments, momentsOf } from '../../../core/profile/measures.ts'
import type { Value } from '../../../core/values.ts'
import { NOT_FINITE, type NotFinite } from '../../../dialects/analysis.ts'
import type { Row } from '../../../database/session.ts'
import type { ShiftedColumn } from './column-statement.ts'

/** What one scan tells about a column. */
export interface ColumnCounts {
  readonly present: number
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly totalLength: number
  readonly emptyCount: number | null
  readonly min: Value
  readonly max: Value
  /** Finite numbers. */
  readonly numbers: {
    readonly count: number
    readonly low: number
    readonly high: number
    readonly zeroCount: number
    readonly negativeCount: number
    /** All values are finite numbers. */
    readonly areAll: boolean
    /** Values that are none. */
    readonly notFinite: Readonly<Record<NotFinite, number>>
    /** Null of nothing. */
    readonly moments: Moments | null
  } | null
}

/** Reads the part of the row that tells about one column. */
export const readCounts = (row: Row, index: number, { isNumeric, shift }: ShiftedColumn): ColumnCounts => {
  const value = (name: string): Value => row[`c${index}_${name}`] ?? null
  const number = (name: string): number => Number(value(name) ?? 0)
  const numberOrNull = (name: string): number | null => (value(name) === null ? null : number(name))
  const [low, high, count] = [number('low'), number('high'), number('numbers')]
  const moments = readMoments(numberOrNull, count, shift)
  return {
    present: number('present'),
    minLength: numberOrNull('min_length'),
    maxLength: numberOrNull('max_length'),
    totalLength: number('total_length'),
    emptyCount: numberOrNull('empty'),
    min: value('min'),
    max: value('max'),
    numbers: isNumeric
      ? {
          count,
          low,
          high,
          zeroCount: number('zero'),
          negativeCount: number('negative'),
          areAll: number('regular') === 1,
          notFinite: Object.fromEntries(NOT_FINITE.map((name) => [name, number(name.toLowerCase())])) as Record<
            NotFinite,
            number
          >,
          moments: moments && low === high ? constant(moments, low) : moments,
        }
      : null,
  }
}

const readMoments = (numberOrNull: (name: string) => number | null, count: number, shift: number): Moments | null => {
  const mean = numberOrNull('mean')
  if (mean !== null) return { mean, stddev: numberOrNull('deviation'), isExact: true }
  const [sum, squares] = [numberOrNull('sum'), numberOrNull('squares')]
  return sum === null || squares === null ? null : momentsOf({ count, shift, sum, squares })
}

/** Values that are all the same do not deviate, whatever was calculated. */
const constant = ({ stddev }: Moments, mean: number): Moments => ({
  mean,
  stddev: stddev === null ? null : 0,
  isExact: true,
})
