import type { PagePosition } from '../core/comparison/page-cursor.ts'
import type { Statement } from '../core/values.ts'
import {
  commonColumn,
  distinguishable,
  duplicateKeys,
  hasNullKey,
  isKeyed,
  keyNames,
  keyOf,
  source,
} from './comparison-plan.ts'
import type { ColumnPair, ComparisonPlan, Side } from './comparison-plan.ts'
import { SqlWriter } from './sql-writer.ts'

/** How a row was found: with a partner that differs, or without one. */
export const FINDING = { different: 0, onlyLeft: 1, onlyRight: 2 } as const

/** Which rows are told besides the counts. */
export type Listing =
  | { readonly type: 'none' }
  /** In the order of the key, whatever the finding. */
  | { readonly type: 'page'; readonly from: PagePosition; readonly limit: number }
  /** The first of each finding. */
  | { readonly type: 'samples'; readonly limit: number }

/**
 * One statement that joins two tables by key, and tells all counts and the rows asked for. The tables are joined once;
 * the second is searched for rows without partner only when the counts say that there are some. NULL equals NULL.
 *
 * Its rows repeat `counts`, a list with commas: rows, rows with a unique key and rows with a NULL in the key, of each
 * table; rows that differ, rows only in the first; then of each compared column the rows that differ in it. The rest of a
 * row is a finding: `finding`, the raw key as `k0`…, the key as answered as `q0`…, whether columns differ as `c0`…, and
 * with `hasValues` the values of both sides as `a0`… and `b0`….
 */
export const keyedStatement = (plan: ComparisonPlan, listing: Listing, hasValues: boolean): Statement => {
  const writer = new SqlWriter(plan.dialect)
  const { once } = plan.dialect.comparison
  const queries = [
    ...(plan.hasDuplicateKeys ? [duplicateKeys(writer, plan)] : []),
    `differing ${once} (${differing(writer, plan)})`,
    `totals ${once} (${totals(writer, plan)})`,
  ]
  const hasList = listing.type !== 'none'
  if (hasList) {
    queries.push(`surplus ${once} (${surplus(writer, plan)})`)
    queries.push(`found AS (SELECT * FROM differing UNION ALL SELECT * FROM surplus)`)
    queries.push(`listed ${once} (${listed(writer, plan, listing)})`)
  }
  const counts = `(SELECT ${counters(plan)
    .map((name) => `cast(${name} AS varchar(20))`)
    .join(` || ',' || `)} AS counts FROM totals) AS t`
  return writer.statement(
    `WITH ${queries.join(',\n')}\n${hasList ? findings(writer, plan, hasValues, counts) : `SELECT counts FROM ${counts}`}`,
  )
}

const columnCounters = ({ compared }: ComparisonPlan): string[] => compared.map((_, index) => `c${String(index)}`)

const counters = (plan: ComparisonPlan): string[] => [
  ...['rows1', 'keyed1', 'nulls1', 'rows2', 'keyed2', 'nulls2', 'different', 'only1'],
  ...columnCounters(plan),
]

const joined = (plan: ComparisonPlan): string => {
  const left = keyOf(plan, 'left', 'l')
  return keyOf(plan, 'right', 'r')
    .map((sql, index) => `${left[index] ?? ''} = ${sql}`)
    .join(' AND ')
}

/** Columns whose values tell rows without partner: NULL there only. */
const absent = (plan: ComparisonPlan, side: Side, alias: string): string =>
  `${keyOf(plan, side, alias)[0] ?? ''} IS NULL`

const conditions = (...parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .map((part) => `(${part})`)
    .join(' AND ')

/** Rows of the first table without partner, or with one that differs. */
const differing = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const isAlone = absent(plan, 'right', 'r')
  const keys = keyOf(plan, 'left', 'l').map((sql, index) => `${sql} AS k${String(index)}`)
  const marks = plan.compared.map(
    (pair, index) =>
      `CASE WHEN NOT ${isAlone} AND ${differs(writer, plan, pair)} THEN 1 ELSE 0 END AS c${String(index)}`,
  )
  const from = `${source(writer, plan.left, 'l')} LEFT JOIN ${source(writer, plan.right, 'r')} ON ${joined(plan)}`
  const isDifferent = [isAlone, ...plan.compared.map((pair) => differs(writer, plan, pair))].join(' OR ')
  return `SELECT CASE WHEN ${isAlone} THEN 1 ELSE 0 END AS finding, ${[...keys, ...marks].join(', ')}
    FROM ${from} WHERE ${conditions(isDifferent, isKeyed(plan, 'left', 'l'))}`
}

const NUMBERS = ['integer', 'decimal', 'float']

/** Whatever else may make two values equal is asked only where they are not the same. */
const differs = (writer: SqlWriter, plan: ComparisonPlan, pair: ColumnPair): string => {
  const { comparison } = plan.dialect
  const [left, right] = [distinguishable(plan, pair, 'left', 'l'), distinguishable(plan, pair, 'right', 'r')]
  const isDifferent = comparison.differs(left, right)
  const raw = [`l.${writer.quote(pair.left.name)}`, `r.${writer.quote(pair.right.name)}`] as const
  if (plan.tolerance && NUMBERS.includes(pair.left.kind) && NUMBERS.includes(pair.right.kind)) {
    const { absolute, relative } = plan.tolerance
    const isWithin = comparison.isWithin(...raw, writer.bind(absolute, 'decimal'), writer.bind(relative, 'decimal'))
    return `(${isDifferent} AND CASE WHEN ${isWithin} THEN 0 ELSE 1 END = 1)`
  }
  const isText = pair.left.kind === 'text' && pair.right.kind === 'text'
  if (isText && (plan.text.ignoreCase || plan.text.trim)) {
    const [a, b] = raw.map((sql) => comparison.foldText(comparison.asText(sql), plan.text))
    return `(${isDifferent} AND ${comparison.differs(a ?? '', b ?? '')})`
  }
  return `(${isDifferent})`
}

const totals = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const ofTable = (side: Side, number: string): readonly [names: string, query: string] => {
    const [keyed, nulls] = [isKeyed(plan, side, 's'), hasNullKey(plan, side, 's')]
    const names = `x${number}.n AS rows${number}, ${keyed === null ? `x${number}.n` : `x${number}.keyed`} AS keyed${number},
      ${nulls === null ? '0' : `x${number}.nulls`} AS nulls${number}`
    const count = (condition: string | null, name: string): string =>
      condition === null ? '' : `, coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0) AS ${name}`
    const from = source(writer, plan[side], 's')
    return [names, `(SELECT count(*) AS n${count(keyed, 'keyed')}${count(nulls, 'nulls')} FROM ${from}) AS x${number}`]
  }
  const [left, right] = [ofTable('left', '1'), ofTable('right', '2')]
  const sums = columnCounters(plan).map((name) => `coalesce(sum(${name}), 0) AS ${name}`)
  return `SELECT ${left[0]}, ${right[0]}, d.*
    FROM ${left[1]}, ${right[1]},
         (SELECT ${['coalesce(sum(1 - finding), 0) AS different, coalesce(sum(finding), 0) AS only1', ...sums].join(', ')} FROM differing) AS d`
}

/** Rows of the second table without partner. */
const surplus = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const keys = keyOf(plan, 'right', 'r').map((sql, index) => `${sql} AS k${String(index)}`)
  const marks = plan.compared.map((_, index) => `0 AS c${String(index)}`)
  const from = `${source(writer, plan.right, 'r')} LEFT JOIN ${source(writer, plan.left, 'l')} ON ${joined(plan)}`
  const isExpected = `(SELECT keyed2 - keyed1 + only1 FROM totals) > 0`
  return `SELECT 2 AS finding, ${[...keys, ...marks].join(', ')} FROM ${from}
    WHERE ${conditions(isExpected, absent(plan, 'left', 'l'), isKeyed(plan, 'right', 'r'))}`
}

const listed = (writer: SqlWriter, plan: ComparisonPlan, listing: Exclude<Listing, { type: 'none' }>): string => {
  const order = keyOrder(plan, 'f')
  if (listing.type === 'samples')
    return Object.values(FINDING)
      .map((finding) => {
        const limit = writer.bind(listing.limit, 'integer')
        return `SELECT * FROM (SELECT * FROM found AS f WHERE finding = ${String(finding)} ORDER BY ${order} LIMIT ${limit}) AS f`
      })
      .join(' UNION ALL ')
  const { from, limit } = listing
  const after = from.after === null ? '' : `WHERE ${isAfter(writer, plan, from.after)}`
  const bounds = `LIMIT ${writer.bind(limit, 'integer')} OFFSET ${writer.bind(from.skip, 'integer')}`
  return `SELECT * FROM found AS f ${after} ORDER BY ${order} ${bounds}`
}

const sortable = (plan: ComparisonPlan, alias: string): string[] => {
  const { sortable: inOrder } = plan.dialect.filterTarget([])
  return plan.keys.map((pair, index) => inOrder(commonColumn(plan, pair).kind, `${alias}.k${String(index)}`))
}

const keyOrder = (plan: ComparisonPlan, alias: string): string => sortable(plan, alias).join(', ')

/** The key, part by part, is behind another one. */
const isAfter = (writer: SqlWriter, plan: ComparisonPlan, after: PagePosition['after']): string => {
  const parts = sortable(plan, 'f')
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
    (pair, index) => `${writer.select(commonColumn(plan, pair), `p.k${String(index)}`)} AS q${String(index)}`,
  )
  const values = (['left', 'right'] as const).flatMap((side) =>
    plan.compared.map((pair, index) => {
      const [alias, name] = side === 'left' ? ['l', 'a'] : ['r', 'b']
      return `${writer.select(pair[side], `${alias}.${writer.quote(pair[side].name)}`)} AS ${name}${String(index)}`
    }),
  )
  const partner = (side: Side, alias: string): string => {
    const other = side === 'left' ? FINDING.onlyRight : FINDING.onlyLeft
    const on = keyOf(plan, side, alias).map((sql, index) => `${sql} = p.k${String(index)}`)
    return `LEFT JOIN ${source(writer, plan[side], alias)} ON p.finding <> ${String(other)} AND ${on.join(' AND ')}`
  }
  const columns = [
    't.counts',
    'p.finding',
    ...[...keys, ...columnCounters(plan)].map((name) => `p.${name}`),
    ...answered,
    ...(hasValues ? values : []),
  ]
  const joins = hasValues ? `${partner('left', 'l')} ${partner('right', 'r')}` : ''
  return `SELECT ${columns.join(', ')} FROM ${counts} LEFT JOIN listed AS p ON 1 = 1 ${joins} ORDER BY ${keyOrder(plan, 'p')}`
}
