import * as t from '../../../core/json-schema.ts'

export const input = t.object({
  schema: t.optional(t.string()),
  table: t.string('Table or view'),
  ...t.optionals({
    columns: t.commaSeparated('Columns that are compared; default: all but keys, generated, managed and large ones'),
    excludeColumns: t.commaSeparated('Columns to leave out'),
    mode: t.oneOf(['exact', 'fuzzy', 'partial'], 'All columns equal; all columns alike; the first column equal', {
      default: 'exact',
    }),
    threshold: t.number('fuzzy: mean similarity from which rows are alike', { minimum: 0, maximum: 1, default: 0.95 }),
    blockBy: t.commaSeparated(
      'fuzzy: only rows that agree in these are compared; `name:2` means the first two characters. Default: `:2` of the first column',
    ),
    maxPairs: t.integer('fuzzy: pairs of rows that may be compared', { minimum: 1 }),
    ignoreCase: t.boolean(undefined, { default: false }),
    trim: t.boolean('White space at both ends does not count', { default: false }),
    nulls: t.oneOf(['equal', 'distinct'], 'Whether two missing values are the same', { default: 'equal' }),
    where: t.string('Filter of the rows that are compared'),
    limit: t.integer('Groups that are listed', { minimum: 0 }),
    records: t.integer('Rows listed per group', { minimum: 0, maximum: 100, default: 5 }),
  }),
})
export type Input = t.Static<typeof input>
