import * as t from '../../../core/json-schema.ts'

/** The answer of duplicateDetection. */
export const output = t.object({
  ...t.strings('schema', 'table', 'mode'),
  columns: t.stringArray(),
  ...t.integers('totalRows', 'uniqueRows', 'duplicateGroups'),
  totalDuplicates: t.integer('Rows beyond the first of each group'),
  duplicates: t.arrayOf({
    matchKey: t.values(),
    matchPercentage: t.number(),
    count: t.integer(),
    records: t.arrayOf({ key: t.values(), data: t.values() }),
  }),
  ...t.optionals({
    pairsCompared: t.integer(),
    blockBy: t.stringArray('fuzzy: only rows that agree in these were compared'),
  }),
  truncated: t.boolean(),
})
