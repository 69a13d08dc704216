import type { ColumnMetadata, TableType, ViewType } from './metadata.ts'

/** A column that rows are ordered by. */
export interface OrderTerm {
  readonly column: ColumnMetadata
  /** What stands for its values in the order. */
  readonly sql: string
  readonly isDescending: boolean
}

/** Some rows of a table or view, which SQL calls `r`. */
export interface PageQuestion {
  readonly from: string
  readonly type: TableType | ViewType
  /** Other tables hold rows of it as well, with keys of their own. */
  readonly isDivided: boolean
  /** Where a row lies may be read, as by whoever may read all columns. */
  readonly hasPlaces: boolean
  readonly columns: readonly ColumnMetadata[]
  readonly fields: readonly string[]
  /** A condition, or nothing. */
  readonly where: string | undefined
  readonly order: readonly OrderTerm[]
  /** Columns of the primary key; none where rows may not be told apart by it. */
  readonly keys: readonly ColumnMetadata[]
  readonly limit: number
  readonly offset: number
}

/** NULL comes first, and last in descending order: engines differ in what they do unasked. */
export const orderText = ({ column, sql, isDescending }: OrderTerm): string =>
  `${sql}${isDescending ? ' DESC' : ''}${column.nullable ? ` NULLS ${isDescending ? 'LAST' : 'FIRST'}` : ''}`

/** The statement as plain SQL has it. @param limit Infinity for all rows. */
export const plainStatement = (
  { from, fields, where, limit, offset }: Pick<PageQuestion, 'from' | 'fields' | 'where' | 'limit' | 'offset'>,
  order: readonly string[],
): string =>
  [
    `SELECT ${fields.join(', ')} FROM ${from} AS r`,
    where && `WHERE ${where}`,
    order.length > 0 && `ORDER BY ${order.join(', ')}`,
    // Engines take no OFFSET without a LIMIT, or not all of them.
    (limit < Infinity || offset > 0) && `LIMIT ${Math.min(limit, Number.MAX_SAFE_INTEGER)}`,
    offset > 0 && `OFFSET ${offset}`,
  ]
    .filter((part) => part)
    .join(' ')
