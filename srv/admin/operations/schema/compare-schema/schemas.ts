import { Type } from '@sinclair/typebox'

const schemaName = Type.String({ minLength: 1 })
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const tableList = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 20_000 }), Type.Array(Type.String(), { maxItems: 2_000 })], { description }),
  )

export const INPUT = Type.Object({
  schema1: schemaName,
  schema2: schemaName,
  tables: tableList('Tables and views that are compared; all by default'),
  excludeTables: tableList('Tables and views that are not looked at'),
  compareIndexes: flag('true'),
  compareTriggers: flag('true'),
  compareConstraints: flag('Keys, foreign keys and checks (true)'),
  compareViews: flag('true'),
  compareSequences: flag('true'),
  compareComments: flag('false'),
  ignoreColumnOrder: flag('true'),
  ignoreConstraintNames: flag('true'),
})

const text = Type.Union([Type.String(), Type.Null()])
const names = Type.Array(Type.String())
const changes = Type.Array(
  Type.Object({
    change: Type.Union([Type.Literal('missing'), Type.Literal('extra'), Type.Literal('changed')]),
    table: Type.Optional(Type.String()),
    kind: Type.Optional(Type.String({ description: 'Of constraints' })),
    name: text,
    value1: text,
    value2: text,
  }),
)

/** The answer of compareSchema. */
export const OUTPUT = Type.Object({
  schema1: Type.String(),
  schema2: Type.String(),
  identical: Type.Boolean(),
  compared: names,
  notCompared: Type.Array(Type.Object({ kind: Type.String(), reason: Type.String() })),
  summary: Type.Record(Type.String(), Type.Integer()),
  tables: Type.Object({
    onlyInSchema1: names,
    onlyInSchema2: names,
    different: Type.Array(
      Type.Object({
        table: Type.String(),
        differences: Type.Array(
          Type.Object({ kind: Type.String(), column: text, attribute: text, value1: text, value2: text }),
        ),
      }),
    ),
  }),
  indexes: changes,
  triggers: changes,
  constraints: changes,
  views: changes,
  sequences: changes,
  renameCandidates: Type.Array(
    Type.Object({
      kind: Type.String(),
      table: Type.Optional(Type.String()),
      name1: Type.String(),
      name2: Type.String(),
    }),
  ),
})
