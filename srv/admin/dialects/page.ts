import type { ColumnMetadata, TableType, ViewType } from './metadata.ts'

/** Rows before a page that are walked through as they are: finding another way to it would cost more. */
const DEEP = 1_000

/** Names of what tells rows apart, as SQL. */
type Place = readonly string[]

/** Whether a page lies behind so many rows that what is shown of them should not be read. */
export const isDeep = ({ offset }: PageQuestion): boolean => offset >= DEEP

/** The column whose index leads to any page: rows are ordered by it first, none are left out, and some may be equal in it. */
export const indexedTerm = ({ order, keys, where }: PageQuestion): OrderTerm | undefined => {
  const [first] = order
  const isKey = keys.length === 1 && keys[0]?.name === first?.column.name
  return !where && !isKey && first?.column.isSortedByIndex === true ? first : undefined
}

/** The rows of a page, looked up by the place of each. @param found a statement that selects the places. */
export const rowsAt = (
  { from, fields }: PageQuestion,
  { found, place, join, order }: { found: string; place: Place; join: string; order: readonly string[] },
): string => {
  const isSame = place.map((name) => `r.${name} = p.${name}`).join(' AND ')
  return `SELECT ${fields.join(', ')} FROM (${found}) AS p ${join} ${from} AS r ON ${isSame} ORDER BY ${order.join(', ')}`
}

/**
 * Selects the places of the rows of a page that lies deep in the order of an indexed column. To walk there in the whole order
 * would read each row that is passed over, wherever it lies; the index alone tells the values of the page, and how many rows
 * come before them. Only rows with these values are put in order.
 *
 * @param others what orders rows that are equal in the column.
 */
export const deepPlaces = (
  { from, limit, offset }: PageQuestion,
  term: OrderTerm,
  place: Place,
  others: readonly string[],
): string => {
  const { column, sql, isDescending } = term
  const [own, most, passed] = [place.map((name) => `r.${name}`).join(', '), String(limit), String(offset)]
  const hasNulls = column.nullable
  const count = (condition: string): string => `SELECT count(*) AS n FROM ${from} AS r WHERE ${condition}`
  const beyond = (rows: string): string => `CASE WHEN ${rows} < ${passed} THEN ${passed} - ${rows} ELSE 0 END`
  // NULL comes first in ascending order, and last in descending order.
  const start =
    hasNulls && !isDescending
      ? `SELECT n AS nulls, ${beyond('n')} AS passed FROM (${count(`${sql} IS NULL`)}) AS c`
      : `SELECT 0 AS nulls, ${passed} AS passed`
  const ends = (['', ' DESC'] as const).map((way) => `(SELECT v FROM seen ORDER BY v${way} LIMIT 1)`)
  const [least = '', greatest = ''] = ends
  const before = isDescending ? `${sql} > (SELECT z FROM ends)` : `${sql} < (SELECT a FROM ends)`
  const way = isDescending ? ' DESC' : ''
  const given = `WITH start AS MATERIALIZED (${start}),
    seen AS MATERIALIZED (SELECT ${sql} AS v FROM ${from} AS r${hasNulls ? ` WHERE ${sql} IS NOT NULL` : ''}
      ORDER BY ${sql}${way} LIMIT ${most} OFFSET (SELECT passed FROM start)),
    ends AS MATERIALIZED (SELECT ${least} AS a, ${greatest} AS z)`
  const values = `SELECT ${own} FROM ${from} AS r WHERE ${sql} >= (SELECT a FROM ends) AND ${sql} <= (SELECT z FROM ends)
    ORDER BY ${[`${sql}${way}`, ...others].join(', ')} LIMIT ${most} OFFSET (SELECT passed FROM start) - (${count(before)})`
  if (!hasNulls) return `${given} ${values}`
  const nulls = (condition: string, skipped: string): string =>
    `SELECT ${own} FROM ${from} AS r WHERE ${sql} IS NULL${condition} ORDER BY ${others.join(', ')} LIMIT ${most} OFFSET ${skipped}`
  const parts = isDescending
    ? [values, nulls('', `(SELECT ${beyond('n')} FROM (${count(`${sql} IS NOT NULL`)}) AS c)`)]
    : [nulls(` AND (SELECT nulls FROM start) > ${passed}`, passed), values]
  // The second is read only where the first is not enough.
  return `${given} SELECT * FROM (SELECT * FROM (${parts.join(') AS one UNION ALL SELECT * FROM (')}) AS other) AS r LIMIT ${most}`
}

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
