import type { Statement } from '../core/values.ts'
import type { ColumnMetadata } from './metadata.ts'

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
