import * as t from '../../core/json-schema.ts'
import { type Operation, reading } from '../operation.ts'
import { findEqual } from './duplicate-detection/exact.ts'
import { findSimilar } from './duplicate-detection/fuzzy.ts'
import { input, planDuplicates } from './duplicate-detection/plan.ts'
import { describeDuplicates } from './duplicate-detection/result.ts'

/** The answer of duplicateDetection. */
const output = t.object({
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

/**
 * Finds rows that stand for the same thing: equal in all columns (`exact`), equal in the first (`partial`), or alike by
 * the edit distance of their texts (`fuzzy`). Percentages are measured: the share of columns that are equal throughout
 * a group, and the mean similarity of the pairs that make a group.
 *
 * @see Admin REST API, Endpoints, POST /duplicateDetection. All but `schema`, `table` and `columns`, and the answer, are
 * ours.
 */
export const duplicateDetection: Operation<typeof input> = {
  summary: 'Finds rows that stand for the same thing',
  readsRows: true,
  tellsValues: true,
  input,
  output,
  isHeavy: true,
  run: reading(async (context, given) => {
    const { names, session } = context
    const plan = planDuplicates(context, await names.table(session, given.schema, given.table), given)
    const mode = given.mode ?? 'exact'
    const found = await (mode === 'fuzzy'
      ? findSimilar(context, plan, given)
      : findEqual(session, plan, mode === 'partial'))
    return describeDuplicates(plan, mode, found)
  }),
}
