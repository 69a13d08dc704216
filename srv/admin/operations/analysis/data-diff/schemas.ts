import * as t from '../../../core/json-schema.ts'
import { COMPARISON_INPUT, columnList } from '../../comparison/plan-comparison.ts'

export const INPUT = t.object({
  ...COMPARISON_INPUT,
  compareColumns: columnList('Columns that are compared; by default all that both tables have'),
  ...t.optionals({
    showValues: t.boolean('Tell the values of both sides, not only where they differ (true)'),
    limit: t.integer('Differences listed (1,000)', { minimum: 1 }),
    cursor: t.string('`nextCursor` of the page before', { maxLength: 20_000 }),
    ignoreCase: t.boolean('Letter case does not count in compared texts (false)'),
    trim: t.boolean('Blanks around compared texts do not count (false)'),
    allowDuplicateKeys: t.boolean('Compare rows whose key occurs more than once as a whole, exactly (false)'),
    format: t.oneOf(['json', 'csv', 'summary']),
  }),
})

const names = t.stringArray()
const values = t.record(t.unknown())
const rows = t.optional(t.arrayOf({ key: values, ...t.optionals({ row: values, count: t.integer() }) }))

/** The answer of dataDiff. */
export const OUTPUT = t.object({
  keyColumns: names,
  comparedColumns: names,
  summary: t.object(t.integers('identical', 'different', 'onlyInTable1', 'onlyInTable2')),
  columnDifferences: t.arrayOf({ column: t.string(), count: t.integer() }),
  differences: t.optional(
    t.arrayOf({
      key: values,
      changes: t.arrayOf({
        column: t.string(),
        ...t.optionals({ table1Value: t.unknown(), table2Value: t.unknown() }),
      }),
    }),
  ),
  onlyInTable1: rows,
  onlyInTable2: rows,
  ...t.optionals({
    truncated: t.boolean(),
    nextCursor: t.nullable(t.string()),
    format: t.literal('csv'),
    content: t.string(),
  }),
})
