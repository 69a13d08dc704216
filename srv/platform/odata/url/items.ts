import type { Cursor } from './cursor.ts'
import { readExpression, readName } from './expression.ts'
import type { Computed, OrderItem } from './nodes.ts'

/** Some things, divided by commas. */
export function readList<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  const all: T[] = []
  do all.push(read(cursor))
  while (cursor.sign(','))
  return all
}

const DIRECTION = /\s+(asc|desc)(?!\w)/iy

export function readOrderItem(cursor: Cursor): OrderItem {
  cursor.take(/\s*/y)
  const { at } = cursor
  const of = readExpression(cursor)
  return { of, isDescending: cursor.match(DIRECTION)?.[1]?.toLowerCase() === 'desc', at }
}

const AS = /\s+as\s+/iy

export function readComputed(cursor: Cursor): Computed {
  cursor.take(/\s*/y)
  const { at } = cursor
  const of = readExpression(cursor)
  if (cursor.take(AS) === undefined) throw cursor.problem('needs a name, as in price mul 2 as twice,', at)
  return { of, name: readName(cursor), at }
}
