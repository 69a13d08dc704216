import type { Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'

/** A view of the engine that may be missing, or closed to the database user. */
export interface Source<Item> {
  /** As the engine calls it. */
  readonly name: string
  /** Asked first where the statement may not be possible: without a row the source is not read. */
  readonly probe?: { readonly statement: Statement; readonly otherwise: 'missing' | 'denied'; readonly reason?: string }
  readonly statement: Statement
  readonly item: (row: Row) => Item
}
