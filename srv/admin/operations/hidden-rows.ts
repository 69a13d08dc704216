import type { TObject } from '@sinclair/typebox'
import * as t from '../core/json-schema.ts'
import type { HiddenRows } from '../dialects/metadata.ts'
import { AdminError } from '../core/errors.ts'
import type { JsonObject } from './operation.ts'

export type { HiddenRows } from '../dialects/metadata.ts'

const HIDDEN_ROWS = t.optional(
  t.arrayOf(
    t.strings('schema', 'table', 'reason'),
    'Tables and views that were read of which the database may hide rows from its user; absent where all were seen',
  ),
)

/** The schema of an answer that rests on rows. */
export const withHiddenRows = (output: TObject | undefined): TObject =>
  t.object({ ...output?.properties, hiddenRows: HIDDEN_ROWS })

/** What an answer that rests on rows says of those that its user may not have seen. */
export const tellHidden = (hidden: readonly HiddenRows[]): JsonObject =>
  hidden.length === 0 ? {} : { hiddenRows: hidden.map(({ schema, table, reason }) => ({ schema, table, reason })) }

/** Asks for a copy of the rows that are seen, where that may not be all. */
export const ALLOW_HIDDEN_ROWS = t.boolean(
  'Copies the rows that the database user sees, where row-level security may hide others from it; refused otherwise',
  { default: false },
)

/** @throws AdminError `INSUFFICIENT_PRIVILEGE` for a copy that could lack rows without anybody noticing. */
export const refuseHidden = ([hidden]: readonly HiddenRows[]): void => {
  if (!hidden) return
  throw new AdminError(
    'INSUFFICIENT_PRIVILEGE',
    `${hidden.reason}; 'allowHiddenRows' copies those of '${hidden.table}' that it sees`,
  )
}
