import * as t from '../../../core/json-schema.ts'

const names = t.stringArray()
const values = t.record(t.unknown())
const table = t.object({ ...t.strings('schema', 'table'), rowCount: t.integer() })
const rows = t.arrayOf({ key: t.optional(values), row: values, count: t.optional(t.integer()) })

/** The answer of compareData. */
export const OUTPUT = t.object({
  identical: t.boolean(),
  mode: t.oneOf(['keyed', 'multiset']),
  ...t.all(names, 'keyColumns', 'comparedColumns', 'columnsOnlyInTable1', 'columnsOnlyInTable2'),
  typeDifferences: t.arrayOf(t.strings('column', 'table1Type', 'table2Type')),
  table1: table,
  table2: table,
  summary: t.object({
    ...t.integers('matching', 'different', 'onlyInTable1', 'onlyInTable2'),
    ...t.integers('duplicateKeys1', 'duplicateKeys2', 'nullKeys1', 'nullKeys2'),
  }),
  columnDifferences: t.arrayOf({ column: t.string(), count: t.integer() }),
  samples: t.object({
    different: t.arrayOf({
      key: values,
      changes: t.arrayOf({ column: t.string(), table1Value: t.unknown(), table2Value: t.unknown() }),
    }),
    onlyInTable1: rows,
    onlyInTable2: rows,
  }),
  durationMs: t.integer(),
})
