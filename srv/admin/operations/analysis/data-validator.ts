import { ask } from '../../dialects/catalog-query.ts'
import type { Static } from '@sinclair/typebox'
import { parseColumnList } from '../../core/column-list.ts'
import { csvText } from '../../core/csv/csv-writer.ts'
import { primaryKey } from '../../core/primary-key.ts'
import { readRules } from '../../core/rules/read-rules.ts'
import { AdminError } from '../../errors.ts'
import { isShownKey } from '../list-keys.ts'
import { maskingOf, readWhere } from '../masking.ts'
import {
  inSession,
  type JsonObject,
  type Operation,
  type OperationContext,
  type ResolvedTable,
  type SessionContext,
  type StreamedResult,
} from '../operation.ts'
import { textAnswer } from '../text-answer.ts'
import type { Outcome, PlannedRule } from './data-validator/check.ts'
import { countInEngine } from './data-validator/count-in-engine.ts'
import type { Findings, Validation } from './data-validator/findings.ts'
import { inferRules, type StatedKeys } from './data-validator/infer-rules.ts'
import { INPUT } from './data-validator/input.ts'
import { planRules } from './data-validator/plan-rules.ts'
import { errorOf, type Judged, resultOf, statusOf, totalsOf } from './data-validator/report.ts'
import { scanRows } from './data-validator/scan-rows.ts'
import type { Scope } from './data-validator/scan-writer.ts'
import { rowCountStatement } from './data-validator/statements.ts'
import { OUTPUT } from './data-validator/output.ts'

type Input = Static<typeof INPUT>

/** Rules of a request, those about several rows among them, and the values that they list together. */
const MOST = { rules: 200, inferred: 1_000, joins: 50, values: 10_000 } as const

/**
 * Checks the rows of a table against rules. NULL passes every rule but `required` and `notEmpty`.
 *
 * Rules that the engine knows are counted there, all in one statement; the form of values and patterns are tested here,
 * so that they mean the same on every engine, in one pass over the rows.
 *
 * @returns `valid`: every rule of severity `error` was checked and passes. Counts are exact; `errors` lists failing rows
 *   of each rule fairly, with their keys. Data that fails is no error of the request.
 * @throws AdminError `INVALID_RULE` with the position of the rule.
 * @see Admin REST API, Endpoints, POST /dataValidator. Request and answer are ours: the contract leaves both open.
 */
export const dataValidator: Operation<typeof INPUT> = {
  summary: 'Checks the rows of a table against rules',
  readsRows: true,
  tellsValues: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: async (context, input) => {
    const maxErrors = input.maxErrors ?? context.config.limits.differences
    refuseMore('maxErrors', maxErrors, context.config.limits.differencesMax)
    return inSession(context, (within) => validate(within, input, maxErrors))
  },
}

const validate = async (
  context: SessionContext,
  input: Input,
  maxErrors: number,
): Promise<JsonObject | StreamedResult> => {
  const table = await context.names.table(context.session, input.schema, input.table)
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
    maxErrors,
    stopsOnFirstError: input.stopOnFirstError ?? false,
  }
  const tableRules = await judgeTable(context, scope, rules)
  const isReadHere = validation.stopsOnFirstError || rowRules.some(({ check }) => check.type === 'value')
  const findings = await (isReadHere ? scanRows(validation) : countInEngine(validation))
  const rowOutcomes = rowRules.map((planned, index) => [planned, findings.outcomes[index]] as const)
  const outcomes = new Map([...tableRules, ...rowOutcomes])
  const judged = rules.map((planned) => ({ planned, outcome: outcomes.get(planned) ?? { checked: 0, failed: 0 } }))
  return answer(context, input, validation, findings, judged)
}

/** The rules of the request, or those that can be inferred. */
const plan = async (context: SessionContext, table: ResolvedTable, input: Input): Promise<PlannedRule[]> => {
  const only = parseColumnList(input.columns)
  const wanted = only && context.names.columns(table, only)
  const given = input.rules === undefined ? undefined : readRules(input.rules)
  if (given) refuseMore('rules', given.length, MOST.rules)
  const rules = given ?? inferRules(table, await statedKeys(context, table), context.model)
  const planned = await planRules(context, table, rules, given === undefined)
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

const answer = (
  context: OperationContext,
  input: Input,
  validation: Validation,
  findings: Findings,
  judged: readonly Judged[],
): JsonObject | StreamedResult => {
  const { table } = validation.scope
  const totals = totalsOf(findings, judged)
  const broken = judged.filter(({ planned, outcome }) => planned.check.type === 'rowCount' && outcome.failed > 0)
  const errors = [
    ...findings.failures.map((failure) => errorOf(validation, failure)),
    ...broken.map(({ planned: { name, message, rule }, outcome }) => ({
      rule: name,
      column: null,
      key: {},
      value: outcome.checked,
      error: message,
      severity: rule.severity,
    })),
  ].slice(0, validation.maxErrors)
  const summary = {
    valid: judged.every((each) => each.planned.rule.severity === 'warn' || statusOf(each) === 'pass'),
    schema: table.schema,
    table: table.name,
    ...totals,
    complete: findings.isComplete,
    results: judged.map(resultOf),
  }
  if (input.format === 'summary') return summary
  const truncated = errors.length < totals.totalErrors + totals.totalWarnings
  if (input.format !== 'csv') return { ...summary, errors, truncated }
  const content = csvText(
    ['rule', 'column', 'key', 'value', 'error', 'severity'],
    errors.map(({ rule, column, key, value, error, severity }) => [
      rule as string,
      column as string | null,
      JSON.stringify(key),
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string),
      error as string,
      severity as string,
    ]),
  )
  const fileName = `${table.name}-errors.csv`
  return textAnswer(context, { contentType: 'text/csv', fileName, content }, { ...summary, format: 'csv', truncated })
}

const refuseMore = (field: string, count: number, most: number, what = 'in all'): void => {
  if (count > most) throw new AdminError('LIMIT_TOO_LARGE', `'${field}': ${count} are more than ${most} ${what}`)
}
