import type { JsonValue, Statement } from '../../core/values.ts'
import type { Row } from '../../database/session.ts'
import {
  type ColumnPair,
  commonColumn,
  type ComparisonPlan,
  distinguishable,
  duplicateKeys,
  hasNullKey,
  isKeyed,
  type Side,
} from './comparison-plan.ts'
import { MASK } from '../masking.ts'
import { SqlWriter } from '../sql-writer.ts'

/** Rows of which one table has more than the other. */
export interface RowSurplus {
  readonly finding: 'onlyLeft' | 'onlyRight'
  /** How many more. */
  readonly count: number
  readonly values: Readonly<Record<string, JsonValue>>
}

export interface MultisetCounts {
  readonly rows1: number
  readonly rows2: number
  readonly matching: number
  readonly onlyLeft: number
  readonly onlyRight: number
  /** How many different rows one table has more of. */
  readonly groups: number
}

/** `samples`: so many of each table. */
export type MultisetListing =
  | { readonly type: 'samples'; readonly limit: number }
  | { readonly type: 'page'; readonly skip: number; readonly limit: number }

/**
 * One statement that compares rows as a whole: how often each occurs in either table. With a key only those rows count
 * that it does not tell apart: with a NULL in it, or with a key that occurs more than once. NULL equals NULL. Rows of
 * tables without columns are all the same.
 */
export const multisetStatement = (plan: ComparisonPlan, listing: MultisetListing): Statement => {
  const writer = new SqlWriter(plan.dialect)
  const { once } = plan.dialect.comparison
  const pairs = wholeRow(plan)
  const names = pairs.length === 0 ? [NOTHING] : pairs.map((_, index) => `"v${index}"`)
  const order = orderOf(plan, '')
  const queries = [
    ...(plan.hasDuplicateKeys ? [duplicateKeys(writer, plan)] : []),
    `"surplus" ${once} (SELECT ${names.join(', ')}, sum("n1") - sum("n2") AS "excess"
       FROM (${rowsOf(writer, plan, 'left')} UNION ALL ${rowsOf(writer, plan, 'right')}) AS "u"
      GROUP BY ${names.join(', ')} HAVING sum("n1") <> sum("n2"))`,
    `"totals" ${once} (SELECT "x1"."n" AS "rows1", "x2"."n" AS "rows2", "d".*
       FROM ${count(writer, plan, 'left')} AS "x1", ${count(writer, plan, 'right')} AS "x2",
       (SELECT coalesce(sum(CASE WHEN "excess" > 0 THEN "excess" ELSE 0 END), 0) AS "only1", count(*) AS "group_count"
          FROM "surplus") AS "d")`,
  ]
  const select = (where: string, bounds: string): string =>
    `SELECT * FROM (SELECT * FROM "surplus" ${where} ORDER BY ${order} ${bounds}) AS "s"`
  const limit = (): string => `LIMIT ${writer.bindCount(listing.limit)}`
  const listed =
    listing.type === 'page'
      ? select('', `${limit()} OFFSET ${writer.bindCount(listing.skip)}`)
      : `${select('WHERE "excess" > 0', limit())} UNION ALL ${select('WHERE "excess" < 0', limit())}`
  const values = pairs.map((pair, index) => {
    const name = `"v${index}"`
    return `${writer.select(commonColumn(plan, pair), `"p".${name}`)} AS ${name}`
  })
  return writer.statement(`WITH ${queries.join(',\n')}, "listed" AS (${listed})
    SELECT ${['"t"."rows1"', '"t"."rows2"', '"t"."only1"', '"t"."group_count"', '"p"."excess"', ...values].join(', ')}
      FROM "totals" AS "t" LEFT JOIN "listed" AS "p" ON 1 = 1
     ORDER BY ${orderOf(plan, '"p".')}`)
}

export const readSurplus = (
  plan: ComparisonPlan,
  rows: readonly Row[],
): { readonly counts: MultisetCounts; readonly surplus: readonly RowSurplus[] } => {
  const [first = {}] = rows
  const [rows1, rows2, onlyLeft] = [Number(first['rows1']), Number(first['rows2']), Number(first['only1'])]
  const matching = rows1 - onlyLeft
  const pairs = wholeRow(plan)
  const shown = (row: Row, pair: ColumnPair, index: number): JsonValue => {
    const value = plan.dialect.jsonValue(commonColumn(plan, pair), row[`v${index}`] ?? null)
    return value !== null && plan.isMasked(pair) ? MASK : value
  }
  return {
    counts: { rows1, rows2, matching, onlyLeft, onlyRight: rows2 - matching, groups: Number(first['group_count']) },
    surplus: rows
      .filter((row) => row['excess'] !== null)
      .map((row) => ({
        finding: Number(row['excess']) > 0 ? 'onlyLeft' : 'onlyRight',
        count: Math.abs(Number(row['excess'])),
        values: Object.fromEntries(pairs.map((pair, index) => [pair.left.name, shown(row, pair, index)])),
      })),
  }
}

const wholeRow = ({ keys, compared }: ComparisonPlan): ColumnPair[] => [...keys, ...compared]

/** Stands for the values of a row that has none. */
const NOTHING = '"v0"'

/** Masked values last: rows between which they decide cannot be told apart. */
const orderOf = (plan: ComparisonPlan, owner: string): string =>
  wholeRow(plan)
    .map((pair, index) => ({ pair, sql: sortTerm(plan, pair, `${owner}"v${index}"`) }))
    .sort((a, b) => Number(plan.isMasked(a.pair)) - Number(plan.isMasked(b.pair)))
    .map(({ sql }) => sql)
    .join(', ') || owner + NOTHING

/** NULL comes first: engines differ in what they do unasked. */
const sortTerm = (plan: ComparisonPlan, pair: ColumnPair, sql: string): string =>
  `${plan.dialect.filterTarget([]).sortable(commonColumn(plan, pair).kind, sql)} NULLS FIRST`

const rowsOf = (writer: SqlWriter, plan: ComparisonPlan, side: Side): string => {
  const values = wholeRow(plan).map((pair, index) => `${distinguishable(plan, pair, side, '"s"')} AS "v${index}"`)
  if (values.length === 0) values.push(`0 AS ${NOTHING}`)
  const marks = side === 'left' ? '1 AS "n1", 0 AS "n2"' : '0 AS "n1", 1 AS "n2"'
  return `SELECT ${values.join(', ')}, ${marks} FROM ${writer.rows(plan[side], '"s"')}${keylessOnly(plan, side)}`
}

const count = (writer: SqlWriter, plan: ComparisonPlan, side: Side): string =>
  `(SELECT count(*) AS "n" FROM ${writer.rows(plan[side], '"s"')}${keylessOnly(plan, side)})`

const keylessOnly = (plan: ComparisonPlan, side: Side): string => {
  if (plan.keys.length === 0) return ''
  const [isNull, keyed] = [hasNullKey(plan, side, '"s"'), isKeyed(plan, side, '"s"')]
  if (keyed === null) return ' WHERE 1 = 0'
  return ` WHERE ${[...(isNull === null ? [] : [isNull]), `NOT (${keyed})`].join(' OR ')}`
}
