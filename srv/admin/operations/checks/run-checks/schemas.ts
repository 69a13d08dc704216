import * as t from '../../../core/json-schema.ts'

/** Tables of one run. */
export const MAX_TABLES = 2_000

/** Input of runChecks. */
export const INPUT = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    tables: t.stringArray('Tables of it; by default those of the model, or all where it has none of them', {
      minItems: 1,
      maxItems: MAX_TABLES,
    }),
    source: t.oneOf(['all', 'model', 'files'], 'Whether what the model says is checked, what files tell, or all', {
      default: 'all',
    }),
    checks: t.stringArray('Only these checks of files, by their `id`', { minItems: 1, maxItems: MAX_TABLES }),
    passing: t.boolean('Checks that pass are listed as well', { default: false }),
    maxErrors: t.integer('Rows that are listed of each table at most', { minimum: 0, default: 5 }),
  }),
})

const CHECK_FIELDS = {
  id: t.optional(t.string('Of a check that a file tells: the file, and its name or what it is')),
  name: t.string(),
  column: t.nullable(t.string()),
  columns: t.optional(t.stringArray()),
  rule: t.string(),
  severity: t.oneOf(['error', 'warning']),
  owner: t.optional(t.nullable(t.string('Who is to hear of it, as the file of the check says'))),
  at: t.optional(t.string('File, line and column of a check that a file tells')),
  ...t.integers('checked', 'failed'),
  failedPercent: t.nullable(t.number()),
  reason: t.optional(t.string('Why it could not be checked')),
}

/** The answer of runChecks. */
export const OUTPUT = t.object({
  schema: t.string(),
  valid: t.boolean('Every check of every table that is no warning was made, and passes'),
  tables: t.arrayOf({
    table: t.string(),
    status: t.oneOf(['pass', 'warn', 'fail', 'error'], 'error: something could not be checked'),
    rows: t.nullable(t.integer(), 'Null where the table could not be read'),
    invalidRows: t.nullable(t.integer()),
    checks: t.integer('That catalog, model and files state'),
    failed: t.array(
      t.object({ ...CHECK_FIELDS, status: t.oneOf(['warn', 'fail', 'error']) }),
      'Those that do not pass',
    ),
    passed: t.optional(
      t.array(t.object({ ...CHECK_FIELDS, status: t.literal('pass') }), 'Those that do, where they are wanted'),
    ),
    errors: t.arrayOf({
      check: t.string(),
      column: t.nullable(t.string()),
      key: t.values(),
      value: t.value(),
      error: t.string(),
      valuesCut: t.optional(t.literal(true)),
    }),
    reason: t.optional(t.string('Why the table could not be checked')),
  }),
  checks: t.integer('Of all tables'),
  failedChecks: t.integer('Those that do not pass'),
  failedTables: t.integer('Tables with such'),
})
