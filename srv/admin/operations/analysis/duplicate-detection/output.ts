import { Type } from '@sinclair/typebox'
import { NAMES, VALUES } from '../../answer-types.ts'

/** The answer of duplicateDetection. */
export const output = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  mode: Type.String(),
  columns: NAMES,
  totalRows: Type.Integer(),
  uniqueRows: Type.Integer(),
  duplicateGroups: Type.Integer(),
  totalDuplicates: Type.Integer({ description: 'Rows beyond the first of each group' }),
  duplicates: Type.Array(
    Type.Object({
      matchKey: VALUES,
      matchPercentage: Type.Number(),
      count: Type.Integer(),
      records: Type.Array(Type.Object({ key: VALUES, data: VALUES })),
    }),
  ),
  pairsCompared: Type.Optional(Type.Integer()),
  blockBy: Type.Optional(
    Type.Array(Type.String(), { description: 'fuzzy: only rows that agree in these were compared' }),
  ),
  truncated: Type.Boolean(),
})
