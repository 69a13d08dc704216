import type { PagePosition } from '../../core/comparison/page-cursor.ts'
import type { Statement } from '../../core/values.ts'
import { commonColumn, type ComparisonPlan, duplicateKeys, keyNames, keyOf, type Side } from './comparison-plan.ts'
import { FINDING, columnCounters, differing, surplus, totals } from './keyed-queries.ts'
import { chained, SqlWriter } from '../sql-writer.ts'

/** Which rows are told besides the counts. */
export type Listing =
  | { readonly type: 'none' }
  /** In the order of the key, whatever the finding. */
  | { readonly type: 'page'; readonly from: PagePosition; readonly limit: number }
  /** The first of each finding. */
  | { readonly type: 'samples'; readonly limit: number }

/**
 * One statement that joins two tables by key, and tells all counts and the rows asked for. The tables are joined once;
 * where that join is no full one, the second table is searched for rows without partner only when the counts say that
 * there are some. NULL equals NULL.
 *
 * Its rows repeat `counts`, a list with commas: rows, rows with a unique key and rows with a NULL in the key, of each
 * table; rows that differ, rows only in the first; then of each compared column the rows that differ in it. The rest of a
 * row is a finding: `finding`, the raw key as `k0`…, the key as answered as `q0`…, in `marks` a 1 for each column that
 * differs and a 0 for the others, and with `hasValues` the values of both sides as `a0`… and `b0`….
 */
export const keyedStatement = (plan: ComparisonPlan, listing: Listing, hasValues: boolean): Statement => {
  const writer = new SqlWriter(plan.dialect)
  const { once } = plan.dialect.comparison
  const queries = [
    ...(plan.hasDuplicateKeys ? [duplicateKeys(writer, plan)] : []),
    `"differing" ${once} (${differing(writer, plan)})`,
    `"totals" ${once} (${totals(writer, plan)})`,
  ]
  const hasList = listing.type !== 'none'
  if (hasList) {
    if (plan.dialect.comparison.hasCheapFullJoin) queries.push('"found" AS (SELECT * FROM "differing")')
    else
      queries.push(
        `"surplus" ${once} (${surplus(writer, plan)})`,
        '"found" AS (SELECT * FROM "differing" UNION ALL SELECT * FROM "surplus")',
      )
    queries.push(`"listed" ${once} (${listed(writer, plan, listing)})`)
  }
  const numbers = counters(plan).map((name) => `cast(${name} AS varchar(20))`)
  const counts = `(SELECT ${chained(numbers, ` || ',' || `)} AS "counts" FROM "totals") AS "t"`
  return writer.statement(
    `WITH ${queries.join(',\n')}\n${hasList ? findings(writer, plan, hasValues, counts) : `SELECT "counts" FROM ${counts}`}`,
  )
}

const counters = (plan: ComparisonPlan): string[] => [
  ...['rows1', 'keyed1', 'nulls1', 'rows2', 'keyed2', 'nulls2', 'different', 'only1'].map(plan.dialect.quote),
  ...columnCounters(plan),
]

const listed = (writer: SqlWriter, plan: ComparisonPlan, listing: Exclude<Listing, { type: 'none' }>): string => {
  const order = keyOrder(plan, '"f"')
  if (listing.type === 'samples')
    return Object.values(FINDING)
      .map((finding) => {
        const limit = writer.bindCount(listing.limit)
        return `SELECT * FROM (SELECT * FROM "found" AS "f" WHERE "finding" = ${finding} ORDER BY ${order} LIMIT ${limit}) AS "f"`
      })
      .join(' UNION ALL ')
  const { from, limit } = listing
  const after = from.after === null ? '' : `WHERE ${isAfter(writer, plan, from.after)}`
  const bounds = `LIMIT ${writer.bindCount(limit)} OFFSET ${writer.bindCount(from.skip)}`
  return `SELECT * FROM "found" AS "f" ${after} ORDER BY ${order} ${bounds}`
}

const sortable = (plan: ComparisonPlan, alias: string): string[] => {
  const target = plan.dialect.filterTarget([])
  return plan.keys.map((pair, index) => target.sortable(commonColumn(plan, pair).kind, `${alias}."k${index}"`))
}

const keyOrder = (plan: ComparisonPlan, alias: string): string => sortable(plan, alias).join(', ')

/** The key, part by part, is behind another one. */
const isAfter = (writer: SqlWriter, plan: ComparisonPlan, after: PagePosition['after']): string => {
  const parts = sortable(plan, '"f"')
  const compare = (index: number, operator: string): string => {
    const pair = plan.keys[index]
    const kind = pair && commonColumn(plan, pair).kind
    return `${parts[index] ?? ''} ${operator} ${writer.bind(after?.[index] ?? null, kind ?? 'text')}`
  }
  const steps = parts.map((_, index) =>
    [...parts.slice(0, index).map((__, before) => compare(before, '=')), compare(index, '>')].join(' AND '),
  )
  return `(${steps.map((step) => `(${step})`).join(' OR ')})`
}

const findings = (writer: SqlWriter, plan: ComparisonPlan, hasValues: boolean, counts: string): string => {
  const keys = keyNames(plan)
  const answered = plan.keys.map(
    (pair, index) => `${writer.select(commonColumn(plan, pair), `"p"."k${index}"`)} AS "q${index}"`,
  )
  const values = (['left', 'right'] as const).flatMap((side) =>
    plan.compared.map((pair, index) => {
      const [alias, name] = side === 'left' ? ['"l"', 'a'] : ['"r"', 'b']
      return `${writer.select(pair[side], `${alias}.${writer.quote(pair[side].name)}`)} AS "${name}${index}"`
    }),
  )
  const partner = (side: Side, alias: string): string => {
    const other = side === 'left' ? FINDING.onlyRight : FINDING.onlyLeft
    const on = keyOf(plan, side, alias).map((sql, index) => `${sql} = "p"."k${index}"`)
    return `LEFT JOIN ${writer.rows(plan[side], alias)} ON "p"."finding" <> ${other} AND ${on.join(' AND ')}`
  }
  // One column instead of many: their number is limited.
  const marks = columnCounters(plan).map((name) => `cast("p".${name} AS varchar(1))`)
  const columns = [
    '"t"."counts"',
    '"p"."finding"',
    ...keys.map((name) => `"p".${name}`),
    `${marks.length === 0 ? `''` : chained(marks, ' || ')} AS "marks"`,
    ...answered,
    ...(hasValues ? values : []),
  ]
  const joins = hasValues ? `${partner('left', '"l"')} ${partner('right', '"r"')}` : ''
  return `SELECT ${columns.join(', ')} FROM ${counts} LEFT JOIN "listed" AS "p" ON 1 = 1 ${joins} ORDER BY ${keyOrder(plan, '"p"')}`
}
