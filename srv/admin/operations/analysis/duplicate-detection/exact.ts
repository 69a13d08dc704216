import type { Value } from '../../../core/values.ts'
import type { Row, Session } from '../../../database/session.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import { percentage, showValues } from './result.ts'
import type { DuplicateGroup, Duplicates } from './result.ts'
import type { ComparedColumn, Plan } from './plan.ts'

const NOTHING: Duplicates = { totalRows: 0, groups: 0, duplicates: 0, listed: [] }

/**
 * Groups rows in the engine that are equal in all columns, or in the first one only (`isPartial`), of which the share of
 * columns that are equal throughout the group is measured.
 */
export const findEqual = async (
  dialect: Dialect,
  session: Session,
  plan: Plan,
  isPartial: boolean,
): Promise<Duplicates> => {
  const sql = new EqualRows(dialect, plan, isPartial)
  const { parameters } = plan.condition
  const [totals] = await session.query({ sql: sql.totals(), parameters })
  const groups = Number(totals?.['groups'])
  const found = {
    ...NOTHING,
    totalRows: Number(totals?.['total']),
    groups,
    duplicates: Number(totals?.['duplicates'] ?? 0),
  }
  if (groups === 0 || plan.limit === 0) return found
  const rows = await session.query({ sql: sql.listing(), parameters })
  return { ...found, listed: readGroups(rows, plan, isPartial) }
}

/** The statements. Columns are `v0`, `v1`, … as compared, `s0`, … as stored, `k0`, … of the key. */
class EqualRows {
  readonly #dialect: Dialect
  readonly #plan: Plan
  readonly #grouped: readonly ComparedColumn[]

  constructor(dialect: Dialect, plan: Plan, isPartial: boolean) {
    this.#dialect = dialect
    this.#plan = plan
    this.#grouped = isPartial ? plan.columns.slice(0, 1) : plan.columns
  }

  totals(): string {
    const { from, condition } = this.#plan
    const all = `SELECT count(*) FROM ${from}${condition.sql === '' ? '' : ` WHERE ${condition.sql}`}`
    return `WITH ${this.#rows(false)}, g AS (SELECT count(*) AS n FROM compared GROUP BY ${this.#groupedNames()} HAVING count(*) > 1)
      SELECT (${all}) AS total, count(*) AS groups, sum(n) - count(*) AS duplicates FROM g`
  }

  listing(): string {
    const { columns, keys, limit, records } = this.#plan
    const dialect = this.#dialect
    const grouped = this.#grouped.map((_, index) => `v${String(index)}`)
    const order = grouped.map((name) => `CASE WHEN ${name} IS NULL THEN 1 ELSE 0 END, ${name}`).join(', ')
    const keyNames = keys.map((_, index) => `k${String(index)}`)
    const inOrder = keyNames.length === 0 ? grouped : keyNames
    const select = (kind: string, { metadata }: ComparedColumn, index: number): string =>
      `${dialect.selectExpression(metadata, `${kind}${String(index)}`)} AS ${kind}${String(index)}`
    const shown = [
      ...this.#grouped.map((column, index) => select('v', column, index)),
      ...columns.map((column, index) => select('s', column, index)),
      ...keys.map((column, index) => select('k', column, index)),
    ]
    const same = dialect.analysis.sameValues(
      grouped.map((name) => `top.${name}`),
      grouped.map((name) => `compared.${name}`),
    )
    return `WITH ${this.#rows(true)},
      g AS (SELECT ${grouped.join(', ')}, count(*) AS n, ${this.#equalColumns()} AS equal_columns
              FROM compared GROUP BY ${this.#groupedNames()} HAVING count(*) > 1),
      top AS (SELECT * FROM (SELECT g.*, row_number() OVER (ORDER BY n DESC, ${order}) AS place FROM g) AS placed
               WHERE place <= ${String(limit)}),
      members AS (SELECT top.n, top.equal_columns, top.place, compared.*,
                         row_number() OVER (PARTITION BY top.place ORDER BY ${inOrder.map((name) => `compared.${name}`).join(', ')}) AS seat
                    FROM top JOIN compared ON ${same})
      SELECT place, n, equal_columns, seat, ${shown.join(', ')} FROM members WHERE seat <= ${String(Math.max(records, 1))} ORDER BY place, seat`
  }

  /** The rows as they are compared; without those that are like no other since nulls are distinct. */
  #rows(withStored: boolean): string {
    const { from, condition, columns, keys, nullsEqual } = this.#plan
    const values = columns.map(({ compared }, index) => `${compared} AS v${String(index)}`)
    const stored = columns.map((column, index) => `${column.stored} AS s${String(index)}`)
    const key = keys.map((column, index) => `${column.stored} AS k${String(index)}`)
    const conditions = [
      ...(condition.sql === '' ? [] : [condition.sql]),
      ...(nullsEqual ? [] : this.#grouped.map(({ metadata }) => `${this.#dialect.quote(metadata.name)} IS NOT NULL`)),
    ]
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
    return `compared AS (SELECT ${[...values, ...(withStored ? [...stored, ...key] : [])].join(', ')} FROM ${from}${where})`
  }

  #groupedNames(): string {
    return this.#grouped.map((_, index) => `v${String(index)}`).join(', ')
  }

  /** How many of the columns have one value throughout the group. */
  #equalColumns(): string {
    const { columns, nullsEqual } = this.#plan
    const others = columns.slice(this.#grouped.length).map((_, index) => {
      const name = `v${String(index + this.#grouped.length)}`
      const isOne = `count(DISTINCT ${name}) = 1 AND count(${name}) = count(*)`
      return `CASE WHEN ${isOne}${nullsEqual ? ` OR count(${name}) = 0` : ''} THEN 1 ELSE 0 END`
    })
    return [String(this.#grouped.length), ...others].join(' + ')
  }
}

const readGroups = (rows: readonly Row[], plan: Plan, isPartial: boolean): DuplicateGroup[] => {
  const { columns, keys, records } = plan
  const grouped = isPartial ? columns.slice(0, 1) : columns
  const values = (row: Row, kind: string, list: readonly ComparedColumn[]): Value[] =>
    list.map((_, index) => row[`${kind}${String(index)}`] ?? null)
  const places = Map.groupBy(rows, (row) => Number(row['place']))
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
