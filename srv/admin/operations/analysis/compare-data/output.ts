import { Type } from '@sinclair/typebox'

const names = Type.Array(Type.String())
const values = Type.Record(Type.String(), Type.Unknown())
const table = Type.Object({ schema: Type.String(), table: Type.String(), rowCount: Type.Integer() })
const rows = Type.Array(Type.Object({ key: Type.Optional(values), row: values, count: Type.Optional(Type.Integer()) }))

/** The answer of compareData. */
export const OUTPUT = Type.Object({
  identical: Type.Boolean(),
  mode: Type.Union([Type.Literal('keyed'), Type.Literal('multiset')]),
  keyColumns: names,
  comparedColumns: names,
  columnsOnlyInTable1: names,
  columnsOnlyInTable2: names,
  typeDifferences: Type.Array(
    Type.Object({ column: Type.String(), table1Type: Type.String(), table2Type: Type.String() }),
  ),
  table1: table,
  table2: table,
  summary: Type.Object({
    matching: Type.Integer(),
    different: Type.Integer(),
    onlyInTable1: Type.Integer(),
    onlyInTable2: Type.Integer(),
    duplicateKeys1: Type.Integer(),
    duplicateKeys2: Type.Integer(),
    nullKeys1: Type.Integer(),
    nullKeys2: Type.Integer(),
  }),
  columnDifferences: Type.Array(Type.Object({ column: Type.String(), count: Type.Integer() })),
  samples: Type.Object({
    different: Type.Array(
      Type.Object({
        key: values,
        changes: Type.Array(
          Type.Object({ column: Type.String(), table1Value: Type.Unknown(), table2Value: Type.Unknown() }),
        ),
      }),
    ),
    onlyInTable1: rows,
    onlyInTable2: rows,
  }),
  durationMs: Type.Integer(),
})
