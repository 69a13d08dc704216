/** Readers of catalog rows. */
import { canonicalTimestamp } from '../core/timestamps.ts'
import type { Row, Session } from '../database/session.ts'
import { plain, type Statement, type Value } from '../core/values.ts'

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

/** Writes a statement that takes nothing. */
export const fixed = (sql: string): (() => Statement) => {
  const statement = plain(sql)
  return () => statement
}

export const text = (row: Row, name: string): string => String(row[name])
export const textOrNull = (row: Row, name: string): string | null => (isNull(row, name) ? null : String(row[name]))
/** NULL is 0. */
export const number = (row: Row, name: string): number => Number(row[name])
export const numberOrNull = (row: Row, name: string): number | null => (isNull(row, name) ? null : Number(row[name]))
/** Engines without booleans answer 0 and 1, or TRUE and FALSE as text. */
export const flag = (row: Row, name: string): boolean =>
  [true, 1, 'TRUE', 'true', 't', 'YES'].includes(row[name] as never)
export const flagOrNull = (row: Row, name: string): boolean | null => (isNull(row, name) ? null : flag(row, name))
/** A list that the statement has made a JSON array of. */
export const list = (row: Row, name: string): string[] => JSON.parse(text(row, name)) as string[]
/** ISO 8601 in UTC. */
export const instant = (row: Row, name: string): string => canonicalTimestamp(text(row, name))
export const instantOrNull = (row: Row, name: string): string | null => (isNull(row, name) ? null : instant(row, name))

export type Reader<Value> = (row: Row, name: string) => Value

/** Several columns that are read alike. */
export const all = <Value, Name extends string>(reader: Reader<Value>, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, reader])) as Record<Name, Reader<Value>>

/** Reads rows whose columns are named as the properties are. A column that is not there reads as NULL does. */
export const rowReader = <Shape extends Readonly<Record<string, Reader<unknown>>>>(shape: Shape) => {
  const readers = Object.entries(shape)
  return (row: Row) =>
    Object.fromEntries(readers.map(([name, read]) => [name, read(row, name)])) as {
      readonly [Name in keyof Shape]: ReturnType<Shape[Name]>
    }
}

const isNull = (row: Row, name: string): boolean => row[name] === null || row[name] === undefined
