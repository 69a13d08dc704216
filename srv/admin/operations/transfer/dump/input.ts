import * as t from '../../../core/json-schema.ts'
import { MAX_TABLES } from '../../../core/dump/manifest.ts'
import { ALLOW_HIDDEN_ROWS } from '../../hidden-rows.ts'

/** Tables whose rows are given. */
const MAX_FILTERS = 20

export const input = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    tables: t.stringArray('Tables of it; all by default', { minItems: 1, maxItems: MAX_TABLES }),
    rows: t.array(
      t.object(
        { table: t.string('One of the tables'), where: t.string('Filter; see filters', { minLength: 1 }) },
        { additionalProperties: false },
      ),
      'Of these tables the rows that a filter leaves, and of all others those that hang on them: what refers to them, to that, and so on, with what any of these rows refers to',
      { minItems: 1, maxItems: MAX_FILTERS },
    ),
    references: t.boolean('With the tables that these refer to, as far as they go: true by default'),
  }),
  allowHiddenRows: ALLOW_HIDDEN_ROWS,
  dryRun: t.boolean('Tells what the dump would have, and reads no rows', { default: false }),
})
export type DumpInput = t.Static<typeof input>
