import {
  type ColumnPair,
  type ComparisonPlan,
  distinguishable,
  hasNullKey,
  isKeyed,
  isKeyedBoth,
  keyOf,
  type Side,
} from './comparison-plan.ts'
import { chained, type SqlWriter } from '../sql-writer.ts'

/** How a row was found: its key is in both tables and values differ, or it is in one table only. */
export const FINDING = { different: 0, onlyLeft: 1, onlyRight: 2 } as const

/** Names of the marks that tell whether a compared column differs. */
export const columnCounters = ({ compared }: ComparisonPlan): string[] => compared.map((_, index) => `"c${index}"`)

const joined = (plan: ComparisonPlan): string => {
  const left = keyOf(plan, 'left', '"l"')
  return keyOf(plan, 'right', '"r"')
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

/** Rows without partner, or with one that differs; unless the join is full, rows of the second table only with partner. */
export const differing = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const isFull = plan.dialect.comparison.hasCheapFullJoin
  const [left, right] = [keyOf(plan, 'left', '"l"'), keyOf(plan, 'right', '"r"')]
  const keys = left.map((sql, index) => (isFull ? `coalesce(${sql}, ${right[index] ?? ''})` : sql))
  const [isOnlyRight, isOnlyLeft] = [absent(plan, 'left', '"l"'), absent(plan, 'right', '"r"')]
  const isAlone = isFull ? `(${isOnlyLeft} OR ${isOnlyRight})` : `(${isOnlyLeft})`
  const finding = `CASE ${isFull ? `WHEN ${isOnlyRight} THEN 2 ` : ''}WHEN ${isOnlyLeft} THEN 1 ELSE 0 END AS "finding"`
  const marks = plan.compared.map(
    (pair, index) => `CASE WHEN NOT ${isAlone} AND ${differs(writer, plan, pair)} THEN 1 ELSE 0 END AS "c${index}"`,
  )
  const join = isFull ? 'FULL JOIN' : 'LEFT JOIN'
  const from = `${writer.rows(plan.left, '"l"')} ${join} ${writer.rows(plan.right, '"r"')} ON ${joined(plan)}`
  const isDifferent = chained([isAlone, ...plan.compared.map((pair) => differs(writer, plan, pair))], ' OR ')
  const columns = [finding, ...keys.map((sql, index) => `${sql} AS "k${index}"`), ...marks]
  const isOneWithKey = isFull ? isKeyedBoth(plan, keys) : isKeyed(plan, 'left', '"l"')
  return `SELECT ${columns.join(', ')} FROM ${from} WHERE ${conditions(isDifferent, isOneWithKey)}`
}

const NUMBERS = ['integer', 'decimal', 'float']

/** Whatever else may make two values equal is asked only where they are not the same. */
const differs = (writer: SqlWriter, plan: ComparisonPlan, pair: ColumnPair): string => {
  const { comparison } = plan.dialect
  const [left, right] = [distinguishable(plan, pair, 'left', '"l"'), distinguishable(plan, pair, 'right', '"r"')]
  const raw = [`"l".${writer.quote(pair.left.name)}`, `"r".${writer.quote(pair.right.name)}`] as const
  // Times may have to be rewritten to be compared, which is asked last.
  const isTime = pair.left.kind === 'timestamp' && pair.right.kind === 'timestamp'
  const isDifferent = `${isTime ? `${comparison.differs(...raw)} AND ` : ''}${comparison.differs(left, right)}`
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

/** Numbers of rows, from the rows found. */
export const totals = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const left = countOf(writer, plan, 'left', '1')
  // With a full join, and where each row has a key, the rows of the second table can be told from those of the first.
  const isKnown = plan.dialect.comparison.hasCheapFullJoin && isKeyed(plan, 'right', '"s"') === null
  const rows2 = '"x1"."n" - "d"."only1" + "d"."only2"'
  const right = isKnown && isKeyed(plan, 'left', '"s"') === null ? null : countOf(writer, plan, 'right', '2')
  const names = [
    ...left.names,
    ...(right?.names ?? [`${rows2} AS "rows2"`, `${rows2} AS "keyed2"`, '0 AS "nulls2"']),
    '"d".*',
  ]
  const times = (finding: number, name: string): string =>
    `coalesce(sum(CASE WHEN "finding" = ${finding} THEN 1 ELSE 0 END), 0) AS "${name}"`
  const sums = [
    times(FINDING.different, 'different'),
    times(FINDING.onlyLeft, 'only1'),
    times(FINDING.onlyRight, 'only2'),
    ...columnCounters(plan).map((name) => `coalesce(sum(${name}), 0) AS ${name}`),
  ]
  const sources = [left.query, ...(right ? [right.query] : []), `(SELECT ${sums.join(', ')} FROM "differing") AS "d"`]
  return `SELECT ${names.join(', ')} FROM ${sources.join(', ')}`
}

/** Rows of a table, those with a key of their own, and those with a NULL in it. */
const countOf = (
  writer: SqlWriter,
  plan: ComparisonPlan,
  side: Side,
  number: string,
): { readonly names: readonly string[]; readonly query: string } => {
  const [keyed, nulls] = [isKeyed(plan, side, '"s"'), hasNullKey(plan, side, '"s"')]
  const alias = `"x${number}"`
  const count = (condition: string | null, name: string): string =>
    condition === null ? '' : `, coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0) AS "${name}"`
  return {
    names: [
      `${alias}."n" AS "rows${number}"`,
      `${alias}."${keyed === null ? 'n' : 'keyed'}" AS "keyed${number}"`,
      `${nulls === null ? '0' : `${alias}."nulls"`} AS "nulls${number}"`,
    ],
    query: `(SELECT count(*) AS "n"${count(keyed, 'keyed')}${count(nulls, 'nulls')} FROM ${writer.rows(plan[side], '"s"')}) AS ${alias}`,
  }
}

/** Rows of the second table without partner. */
export const surplus = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const keys = keyOf(plan, 'right', '"r"').map((sql, index) => `${sql} AS "k${index}"`)
  const marks = plan.compared.map((_, index) => `0 AS "c${index}"`)
  const from = `${writer.rows(plan.right, '"r"')} LEFT JOIN ${writer.rows(plan.left, '"l"')} ON ${joined(plan)}`
  const isExpected = `(SELECT "keyed2" - "keyed1" + "only1" FROM "totals") > 0`
  return `SELECT 2 AS "finding", ${[...keys, ...marks].join(', ')} FROM ${from}
    WHERE ${conditions(isExpected, absent(plan, 'left', '"l"'), isKeyed(plan, 'right', '"r"'))}`
}
