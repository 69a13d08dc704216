import * as t from '../../../core/json-schema.ts'
import { MAX_PATTERN } from '../../../core/rules/read-condition.ts'

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
