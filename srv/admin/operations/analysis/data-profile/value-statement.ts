import { type Bins, PERCENTILES, type Percentiles, type Rank } from '../../../core/profile/measures.ts'
import type { Statement, Value } from '../../../core/values.ts'
import type { Row } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import { type Rows, selectFrom } from './rows.ts'
import type { ProfiledColumn } from './column-statement.ts'

export interface ValueQuestions {
  readonly topValues: number
  /** Ranks whose numbers are wanted, counted from 0. */
  readonly ranks: readonly number[]
  readonly bins: Bins | null
  /** It is known that no value occurs twice: there is nothing to be grouped. */
  readonly areUnique: boolean
  /** It is known that all values are finite numbers. */
  readonly areNumbers: boolean
}

/** What the distinct values of a column tell. */
export interface ValueAnswers {
  readonly distinct: number
  /** Values that occur once. */
  readonly unique: number
  readonly top: readonly { readonly value: Value; readonly count: number }[]
  readonly ranks: readonly Rank[]
  readonly binCounts: ReadonlyMap<number, number>
}

/** What sorting a column tells, where that costs less than grouping it. */
export interface SortAnswers {
  readonly distinct: number
  readonly percentiles: Percentiles | null
}

/** One row: how many distinct values, and the percentiles of numbers. Null where the engine cannot tell. */
export const sortStatement = (
  { quote, analysis }: Dialect,
  rows: Rows,
  { metadata, isNumeric }: ProfiledColumn,
  areNumbers: boolean,
): Statement | null => {
  const { aggregates } = analysis
  if (!aggregates) return null
  const name = quote(metadata.name)
  const number = areNumbers ? name : analysis.number(metadata, name)
  const percentiles = isNumeric
    ? Object.entries(PERCENTILES).map(
        ([key, share]) => `, ${aggregates.percentile(metadata, share, number)} AS "${key}"`,
      )
    : []
  const distinct = `count(DISTINCT ${analysis.comparable(metadata, name)}) AS "distinct_count"`
  return { sql: `SELECT ${distinct}${percentiles.join('')} ${selectFrom(rows)}`, parameters: rows.condition.parameters }
}

export const readSortAnswers = (row: Row): SortAnswers => ({
  distinct: Number(row['distinct_count']),
  percentiles:
    row['median'] === null || row['median'] === undefined
      ? null
      : { p25: Number(row['p25']), median: Number(row['median']), p75: Number(row['p75']) },
})

/** Groups a column by its values once, and asks everything of the groups. */
export const valueStatement = (
  dialect: Dialect,
  rows: Rows,
  { metadata, isNumeric }: ProfiledColumn,
  { topValues, ranks, bins, areUnique, areNumbers }: ValueQuestions,
): Statement => {
  const { analysis, timeSeries } = dialect
  const name = dialect.quote(metadata.name)
  const parameters = [...rows.condition.parameters]
  const double = (value: number): string => {
    parameters.push(value)
    return dialect.placeholder(parameters.length, 'float')
  }
  const comparable = analysis.comparable(metadata, name)
  const no = analysis.double('NULL')
  const parts = [
    `SELECT 'top' AS "part", ${dialect.selectExpression(metadata, '"v"')} AS "value", ${no} AS "number", "n" AS "low", 0 AS "high"
       FROM (SELECT "v", "n" FROM "g" ORDER BY "n" DESC, "v" LIMIT ${topValues}) AS "t"`,
  ]
  if (!areUnique) parts.push(`SELECT 'distinct', NULL, ${no}, count(*), count(CASE WHEN "n" = 1 THEN 1 END) FROM "g"`)
  const number = areNumbers ? '"v"' : analysis.number(metadata, '"v"')
  if (isNumeric && ranks.length > 0) {
    const isWanted = ranks.map((rank) => `("high" - "n" <= ${rank} AND "high" > ${rank})`).join(' OR ')
    parts.push(`SELECT 'rank', NULL, ${analysis.double('"number"')}, "high" - "n", "high"
       FROM (SELECT "number", "n", sum("n") OVER (ORDER BY "number" ROWS UNBOUNDED PRECEDING) AS "high"
               FROM (SELECT ${number} AS "number", "n" FROM "g") AS "numbers" WHERE "number" IS NOT NULL) AS "ranked" WHERE ${isWanted}`)
  }
  if (bins) {
    const measured = isNumeric ? number : timeSeries.epochMs(metadata, '"v"')
    const value = analysis.double(measured)
    const bin = `CASE WHEN ${value} >= ${double(bins.low + bins.width * (bins.count - 1))} THEN ${bins.count - 1}
      ${isNumeric ? '' : `WHEN ${value} < ${double(bins.low)} THEN 0 `}ELSE floor((${value} - ${double(bins.low)}) / ${double(bins.width)}) END`
    parts.push(
      `SELECT 'bin', NULL, ${analysis.double('"bin"')}, sum("n"), 0
         FROM (SELECT ${bin} AS "bin", "n" FROM "g" WHERE ${measured} IS NOT NULL) AS "b" GROUP BY "bin"`,
    )
  }
  const values = selectFrom(rows, `${name} IS NOT NULL`)
  const groups = areUnique
    ? `SELECT ${comparable} AS "v", 1 AS "n" ${values}`
    : `SELECT ${comparable} AS "v", count(*) AS "n" ${values} GROUP BY ${comparable}`
  return { sql: `WITH "g" AS (${groups}) ${parts.join('\nUNION ALL ')}`, parameters }
}

/** @param present number of values, in case that all of them are known to be unique. */
export const readAnswers = (rows: readonly Row[], present: number): ValueAnswers => {
  const of = (part: string): readonly Row[] => rows.filter((row) => row['part'] === part)
  const [distinct = { low: present, high: present }] = of('distinct')
  return {
    distinct: Number(distinct['low']),
    unique: Number(distinct['high']),
    top: of('top').map((row) => ({ value: row['value'] ?? null, count: Number(row['low']) })),
    ranks: of('rank').map((row) => ({
      value: Number(row['number']),
      from: Number(row['low']),
      to: Number(row['high']),
    })),
    binCounts: new Map(of('bin').map((row) => [Number(row['number']), Number(row['low'])])),
  }
}
