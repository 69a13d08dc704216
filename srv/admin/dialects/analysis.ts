import type { Statement } from '../core/values.ts'
import type { ColumnMetadata } from './metadata.ts'

/** A part of a table's rows, the same part whenever it is asked for in one transaction. */
export interface Sample {
  readonly method: string
  /** Behind the table's name in a FROM clause; may be empty. */
  readonly clause: string
  readonly condition: string | null
}

/** Values of numeric columns that are no finite number. */
export const NOT_FINITE = ['nan', 'positiveInfinity', 'negativeInfinity'] as const
export type NotFinite = (typeof NOT_FINITE)[number]

/** Aggregates over a column's `number`: NULL of no numbers, and where the engine's arithmetic does not reach. */
interface NumberAggregates {
  readonly mean: (column: ColumnMetadata, number: string) => string
  /** Of a sample, by n - 1. */
  readonly deviation: (column: ColumnMetadata, number: string) => string
  /** Interpolated. @param share from 0 to 1. */
  readonly percentile: (column: ColumnMetadata, share: number, number: string) => string
}

/** SQL that looks into the values of a table, over rendered operands. */
export interface Analysis {
  /** Ends a subquery whose expressions shall be evaluated once per row, however often the outer query names them. */
  readonly evaluateOnce: string
  /** Whether values are too large to be compared, or cannot be: they are only counted and measured. */
  readonly isLargeObject: (column: ColumnMetadata) => boolean
  /** What count() takes, to count the values of a column; large objects are neither counted nor compared everywhere. */
  readonly counted: (column: ColumnMetadata, sql: string) => string
  /** A value that is equal to others exactly when they are the same, and ordered as on every engine. */
  readonly comparable: (column: ColumnMetadata, sql: string) => string
  /** A value in the order of its type, to find the least and the greatest; as `comparable` where it has none. */
  readonly ordered: (column: ColumnMetadata, sql: string) => string
  /** Characters of a text, bytes of a binary value. */
  readonly length: (column: ColumnMetadata, sql: string) => string
  /** The first characters of a text. */
  readonly prefix: (sql: string, length: number) => string
  /** Engines may differ in letters whose case depends on their neighbours, such as the final sigma. */
  readonly lowerCase: (sql: string) => string
  /** Without white space at both ends. */
  readonly trim: (sql: string) => string
  /** A number of a numeric column as exact as the engine calculates; NULL for what is no finite number, or too large for a double. */
  readonly number: (column: ColumnMetadata, sql: string) => string
  /**
   * A condition: all values of a numeric column are finite numbers, and need not be taken one by one for what `number` makes
   * of them. Unknown where there are no values.
   * @param least,greatest value of the column.
   */
  readonly areNumbers: (column: ColumnMetadata, least: string, greatest: string) => string
  /** Conditions that tell apart what `number` leaves out; null for what an engine has no such value of. */
  readonly notFinite: Readonly<Record<NotFinite, ((sql: string) => string) | null>>
  /** An aggregate of `number`s and their squares; NULL where it would fail, because one of them is too large for that. */
  readonly withinSquares: (column: ColumnMetadata, number: string, aggregate: string) => string
  /** The mean of `number`s around a row; of those within squares where others would make it fail. */
  readonly windowMean: (number: string, partition: string) => string
  /** A number as IEEE 754 double, to calculate with or to read. NULL for one that is too large. */
  readonly double: (sql: string) => string
  /**
   * What the engine's own aggregates tell of the numbers of a column. Null where they lose digits or are missing, so that
   * moments are worked out from sums, and the rest from groups of equal values.
   */
  readonly aggregates: NumberAggregates | null
  /**
   * Aggregates over a column of integers, as it is: how many these are, the sum of their upper 32 bits, and that of their lower
   * ones. Null where the engine sums them without loss.
   */
  readonly halves: ((sql: string) => { readonly count: string; readonly upper: string; readonly lower: string }) | null
  /** Whether lists of `comparable` values are equal, nulls being equal to each other, in a form that a join is fast on. */
  readonly sameValues: (left: readonly string[], right: readonly string[]) => string
  /** Null on an engine that cannot take the same sample twice. */
  readonly sampling: Sampling | null
}

/** How an engine takes a part of a table's rows. */
export interface Sampling {
  /** Gives one row when `sample` works on the table or view. */
  readonly canSample: (table: { schema: string; table: string }) => Statement
  /**
   * @param share of the rows, above 0 and below 1.
   * @param rows how many there are.
   */
  readonly sample: (share: number, rows: number) => Sample
  /**
   * Keeps in mind which rows a sample has, where each statement would look through the whole table for them again: an aggregate
   * that tells them as text, and a condition that takes this text as the first parameter. Null where nothing is gained.
   */
  readonly pin: { readonly told: string; readonly condition: string } | null
}

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

/** How much two numbers may differ and still count as equal: by either of the two. */
export interface Tolerance {
  readonly absolute: number
  /** Share of the larger number's size. */
  readonly relative: number
}

/** What does not count when texts are compared. */
export interface TextRules {
  readonly ignoreCase: boolean
  readonly trim: boolean
}

/** How an engine compares the columns of two tables. Arguments called `sql` are references to columns. */
export interface Comparison {
  /** Asked first in the session, so that the engine finds a good way to join large tables. */
  readonly prepare?: Statement
  /** What stands between the name of a WITH query and its text, so that it is worked out only once. */
  readonly once: string
  /** A full join costs no more than a left join; without it rows of the second table are looked for in a second step. */
  readonly hasCheapFullJoin: boolean
  /** Whether columns can be compared as they are; otherwise their texts are. */
  isComparable(left: ColumnMetadata, right: ColumnMetadata): boolean
  /** The text of any value. */
  asText(sql: string): string
  /** The value of a column in the form in which values of its kind can be told apart, grouped and ordered. */
  distinguishable(column: ColumnMetadata, sql: string): string
  /**
   * The most characters or bytes of a value that `distinguishable` looks at; 0 where values of the column cannot be told apart at
   * all, null where it looks at all of each. Absent where that is so of all columns.
   */
  reach?(column: ColumnMetadata): number | null
  /** A condition: the values are not the same. Two NULLs are. */
  differs(left: string, right: string): string
  /** A text without what does not count. */
  foldText(sql: string, rules: TextRules): string
  /**
   * A condition on two columns with numbers; not true when either is NULL.
   * @param absolute,relative parameters with the tolerance
   */
  isWithin(left: string, right: string, absolute: string, relative: string): string
}
