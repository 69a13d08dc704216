import * as t from '../../../core/json-schema.ts'

const severity = t.oneOf(['error', 'warn'])

/** The answer of dataValidator; without `errors` in format summary, with their text as `content` in csv. */
export const OUTPUT = t.object({
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
