import { Type } from '@sinclair/typebox'
import { NAMES, nullable, oneOf, VALUE, VALUES } from '../../answer-types.ts'

const severity = oneOf(['error', 'warn'])

/** The answer of dataValidator; without `errors` in format summary, with their text as `content` in csv. */
export const OUTPUT = Type.Object({
  valid: Type.Boolean({ description: 'Every rule of severity error was checked and passes' }),
  schema: Type.String(),
  table: Type.String(),
  totalRows: Type.Integer(),
  validRows: Type.Integer(),
  invalidRows: Type.Integer(),
  totalErrors: Type.Integer(),
  totalWarnings: Type.Integer(),
  complete: Type.Boolean({ description: 'False when the first error has ended it' }),
  results: Type.Array(
    Type.Object({
      name: Type.String(),
      column: nullable(Type.String()),
      columns: Type.Optional(NAMES),
      rule: Type.String(),
      severity,
      inferred: Type.Boolean(),
      status: oneOf(['pass', 'warn', 'fail', 'error']),
      checked: Type.Integer(),
      failed: Type.Integer(),
      failedPercent: nullable(Type.Number()),
      reason: Type.Optional(Type.String({ description: 'Why it could not be checked' })),
    }),
  ),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        rule: Type.String(),
        column: nullable(Type.String()),
        key: VALUES,
        value: VALUE,
        error: Type.String(),
        severity,
        valuesCut: Type.Optional(Type.Literal(true)),
      }),
    ),
  ),
  truncated: Type.Optional(Type.Boolean()),
  format: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
})
