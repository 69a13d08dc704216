import { Type } from '@sinclair/typebox'
import { NAMES, nullable, oneOf, VALUES } from '../../answer-types.ts'

const KEY = Type.Object({
  constraintName: Type.String(),
  source: oneOf(['catalog', 'model']),
  enforced: Type.Boolean({ description: 'The database itself keeps it' }),
  table: Type.String(),
  columns: NAMES,
  referencesSchema: Type.String(),
  referencesTable: Type.String(),
  referencedColumns: NAMES,
  status: oneOf(['OK', 'VIOLATED', 'ERROR']),
  reason: Type.Optional(Type.String({ description: 'Why it could not be checked' })),
  orphanedRows: Type.Optional(Type.Integer()),
  distinctValues: Type.Optional(Type.Integer()),
  orphanedRecords: Type.Optional(Type.Array(Type.Object({ values: VALUES, count: Type.Integer() }))),
})

/** The answer of referentialCheck. */
export const OUTPUT = Type.Object({
  schema: Type.String(),
  table: nullable(Type.String()),
  totalForeignKeys: Type.Integer(),
  validConstraints: Type.Integer(),
  violatedConstraints: Type.Integer(),
  failedConstraints: Type.Integer({ description: 'Could not be checked' }),
  totalOrphanedRecords: Type.Integer(),
  violations: Type.Array(KEY),
  details: Type.Optional(Type.Array(KEY)),
  truncated: Type.Boolean(),
})
