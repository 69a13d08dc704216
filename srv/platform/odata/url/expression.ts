import type { Spot } from '../protocol/errors.ts'
import { type Cursor, readLiteral, readJson } from './cursor.ts'
import type { Argument, BinaryOperator, Choice, Expression, Lambda, Path, Segment } from './nodes.ts'

/** Binding power of the binary operators, loosest first. @see OData 4.01 URL Conventions, 5.1.1.17 Operator Precedence */
const POWERS: Readonly<Record<BinaryOperator, number>> = {
  ...{ or: 1, and: 2, eq: 4, ne: 4, gt: 5, ge: 5, lt: 5, le: 5 },
  ...{ add: 6, sub: 6, mul: 7, div: 7, divby: 7, mod: 7, has: 9, in: 9 },
}
/** Whoever writes `not a eq b` means the negated comparison, which comes to the same. */
const NOT_POWER = 3
const MINUS_POWER = 8

const OPERATOR = /\s*(or|and|eq|ne|gt|ge|lt|le|add|sub|mul|divby|div|mod|has|in)(?![\w.\u0080-\uffff/])/iy
const NOT = /not(?![\w.\u0080-\uffff/])\s*/iy
const MINUS = /-\s*/y
const ALIAS = /@[a-z_]\w*/iy
const ROOT = /\$(?:it|this|root)(?!\w)/y
const NAME = /[a-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\.[a-z_\u0080-\uffff][\w\u0080-\uffff]*)*/iy
const JSON_START = /[[{]/

/** Reads an expression, up to where it ends. */
export const readExpression = (cursor: Cursor): Expression => readBinary(cursor, 0)

/** A name, with its namespace if it has one. */
export const readName = (cursor: Cursor): string => cursor.take(NAME) ?? cursor.fail()

function readBinary(cursor: Cursor, power: number): Expression {
  let left = readUnary(cursor)
  for (;;) {
    const { at } = cursor
    const operator = cursor.match(OPERATOR)?.[1]?.toLowerCase() as BinaryOperator | undefined
    if (!operator || POWERS[operator] <= power) {
      cursor.backTo(at)
      return left
    }
    const spot = { ...at, index: cursor.index - operator.length }
    const right = cursor.nested(() => readBinary(cursor, POWERS[operator]))
    left = { kind: 'binary', operator, left, right, at: spot }
  }
}

function readUnary(cursor: Cursor): Expression {
  cursor.take(/\s*/y)
  const { at } = cursor
  if (cursor.take(NOT) !== undefined) return { kind: 'not', of: cursor.nested(() => readBinary(cursor, NOT_POWER)), at }
  const literal = readLiteral(cursor)
  if (literal) return literal
  if (cursor.take(MINUS) !== undefined)
    return { kind: 'minus', of: cursor.nested(() => readBinary(cursor, MINUS_POWER)), at }
  return readPrimary(cursor)
}

function readPrimary(cursor: Cursor): Expression {
  const { at } = cursor
  const alias = cursor.take(ALIAS)
  if (alias !== undefined) return { kind: 'alias', name: alias, at }
  if (JSON_START.test(cursor.text.charAt(at.index))) return { kind: 'json', value: readJson(cursor), at }
  if (cursor.sign('(')) {
    const of = readRest(cursor, readExpression)
    const [only, ...more] = of
    return only && !more.length ? only : { kind: 'list', of, at }
  }
  return readPathOrCall(cursor)
}

/** What is in parentheses that have been opened: some things, divided by commas. */
export function readRest<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  if (cursor.sign(')')) return []
  const all: T[] = []
  do all.push(cursor.nested(() => read(cursor)))
  while (cursor.sign(','))
  cursor.expect(')')
  return all
}

function readPathOrCall(cursor: Cursor): Expression {
  const { at } = cursor
  const root = cursor.take(ROOT) as Path['root']
  if (root) return { kind: 'path', root, segments: cursor.take(/\//y) ? readSegments(cursor) : [], at }
  const name = readName(cursor)
  if (!name.includes('.') && cursor.sees('(')) {
    cursor.sign('(')
    if (name.toLowerCase() === 'case') return { kind: 'case', of: readRest(cursor, readChoice), at }
    return { kind: 'call', name: name.toLowerCase(), args: readRest(cursor, readExpression), at }
  }
  cursor.backTo(at)
  return { kind: 'path', segments: readSegments(cursor), at }
}

function readChoice(cursor: Cursor): Choice {
  const when = readExpression(cursor)
  cursor.expect(':')
  return { when, then: readExpression(cursor) }
}

/** A path of properties, such as those that `groupby` has. */
export function readPath(cursor: Cursor): Path {
  cursor.take(/\s*/y)
  const { at } = cursor
  const root = cursor.take(ROOT) as Path['root']
  const segments = root && !cursor.take(/\//y) ? [] : readSegments(cursor)
  return { kind: 'path', ...(root && { root }), segments, at }
}

function readSegments(cursor: Cursor): Segment[] {
  const segments: Segment[] = []
  do segments.push(...readSegment(cursor, segments.length > 0))
  while (cursor.take(/\//y))
  return segments
}

const COUNT = /\$count(?!\w)/y
const FILTER = /\$filter(?=\s*\()/y
const AGGREGATE = /aggregate(?=\s*\()/y
const WITH = /\s+with\s+/iy
const LAMBDA = /(any|all)(?=\s*\()/y

function readSegment(cursor: Cursor, isBehind: boolean): Segment[] {
  const { at } = cursor
  if (cursor.take(COUNT)) return [{ kind: 'count', ...(cursor.sign('(') && { options: cursor.readOptions() }), at }]
  const lambda = isBehind ? cursor.take(LAMBDA) : undefined
  if (lambda !== undefined) return [readLambda(cursor, lambda as Lambda['name'], at)]
  if (isBehind && cursor.take(FILTER)) return [{ kind: 'filter', of: readEnclosed(cursor, readExpression), at }]
  if (isBehind && cursor.take(AGGREGATE)) return [{ ...readEnclosed(cursor, readAggregated), at }]
  const name = readName(cursor)
  const segment: Segment = { kind: name.includes('.') ? 'qualified' : 'name', name, at }
  const open = cursor.at
  return cursor.take(/\(/y) ? [segment, { kind: 'arguments', of: readRest(cursor, readArgument), at: open }] : [segment]
}

/** What stands in the parentheses that are next. */
export function readEnclosed<T>(cursor: Cursor, read: (cursor: Cursor) => T): T {
  cursor.expect('(')
  const result = cursor.nested(() => read(cursor))
  cursor.expect(')')
  return result
}

/** Behind `with`, if that is next. */
export const readMethod = (cursor: Cursor): string | undefined =>
  cursor.take(WITH) === undefined ? undefined : readName(cursor)

const readAggregated = (cursor: Cursor) => {
  const of = readExpression(cursor)
  return { kind: 'aggregate', of, method: readMethod(cursor) ?? cursor.fail() } as const
}

function readLambda(cursor: Cursor, name: Lambda['name'], at: Spot): Lambda {
  cursor.expect('(')
  if (cursor.sign(')')) return { kind: 'lambda', name, at }
  const variable = readName(cursor)
  cursor.expect(':')
  const of = cursor.nested(() => readExpression(cursor))
  cursor.expect(')')
  return { kind: 'lambda', name, variable, of, at }
}

const ARGUMENT = /([a-z_\u0080-\uffff][\w\u0080-\uffff/]*) *= */iy

/** A part of a key, or a parameter. */
function readArgument(cursor: Cursor): Argument {
  cursor.take(/\s*/y)
  const { at } = cursor
  const name = cursor.match(ARGUMENT)?.[1]
  return { ...(name !== undefined && { name }), of: readExpression(cursor), at }
}

/** Some things, divided by commas. */
export function readList<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  const all: T[] = []
  do all.push(read(cursor))
  while (cursor.sign(','))
  return all
}
