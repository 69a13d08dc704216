import type { Statement, Value } from '../../../core/values.ts'
import type { Row, Session } from '../../../database/session.ts'
import { chained, SqlWriter } from '../../sql-writer.ts'
import type { ComparedColumn, Plan } from './plan.ts'
import { type DuplicateGroup, type Duplicates, percentage, showValues } from './result.ts'

/** Columns by which a row is told from all groups before it is compared with each. */
const FORETOLD = 20

/**
 * Groups rows in the engine that are equal in all columns, or in the first one only (`isPartial`), of which the share of
 * columns that are equal throughout the group is measured.
 */
export const findEqual = async (session: Session, plan: Plan, isPartial: boolean): Promise<Duplicates> => {
  const grouped = isPartial ? plan.columns.slice(0, 1) : plan.columns
  const rows = await session.query(new EqualRows(plan, grouped).build())
  const [totals = {}] = rows
  return {
    totalRows: Number(totals['total']),
    groups: Number(totals['group_count']),
    duplicates: Number(totals['duplicates']),
    listed: readGroups(rows, plan, grouped),
  }
}

const names = (kind: string, columns: readonly ComparedColumn[]): string[] =>
  columns.map((_, index) => `"${kind}${index}"`)

/**
 * The statement: rows are grouped once, and those of the listed groups are looked up. Columns are `v0`, `v1`, … as
 * compared, `s0`, … as stored, `k0`, … of the key; the totals are repeated in each row.
 */
class EqualRows extends SqlWriter {
  readonly #plan: Plan
  readonly #grouped: readonly ComparedColumn[]
  readonly #names: readonly string[]

  constructor(plan: Plan, grouped: readonly ComparedColumn[]) {
    super(plan.dialect)
    this.#plan = plan
    this.#grouped = grouped
    this.#names = names('v', grouped)
  }

  build(): Statement {
    const { limit, dialect } = this.#plan
    const { once } = dialect.comparison
    const group = this.#names.join(', ')
    const queries = [
      `"g" ${once} (SELECT ${group}, count(*) AS "n"${this.#hidesOrder ? `, min(${this.#firstKey()}) AS "first"` : ''} FROM ${this.#compared(false)} AS "c" GROUP BY ${group} HAVING count(*) > 1)`,
      `"totals" AS (SELECT (SELECT count(*) FROM ${this.rows(this.#plan, '"r"')}) AS "total", count(*) AS "group_count",
         coalesce(sum("n") - count(*), 0) AS "duplicates" FROM "g")`,
    ]
    if (limit === 0) return this.statement(`WITH ${queries.join(', ')} SELECT * FROM "totals"`)
    queries.push(...this.#members(once))
    return this.statement(`WITH ${queries.join(', ')}
      SELECT "t"."total", "t"."group_count", "t"."duplicates", "m".* FROM "totals" AS "t"
        LEFT JOIN (${this.#listed()}) AS "m" ON 1 = 1 ORDER BY "m"."place", "m"."seat"`)
  }

  /** Groups are not ordered by masked values, but by the keys of their first rows. */
  get #hidesOrder(): boolean {
    return this.#grouped.some(({ isMasked }) => isMasked)
  }

  #firstKey(): string {
    const { dialect, keys } = this.#plan
    return chained(
      names('k', keys).map((name) => dialect.comparison.asText(name)),
      ` || ',' || `,
    )
  }

  /** The largest groups, their rows, and how many columns have one value throughout a group. */
  #members(once: string): string[] {
    const { dialect, limit, keys } = this.#plan
    const order = [
      '"n" DESC',
      ...this.#names
        .filter((_, index) => !this.#grouped[index]?.isMasked)
        .map((name) => `CASE WHEN ${name} IS NULL THEN 1 ELSE 0 END, ${name}`),
      ...(this.#hidesOrder ? ['"first"'] : []),
    ].join(', ')
    const inOrder = (keys.length === 0 ? this.#names : names('k', keys)).map((name) => `"c".${name}`).join(', ')
    const same = dialect.analysis.sameValues(
      this.#names.map((name) => `"top".${name}`),
      this.#names.map((name) => `"c".${name}`),
    )
    // Most rows are in none of these groups, which is seen faster column by column; and often there is no group at all.
    const mayBe = this.#names
      .slice(0, FORETOLD)
      .map((name) => `("c".${name} IS NULL OR "c".${name} IN (SELECT ${name} FROM "top"))`)
    return [
      `"top" ${once} (SELECT "largest".*, row_number() OVER (ORDER BY ${order}) AS "place"
         FROM (SELECT * FROM "g" ORDER BY ${order} LIMIT ${limit}) AS "largest")`,
      `"members" ${once} (SELECT "top"."n", "top"."place", "c".*, row_number() OVER (PARTITION BY "top"."place" ORDER BY ${inOrder}) AS "seat"
         FROM "top" JOIN (SELECT * FROM ${this.#compared(true)} AS "c"
          WHERE EXISTS (SELECT 1 FROM "top") AND ${mayBe.join(' AND ')}) AS "c" ON ${same})`,
      `"shares" AS (SELECT "place" AS "share_place", ${this.#equalColumns()} AS "equal_columns" FROM "members" GROUP BY "place")`,
    ]
  }

  #listed(): string {
    const { columns, keys, records } = this.#plan
    const select = (kind: string, { metadata }: ComparedColumn, index: number): string => {
      const name = `"${kind}${index}"`
      return `${this.select(metadata, name)} AS ${name}`
    }
    const shown = [
      ...this.#grouped.map((column, index) => select('v', column, index)),
      ...columns.map((column, index) => select('s', column, index)),
      ...keys.map((column, index) => select('k', column, index)),
    ]
    return `SELECT "place", "n", "seat", "equal_columns", ${shown.join(', ')} FROM "members" JOIN "shares" ON "share_place" = "place"
             WHERE "seat" <= ${Math.max(records, 1)}`
  }

  /** The rows as they are compared; without those that are like no other since nulls are distinct. */
  #compared(withStored: boolean): string {
    const { columns, keys, nullsEqual } = this.#plan
    const values = (withStored ? columns : this.#grouped).map(({ compared }, index) => `${compared} AS "v${index}"`)
    const stored = columns.map((column, index) => `${column.stored} AS "s${index}"`)
    const key = keys.map((column, index) => `${column.stored} AS "k${index}"`)
    const known = this.#grouped.map(({ metadata }) => `${this.quote(metadata.name)} IS NOT NULL`)
    const where = nullsEqual ? '' : ` WHERE ${known.join(' AND ')}`
    return `(SELECT ${[...values, ...(withStored ? stored : []), ...(withStored || this.#hidesOrder ? key : [])].join(', ')} FROM ${this.rows(this.#plan, '"r"')}${where})`
  }

  /** How many of the columns have one value throughout the group. */
  #equalColumns(): string {
    const { columns, nullsEqual } = this.#plan
    const others = names('v', columns).slice(this.#grouped.length)
    const isOne = others.map((name) => {
      const isSame = `count(DISTINCT ${name}) = 1 AND count(${name}) = count(*)`
      return `CASE WHEN ${isSame}${nullsEqual ? ` OR count(${name}) = 0` : ''} THEN 1 ELSE 0 END`
    })
    return [String(this.#grouped.length), ...isOne].join(' + ')
  }
}

const readGroups = (
  rows: readonly Row[],
  { columns, keys, records }: Plan,
  grouped: readonly ComparedColumn[],
): DuplicateGroup[] => {
  const values = (row: Row, kind: string, list: readonly ComparedColumn[]): Value[] =>
    list.map((_, index) => row[`${kind}${index}`] ?? null)
  const listed = rows.filter((row) => row['place'] !== null && row['place'] !== undefined)
  const places = Map.groupBy(listed, (row) => Number(row['place']))
  return [...places.values()].map((members) => {
    const [first = {}] = members
    return {
      matchKey: showValues(grouped, values(first, 'v', grouped)),
      matchPercentage: percentage(Number(first['equal_columns']) / columns.length),
      count: Number(first['n']),
      records: members.slice(0, records).map((row) => ({
        key: showValues(keys, values(row, 'k', keys)),
        data: showValues(columns, values(row, 's', columns)),
      })),
    }
  })
}
