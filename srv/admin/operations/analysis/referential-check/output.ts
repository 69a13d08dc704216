import * as t from '../../../core/json-schema.ts'

const KEY = t.object({
  constraintName: t.string(),
  source: t.oneOf(['catalog', 'model']),
  enforced: t.boolean('The database itself keeps it'),
  table: t.string(),
  columns: t.stringArray(),
  ...t.strings('referencesSchema', 'referencesTable'),
  referencedColumns: t.stringArray(),
  status: t.oneOf(['OK', 'VIOLATED', 'ERROR']),
  ...t.optionals({
    reason: t.string('Why it could not be checked'),
    ...t.integers('orphanedRows', 'distinctValues'),
    orphanedRecords: t.arrayOf({ values: t.values(), count: t.integer() }),
  }),
})

/** The answer of referentialCheck. */
export const OUTPUT = t.object({
  schema: t.string(),
  table: t.nullable(t.string()),
  ...t.integers('totalForeignKeys', 'validConstraints', 'violatedConstraints'),
  failedConstraints: t.integer('Could not be checked'),
  totalOrphanedRecords: t.integer(),
  violations: t.array(KEY),
  details: t.optional(t.array(KEY)),
  truncated: t.boolean(),
})
