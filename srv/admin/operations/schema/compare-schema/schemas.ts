import * as t from '../../../core/json-schema.ts'

const schemaName = t.string(undefined, { minLength: 1 })
const tableList = (description: string) => t.commaSeparated(description, { maxLength: 20_000 }, { maxItems: 2_000 })

export const INPUT = t.object({
  ...t.all(schemaName, 'schema1', 'schema2'),
  ...t.optionals({
    tables: tableList('Tables and views that are compared; all by default'),
    excludeTables: tableList('Tables and views that are not looked at'),
    ...t.all(t.boolean('true'), 'compareIndexes', 'compareTriggers'),
    compareConstraints: t.boolean('Keys, foreign keys and checks (true)'),
    ...t.all(
      t.boolean('true'),
      'compareViews',
      'compareSequences',
      'compareTypes',
      'comparePolicies',
      'compareStatistics',
    ),
    compareRoutines: t.boolean('Functions and procedures, with their texts (true)'),
    comparePrivileges: t.boolean('Of users besides the owner (false)'),
    compareComments: t.boolean('false'),
    ...t.all(t.boolean('true'), 'ignoreColumnOrder', 'ignoreConstraintNames'),
  }),
})

const text = t.nullable(t.string())
const names = t.stringArray()
const changes = t.arrayOf({
  change: t.oneOf(['missing', 'extra', 'changed']),
  ...t.optionals({ table: t.string(), kind: t.string('Of constraints') }),
  ...t.all(text, 'name', 'value1', 'value2'),
})

/** The answer of compareSchema. */
export const OUTPUT = t.object({
  ...t.strings('schema1', 'schema2'),
  identical: t.boolean(),
  compared: names,
  notCompared: t.arrayOf(t.strings('kind', 'reason')),
  summary: t.record(t.integer()),
  tables: t.object({
    onlyInSchema1: names,
    onlyInSchema2: names,
    different: t.arrayOf({
      table: t.string(),
      differences: t.arrayOf({ kind: t.string(), ...t.all(text, 'column', 'attribute', 'value1', 'value2') }),
    }),
  }),
  ...t.all(changes, 'indexes', 'triggers', 'constraints', 'views', 'sequences'),
  ...t.all(changes, 'types', 'routines', 'policies', 'statistics', 'privileges'),
  renameCandidates: t.arrayOf({ kind: t.string(), table: t.optional(t.string()), ...t.strings('name1', 'name2') }),
})
