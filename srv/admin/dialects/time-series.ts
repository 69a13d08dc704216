import type { ColumnMetadata } from './metadata.ts'

/** SQL that calculates with time, in whole milliseconds since 1970. */
export interface TimeSeries {
  /** A date or timestamp; NULL for what is none, such as infinity or a text that cannot be read. */
  readonly epochMs: (column: ColumnMetadata, sql: string) => string
  /** Number of the step that a time lies in, counted from an origin. */
  readonly step: (ms: string, stepMs: number, originMs: number) => string
  /** Number of the month that a time lies in, counted from January of the year 0. */
  readonly month: (ms: string) => string
  /** A whole number divided by another one, rounded down. */
  readonly floorDivide: (sql: string, divisor: number) => string
}
