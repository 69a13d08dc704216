import type { Static } from '@sinclair/typebox'
import { csvText } from '../../core/csv/csv-writer.ts'
import { readRules } from '../../core/rules/read-rules.ts'
import { inSession, type JsonObject, type Operation, type SessionContext, type StreamedResult } from '../operation.ts'
import { refuseMore } from '../refuse-more.ts'
import { textAnswer } from '../text-answer.ts'
import { errorOf, isValid, resultOf, totalsOf } from '../validation/report.ts'
import { validate, type Validated } from '../validation/validate.ts'
import { INPUT } from './data-validator/input.ts'
import { OUTPUT } from './data-validator/output.ts'

type Input = Static<typeof INPUT>

/**
 * Checks the rows of a table against rules. NULL passes every rule but `required` and `notEmpty`.
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
    const rules = input.rules === undefined ? undefined : readRules(input.rules)
    return inSession(context, async (within) => {
      const table = await within.names.table(within.session, input.schema, input.table)
      return answer(within, input, await validate(within, table, { ...input, rules, maxErrors }))
    })
  },
}

const answer = (
  context: SessionContext,
  input: Input,
  { validation, findings, judged }: Validated,
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
    valid: isValid(judged),
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
