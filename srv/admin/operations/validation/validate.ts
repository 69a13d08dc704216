import { parseColumnList } from '../../core/identifiers.ts'
import { primaryKey } from '../../core/primary-key.ts'
import type { Rule } from '../../core/rules/rule.ts'
import { ask } from '../../dialects/rows.ts'
import { AdminError } from '../../core/errors.ts'
import { isShownKey } from '../list-keys.ts'
import { maskingOf, readWhere } from '../masking.ts'
import type { ResolvedTable, SessionContext } from '../operation.ts'
import type { Outcome, PlannedRule } from './check.ts'
import { type Findings, type Validation, type Failure, toFailure } from './findings.ts'
import { inferRules, type StatedKeys } from './infer-rules.ts'
import { planRules } from './plan-rules.ts'
import type { Judged } from './report.ts'
import { scanRows } from './scan-rows.ts'
import type { Scope } from './scan-writer.ts'
import { rowCountStatement, countStatement, failuresStatement } from './statements.ts'
import { fairShares } from '../../core/fair-shares.ts'

/** Checks rules that the engine knows itself: one statement counts for all of them, then each shows some failures. */
const countInEngine = async (validation: Validation): Promise<Findings> => {
  const { context, scope, rules, columns, maxErrors } = validation
  const { dialect, session } = context
  context.progress('counting')
  const [row = {}] = await session.query(countStatement(dialect, scope, rules))
  const count = (name: string): number => Number(row[name] ?? 0)
  const outcomes = rules.map((_, index) => ({
    checked: count(`checked${index}`),
    failed: count(`failed${index}`),
  }))
  const shares = fairShares(
    outcomes.map(({ failed }) => failed),
    maxErrors,
  )
  const failures: Failure[] = []
  for (const [index, rule] of rules.entries()) {
    const share = shares[index] ?? 0
    if (share === 0) continue
    for await (const batch of session.stream(failuresStatement(dialect, scope, rule, columns, share)))
      for (const values of batch)
        failures.push(
          toFailure(
            index,
            columns.map((column, position) => dialect.jsonValue(column, values[position] ?? null)),
          ),
        )
  }
  return { totalRows: count('total'), invalidRows: count('invalid'), outcomes, failures, isComplete: true }
}

/** Rules of a request, those about several rows among them, and the values that they list together. */
const MOST = { rules: 200, inferred: 1_000, joins: 50, values: 10_000 } as const

/** What is checked of a table. */
export interface ValidationInput {
  /** Absent for what catalog and model say, and what the names of columns suggest. */
  readonly rules?: readonly Rule[] | undefined
  /** Without what is only suggested. */
  readonly isStated?: boolean
  /** Names of columns, in a text with commas: only rules about these. */
  readonly columns?: string | string[] | undefined
  readonly where?: string | undefined
  readonly limit?: number | undefined
  /** Failing rows that are told. */
  readonly maxErrors: number
  readonly stopOnFirstError?: boolean | undefined
}

/** What was found out about a table. */
export interface Validated {
  readonly validation: Validation
  readonly findings: Findings
  readonly judged: readonly Judged[]
}

/**
 * Checks the rows of a table. Rules that the engine knows are counted there, all in one statement; the form of values and
 * patterns are tested here, so that they mean the same on every engine, in one pass over the rows.
 *
 * @throws AdminError `INVALID_RULE`, `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `LIMIT_TOO_LARGE`.
 */
export const validate = async (
  context: SessionContext,
  table: ResolvedTable,
  input: ValidationInput,
): Promise<Validated> => {
  const { isMasked } = maskingOf(context, table)
  const key = primaryKey(table)
  const order = key.some(({ name }) => isMasked(name)) ? [] : key
  const scope = { table, where: readWhere(context, table, input.where), limit: input.limit ?? null, order }
  const rules = await plan(context, table, input)
  const rowRules = rules.filter(({ check }) => check.type !== 'rowCount' && check.type !== 'impossible')
  const validation: Validation = {
    context,
    scope,
    rules: rowRules,
    columns: [...new Set([...primaryKey(table), ...rowRules.flatMap(({ columns }) => columns)])],
    maxErrors: input.maxErrors,
    stopsOnFirstError: input.stopOnFirstError ?? false,
  }
  const tableRules = await judgeTable(context, scope, rules)
  const isReadHere = validation.stopsOnFirstError || rowRules.some(({ check }) => check.type === 'value')
  const findings = await (isReadHere ? scanRows(validation) : countInEngine(validation))
  const rowOutcomes = rowRules.map((planned, index) => [planned, findings.outcomes[index]] as const)
  const outcomes = new Map([...tableRules, ...rowOutcomes])
  const judged = rules.map((planned) => ({ planned, outcome: outcomes.get(planned) ?? { checked: 0, failed: 0 } }))
  return { validation, findings, judged }
}

/** The rules of the request, or those that can be inferred. */
const plan = async (
  context: SessionContext,
  table: ResolvedTable,
  { rules: given, columns: named, isStated }: ValidationInput,
): Promise<PlannedRule[]> => {
  const only = parseColumnList(named)
  const wanted = only && context.names.columns(table, only)
  if (given) refuseMore('rules', given.length, MOST.rules)
  const rules = given ?? inferRules(table, await statedKeys(context, table), context.model)
  // What is suggested is a warning.
  const meant = isStated === true ? rules.filter(({ severity }) => severity === 'error') : rules
  const planned = await planRules(context, table, meant, given === undefined)
  const chosen = planned.filter(({ columns }) => !wanted || columns.some((column) => wanted.includes(column)))
  refuseMore('rules', chosen.length, MOST.inferred)
  const joins = chosen.filter(({ check }) => check.type === 'duplicates' || check.type === 'orphans')
  refuseMore('rules', joins.length, MOST.joins, 'unique and references together')
  const values = chosen.map(({ rule: { condition } }) => ('values' in condition ? condition.values.length : 0))
  refuseMore(
    'values',
    values.reduce((sum, count) => sum + count, 0),
    MOST.values,
  )
  return chosen
}

const statedKeys = async (
  { dialect, session }: SessionContext,
  { schema, name: table }: ResolvedTable,
): Promise<StatedKeys> => {
  const { uniqueKeys, foreignKeys } = dialect.catalog
  return {
    uniqueKeys: await ask(session, uniqueKeys, { schema, table }),
    foreignKeys: (await ask(session, foreignKeys, { schema, table })).filter((key) => isShownKey(dialect, key)),
  }
}

/** The outcomes of rules that are not about rows. */
const judgeTable = async (
  { dialect, session }: SessionContext,
  scope: Scope,
  rules: readonly PlannedRule[],
): Promise<(readonly [PlannedRule, Outcome])[]> => {
  const counted = rules.filter(({ check }) => check.type === 'rowCount')
  const conditions = counted.map(({ where }) => where)
  const [row = {}] = counted.length > 0 ? await session.query(rowCountStatement(dialect, scope, conditions)) : []
  return rules.flatMap((planned) => {
    const { check } = planned
    if (check.type === 'impossible') return [[planned, { checked: 0, failed: 0, problem: check.reason }]]
    if (check.type !== 'rowCount') return []
    const count = Number(row[`count${counted.indexOf(planned)}`] ?? 0)
    const { min = 0, max = Infinity } = check
    return [[planned, { checked: count, failed: count >= min && count <= max ? 0 : 1 }]]
  })
}

const refuseMore = (field: string, count: number, most: number, what = 'in all'): void => {
  if (count > most) throw new AdminError('LIMIT_TOO_LARGE', `'${field}': ${count} are more than ${most} ${what}`)
}
