import type { Statement } from '../core/values.ts'
import type { Row, Session } from '../database/session.ts'

/** A question to the engine: the statement that asks it, and how one row of the answer reads. */
export interface CatalogQuery<Input, Item> {
  statement(input: Input): Statement
  item(row: Row): Item
}

export const ask = async <Input, Item>(
  session: Session,
  question: CatalogQuery<Input, Item>,
  input: Input,
): Promise<Item[]> => (await session.query(question.statement(input))).map((row) => question.item(row))
