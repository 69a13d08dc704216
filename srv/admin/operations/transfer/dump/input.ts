import * as t from '../../../core/json-schema.ts'
import { MAX_TABLES } from '../../../core/dump/manifest.ts'
import { ALLOW_HIDDEN_ROWS } from '../../hidden-rows.ts'

export const input = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    tables: t.stringArray('Tables of it; all by default', { minItems: 1, maxItems: MAX_TABLES }),
    references: t.boolean('With the tables that these refer to, as far as they go: true by default'),
  }),
  allowHiddenRows: ALLOW_HIDDEN_ROWS,
  dryRun: t.boolean('Tells what the dump would have, and reads no rows', { default: false }),
})
export type DumpInput = t.Static<typeof input>
