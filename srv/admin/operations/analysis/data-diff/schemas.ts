import { Type } from '@sinclair/typebox'
import { COMPARISON_INPUT, columnList } from '../../comparison/plan-comparison.ts'

export const INPUT = Type.Object({
  ...COMPARISON_INPUT,
  compareColumns: columnList('Columns that are compared; by default all that both tables have'),
  showValues: Type.Optional(
    Type.Boolean({ description: 'Tell the values of both sides, not only where they differ (true)' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Differences listed (1,000)' })),
  cursor: Type.Optional(Type.String({ maxLength: 20_000, description: '`nextCursor` of the page before' })),
  ignoreCase: Type.Optional(Type.Boolean({ description: 'Letter case does not count in compared texts (false)' })),
  trim: Type.Optional(Type.Boolean({ description: 'Blanks around compared texts do not count (false)' })),
  allowDuplicateKeys: Type.Optional(
    Type.Boolean({ description: 'Compare rows whose key occurs more than once as a whole, exactly (false)' }),
  ),
  format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('summary')])),
})

const names = Type.Array(Type.String())
const values = Type.Record(Type.String(), Type.Unknown())
const rows = Type.Optional(
  Type.Array(Type.Object({ key: values, row: Type.Optional(values), count: Type.Optional(Type.Integer()) })),
)

/** The answer of dataDiff. */
export const OUTPUT = Type.Object({
  keyColumns: names,
  comparedColumns: names,
  summary: Type.Object({
    identical: Type.Integer(),
    different: Type.Integer(),
    onlyInTable1: Type.Integer(),
    onlyInTable2: Type.Integer(),
  }),
  columnDifferences: Type.Array(Type.Object({ column: Type.String(), count: Type.Integer() })),
  differences: Type.Optional(
    Type.Array(
      Type.Object({
        key: values,
        changes: Type.Array(
          Type.Object({
            column: Type.String(),
            table1Value: Type.Optional(Type.Unknown()),
            table2Value: Type.Optional(Type.Unknown()),
          }),
        ),
      }),
    ),
  ),
  onlyInTable1: rows,
  onlyInTable2: rows,
  truncated: Type.Optional(Type.Boolean()),
  nextCursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  format: Type.Optional(Type.Literal('csv')),
  content: Type.Optional(Type.String()),
})
