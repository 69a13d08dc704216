import { Type } from '@sinclair/typebox'
import { wordList } from '../../input-types.ts'

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const Bound = Type.Optional(
  Type.Union([Type.Number(), Type.String()], { description: 'For length and rowCount a whole number' }),
)
const Names = Type.Union([Type.String(), Type.Array(Type.String())])

const RuleItem = Type.Object(
  {
    rule: Type.String({ description: 'Such as required, unique, length, range, pattern, in, references, expression' }),
    column: Type.Optional(Type.String()),
    columns: Type.Optional(
      Type.Union(Names.anyOf, { description: 'Of the rule; those referred to where a rule references has a column' }),
    ),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    severity: Type.Optional(
      Type.Union([Type.Literal('error'), Type.Literal('warn')], { description: 'Default error' }),
    ),
    mostly: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Share of rows that has to pass' })),
    maxFailures: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of rows that may fail' })),
    where: Type.Optional(Type.String({ description: 'Filter of the rows; for expression the condition itself' })),
    min: Bound,
    max: Bound,
    regex: Type.Optional(Type.String({ maxLength: 1_000, description: 'In the syntax of RE2; matches anywhere' })),
    values: Type.Optional(Type.Array(Scalar)),
    schema: Type.Optional(Type.String()),
    table: Type.Optional(Type.String()),
    referencedColumns: Type.Optional(Names),
    operator: Type.Optional(Type.String()),
    other: Type.Optional(Type.String({ description: 'Column to compare with' })),
  },
  { additionalProperties: false },
)

/** Input of dataValidator. All of it is ours: the contract leaves it open. */
export const INPUT = Type.Object({
  table: Type.String(),
  schema: Type.Optional(Type.String()),
  rules: Type.Optional(
    Type.Union([Type.String(), Type.Array(RuleItem)], {
      description: 'Short form `column:rule,rule:argument;column:rule`, or a list; absent: what catalog and model say',
      'x-error-code': 'INVALID_RULE',
    }),
  ),
  columns: wordList('Only rules about these columns'),
  where: Type.Optional(Type.String({ description: 'Filter of the rows that are examined' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Rows that are examined at most' })),
  maxErrors: Type.Optional(Type.Integer({ minimum: 0, description: 'Failures that are listed at most' })),
  stopOnFirstError: Type.Optional(Type.Boolean({ default: false })),
  format: Type.Optional(
    Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('summary')], { default: 'json' }),
  ),
})
