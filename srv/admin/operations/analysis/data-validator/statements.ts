import type { Predicate } from '../../../core/filter/syntax.ts'
import type { Statement } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { PlannedRule } from './check.ts'
import { ScanWriter } from './scan-writer.ts'
import type { Scope } from './scan-writer.ts'

/** Every examined row in the order of the primary key: the values of the columns, then the state of each rule. */
export const scanStatement = (
  dialect: Dialect,
  scope: Scope,
  rules: readonly PlannedRule[],
  columns: readonly ColumnMetadata[],
): Statement => {
  const sql = new ScanWriter(dialect, scope)
  // A list of nothing is no list, so a constant ends it.
  return sql.statement(`SELECT ${[...sql.values(columns), ...states(sql, rules), '1 AS one'].join(', ')}
    FROM ${sql.from(rules)} ${sql.orderByKey()}`)
}

/**
 * One row: `total`, `invalid` (rows that fail a rule of severity `error`), and for the i-th rule `checked<i>` and
 * `failed<i>`.
 */
export const countStatement = (dialect: Dialect, scope: Scope, rules: readonly PlannedRule[]): Statement => {
  const sql = new ScanWriter(dialect, scope)
  const state = (index: number): string => sql.quote(`s${String(index)}`)
  const countIf = (condition: string, name: string): string =>
    `count(CASE WHEN ${condition} THEN 1 END) AS ${sql.quote(name)}`
  const severe = rules.flatMap(({ rule }, index) => (rule.severity === 'error' ? [`${state(index)} = 2`] : []))
  const counts = [
    `count(*) AS ${sql.quote('total')}`,
    countIf(severe.length > 0 ? severe.join(' OR ') : '1 = 0', 'invalid'),
    ...rules.flatMap((_, index) => [
      countIf(`${state(index)} > 0`, `checked${String(index)}`),
      countIf(`${state(index)} = 2`, `failed${String(index)}`),
    ]),
  ]
  return sql.statement(`SELECT ${counts.join(', ')}
    FROM (SELECT ${[...states(sql, rules), '1 AS one'].join(', ')} FROM ${sql.from(rules)}) examined`)
}

/** The first rows that fail a rule: the values of the columns. */
export const failuresStatement = (
  dialect: Dialect,
  scope: Scope,
  rule: PlannedRule,
  columns: readonly ColumnMetadata[],
  limit: number,
): Statement => {
  const sql = new ScanWriter(dialect, scope)
  return sql.statement(`SELECT ${[...sql.values(columns), '1 AS one'].join(', ')} FROM ${sql.from([rule])}
    WHERE ${sql.state(rule, 0)} = 2 ${sql.orderByKey()} LIMIT ${sql.bind(limit, 'integer')}`)
}

/** One row with the number of rows that each condition holds for, as `count<i>`, whatever number is examined. */
export const rowCountStatement = (
  dialect: Dialect,
  scope: Scope,
  conditions: readonly (Predicate | null)[],
): Statement => {
  const sql = new ScanWriter(dialect, scope)
  const counts = conditions.map((condition, index) => {
    const count = condition === null ? 'count(*)' : `count(CASE WHEN ${sql.condition(condition)} THEN 1 END)`
    return `${count} AS ${sql.quote(`count${String(index)}`)}`
  })
  return sql.statement(`SELECT ${counts.join(', ')} FROM ${sql.allRows()}`)
}

const states = (sql: ScanWriter, rules: readonly PlannedRule[]): string[] =>
  rules.map((rule, index) => `${sql.state(rule, index)} AS ${sql.quote(`s${String(index)}`)}`)
