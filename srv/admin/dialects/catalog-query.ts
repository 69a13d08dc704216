import type { Statement, Value } from '../core/values.ts'
import type { Row, Session } from '../database/session.ts'

/** A question to the engine: the statement that asks it, and how one row of the answer reads. */
export interface CatalogQuery<Input, Item> {
  statement(input: Input): Statement
  item(row: Row): Item
  /** Leaves out some of the answer; absent where all is shown. */
  isShown?(item: Item): boolean
}

export const ask = async <Input, Item>(
  session: Session,
  question: CatalogQuery<Input, Item>,
  input: Input,
): Promise<Item[]> => {
  const items = (await session.query(question.statement(input))).map((row) => question.item(row))
  return question.isShown ? items.filter((item) => question.isShown?.(item)) : items
}

/** Writes a statement that takes these values of its input as parameters, in this order. */
export const taking =
  <Name extends string>(...names: readonly Name[]) =>
  (text: TemplateStringsArray, ...parts: readonly string[]) => {
    const sql = String.raw({ raw: text }, ...parts)
    return (input: Readonly<Record<Name, Value>>): Statement => ({ sql, parameters: names.map((name) => input[name]) })
  }
