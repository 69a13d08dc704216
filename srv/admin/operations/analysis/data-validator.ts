import type { Static } from '@sinclair/typebox'
import * as t from '../../core/json-schema.ts'
import { csvText } from '../../core/csv/csv-writer.ts'
import { readRules } from '../../core/rules/read-rules.ts'
import { inSession, type JsonObject, type Operation, type SessionContext, type StreamedResult } from '../operation.ts'
import { refuseMore } from '../list-page.ts'
import { textAnswer } from '../answer-types.ts'
import { errorOf, isValid, resultOf, totalsOf } from '../validation/report.ts'
import { validate, type Validated } from '../validation/validate.ts'
import { MAX_PATTERN } from '../../core/rules/read-condition.ts'

const severity = t.oneOf(['error', 'warn'])

/** The answer of dataValidator; without `errors` in format summary, with their text as `content` in csv. */
const OUTPUT = t.object({
  valid: t.boolean('Every rule of severity error was checked and passes'),
  ...t.strings('schema', 'table'),
  ...t.integers('totalRows', 'validRows', 'invalidRows', 'totalErrors', 'totalWarnings'),
  complete: t.boolean('False when the first error has ended it'),
  results: t.arrayOf({
    name: t.string(),
    column: t.nullable(t.string()),
    columns: t.optional(t.stringArray()),
    rule: t.string(),
    severity,
    inferred: t.boolean(),
    status: t.oneOf(['pass', 'warn', 'fail', 'error']),
    ...t.integers('checked', 'failed'),
    failedPercent: t.nullable(t.number()),
    reason: t.optional(t.string('Why it could not be checked')),
  }),
  ...t.optionals({
    errors: t.arrayOf({
      rule: t.string(),
      column: t.nullable(t.string()),
      key: t.values(),
      value: t.value(),
      error: t.string(),
      severity,
      valuesCut: t.optional(t.literal(true)),
    }),
    truncated: t.boolean(),
    ...t.strings('format', 'content'),
  }),
})

const Scalar = t.union([t.string(), t.number(), t.boolean()])
const Bound = t.optional(t.union([t.number(), t.string()], 'For length and rowCount a whole number'))
const Names = t.union([t.string(), t.stringArray()])

const RuleItem = t.object(
  {
    rule: t.string('Such as required, unique, length, range, pattern, in, references, expression'),
    ...t.optionals({
      column: t.string(),
      columns: t.union(Names.anyOf, 'Of the rule; those referred to where a rule references has a column'),
      name: t.string(undefined, { minLength: 1, maxLength: 200 }),
      severity: t.oneOf(['error', 'warn'], 'Default error'),
      mostly: t.number('Share of rows that has to pass', { minimum: 0, maximum: 1 }),
      maxFailures: t.integer('Number of rows that may fail', { minimum: 0 }),
      where: t.string('Filter of the rows; for expression the condition itself'),
    }),
    min: Bound,
    max: Bound,
    ...t.optionals({
      regex: t.string('In the syntax of RE2; matches anywhere', { maxLength: MAX_PATTERN }),
      values: t.array(Scalar),
      ...t.strings('schema', 'table'),
      referencedColumns: Names,
      operator: t.string(),
      other: t.string('Column to compare with'),
    }),
  },
  { additionalProperties: false },
)

/** Input of dataValidator. All of it is ours: the contract leaves it open. */
export const INPUT = t.object({
  table: t.string(),
  ...t.optionals({
    schema: t.string(),
    rules: t.union(
      [t.string(), t.array(RuleItem)],
      'Short form `column:rule,rule:argument;column:rule`, or a list; absent: what catalog and model say',
      { 'x-error-code': 'INVALID_RULE' },
    ),
    columns: t.commaSeparated('Only rules about these columns'),
    where: t.string('Filter of the rows that are examined'),
    limit: t.integer('Rows that are examined at most', { minimum: 1 }),
    maxErrors: t.integer('Failures that are listed at most', { minimum: 0 }),
    stopOnFirstError: t.boolean(undefined, { default: false }),
    format: t.oneOf(['json', 'csv', 'summary'], undefined, { default: 'json' }),
  }),
})

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
