import type { Predicate } from '../../core/filter/syntax.ts'
import type { Statement } from '../../core/values.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { PlannedRule } from './check.ts'
import { ScanWriter, type Scope } from './scan-writer.ts'

/** Every examined row in the order of the primary key: the values of the columns, then the state of each rule. */
export const scanStatement = (
  dialect: Dialect,
  scope: Scope,
  rules: readonly PlannedRule[],
  columns: readonly ColumnMetadata[],
): Statement => {
  const sql = new ScanWriter(dialect, scope)
  // A list of nothing is no list, and a row of one empty value no row, so a constant ends it.
  return sql.statement(`SELECT ${[...sql.values(columns), ...states(sql, rules), '1 AS "one"'].join(', ')}
    FROM ${sql.from(rules)} ${sql.orderByKey()}`)
}

/**
 * One row: `total`, `invalid` (rows that fail a rule of severity `error`), and for the i-th rule `checked<i>` and
 * `failed<i>`.
 */
export const countStatement = (dialect: Dialect, scope: Scope, rules: readonly PlannedRule[]): Statement => {
  const sql = new ScanWriter(dialect, scope)
  const counts = [`count(*) AS ${sql.quote('total')}`]
  const seen: string[] = []
  const severe: string[] = []
  rules.forEach((rule, index) => {
    const [checked, failed] = [sql.quote(`checked${index}`), sql.quote(`failed${index}`)]
    const looksAt = sql.checked(rule)
    if (looksAt !== null) seen.push(`${looksAt} AS ${checked}`)
    seen.push(`CASE WHEN ${sql.failed(rule, index)} THEN 1 END AS ${failed}`)
    counts.push(`count(${looksAt === null ? '*' : checked}) AS ${checked}`, `count(${failed}) AS ${failed}`)
    if (rule.rule.severity === 'error') severe.push(failed)
  })
  const [first = 'CASE WHEN 1 = 0 THEN 1 END', ...others] = severe
  const invalid = others.length === 0 ? first : `coalesce(${severe.join(', ')})`
  counts.push(`count(${invalid}) AS ${sql.quote('invalid')}`)
  return sql.statement(`SELECT ${counts.join(', ')}
    FROM (SELECT ${[...seen, '1 AS "one"'].join(', ')} FROM ${sql.from(rules)}) examined`)
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
  return sql.statement(`SELECT ${[...sql.values(columns), '1 AS "one"'].join(', ')} FROM ${sql.from([rule])}
    WHERE ${sql.state(rule, 0)} = 2 ${sql.orderByKey()} LIMIT ${sql.bindCount(limit)}`)
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
    return `${count} AS ${sql.quote(`count${index}`)}`
  })
  return sql.statement(`SELECT ${counts.join(', ')} FROM ${sql.allRows()}`)
}

const states = (sql: ScanWriter, rules: readonly PlannedRule[]): string[] =>
  rules.map((rule, index) => `${sql.state(rule, index)} AS ${sql.quote(`s${index}`)}`)
