import type { Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'

/** A question to the engine: the statement that asks it, and how one row of the answer reads. */
export interface CatalogQuery<Input, Item> {
  statement(input: Input): Statement
  item(row: Row): Item
}
