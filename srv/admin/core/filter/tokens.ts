import { AdminError } from '../errors.ts'
import { isCalendarDate, timestampInUtc } from '../timestamps.ts'
import type { Value, ValueKind } from '../values.ts'
import type { LiteralType, Operand } from './syntax.ts'

export interface Token {
  readonly type: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'end'
  /** Empty at the end. */
  readonly text: string
  readonly at: number
}

const SPACE = /[ \t\r\n]+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const QUOTED_NAME = /"((?:[^"]|"")+)"/y
const STRING = /'((?:[^']|'')*)'/y
const NUMBER =
  /(?:[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?|[+-][iI][nN][fF][iI][nN][iI][tT][yY])(?![\p{L}\p{N}_.])/uy
const SYMBOL = /->>|->|<=|>=|<>|!=|[=<>(),*/]|[+-](?!-)/y

/** @throws AdminError `INVALID_FILTER` with the position, counted from 1. */
export const filterError = (at: number, problem: string): AdminError =>
  new AdminError('INVALID_FILTER', `${problem} (at character ${at + 1})`)

/**
 * Tokenizes a filter. Whatever is no token of the filter language is refused here: semicolons, comments,
 * parameters, backticks, control characters.
 */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const space = match(SPACE)
    if (space) {
      at += space[0].length
      continue
    }
    const [token, length] = nextToken(match, text, at)
    tokens.push(token)
    at += length
  }
  tokens.push({ type: 'end', text: '', at })
  return tokens
}

const nextToken = (
  match: (pattern: RegExp) => RegExpExecArray | null,
  text: string,
  at: number,
): [token: Token, length: number] => {
  const word = match(WORD)
  if (word) return [{ type: 'word', text: word[0], at }, word[0].length]
  const number = match(NUMBER)
  if (number) return [{ type: 'number', text: number[0], at }, number[0].length]
  const string = match(STRING)
  if (string) return [{ type: 'string', text: unquote(string[1] ?? '', "'", at), at }, string[0].length]
  const name = match(QUOTED_NAME)
  if (name) return [{ type: 'name', text: unquote(name[1] ?? '', '"', at), at }, name[0].length]
  const symbol = match(SYMBOL)
  if (symbol) return [{ type: 'symbol', text: symbol[0], at }, symbol[0].length]
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (found === "'" || found === '"') throw filterError(at, `The quote ${found} is never closed`)
  throw filterError(at, `Unexpected character ${JSON.stringify(found)}`)
}

const unquote = (body: string, quote: string, at: number): string => {
  if (body.includes('\0') || !body.isWellFormed()) throw filterError(at, 'A text holds characters that are not allowed')
  return body.replaceAll(quote + quote, quote)
}

type Literal = Extract<Operand, { type: 'literal' }>

const OWN_KIND: Record<LiteralType, ValueKind> = {
  string: 'text',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  binary: 'binary',
}

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/
const HEX = /^(?:[0-9a-f]{2})*$/i

/**
 * The value of a literal, in the kind of the column it is compared with where it can take that kind: a quoted date
 * beside a date column is a date. Numbers stay text so that no digit is lost.
 *
 * @throws AdminError `INVALID_FILTER` when the text is no value of the kind.
 */
export const literalValue = (node: Literal, wanted?: ValueKind): { kind: ValueKind; value: Value } => {
  const own = OWN_KIND[node.literal]
  const kind = adapt(node.literal, wanted) ?? own
  const problem = (what: string): Error => filterError(node.at, `${JSON.stringify(node.text)} is no ${what}`)
  switch (kind) {
    case 'integer':
      if (!/^[+-]?\d{1,18}$/.test(node.text)) return { kind: 'decimal', value: node.text }
      return { kind, value: BigInt(node.text) }
    case 'float':
      if (!Number.isFinite(Number(node.text)) && !isInfinite(node)) throw problem('number in the range of the column')
      return { kind, value: node.text }
    case 'boolean':
      return { kind, value: node.text === 'true' }
    case 'date':
      if (!DATE.test(node.text) || !isCalendarDate(node.text)) throw problem('date (YYYY-MM-DD)')
      return { kind, value: node.text }
    case 'time':
      if (!TIME.test(node.text)) throw problem('time (HH:MM:SS)')
      return { kind, value: node.text.length === 5 ? `${node.text}:00` : node.text }
    case 'timestamp': {
      const value = timestampInUtc(node.text)
      if (value === null) throw problem('timestamp (YYYY-MM-DDTHH:MM:SSZ)')
      return { kind, value }
    }
    case 'binary':
      if (!HEX.test(node.text)) throw problem('binary value (hexadecimal digits)')
      return { kind, value: Uint8Array.from(Buffer.from(node.text, 'hex')) }
    default:
      return { kind, value: node.text }
  }
}

/** A date or timestamp before or behind all others; null for all else. */
export const infiniteTime = (
  { literal, text }: Literal,
  wanted: ValueKind | undefined,
): { kind: ValueKind; value: string } | null => {
  const kind = literal === 'date' || literal === 'timestamp' ? literal : wanted
  const [, sign] = /^([+-]?)infinity$/i.exec(text) ?? []
  if ((kind !== 'date' && kind !== 'timestamp') || sign === undefined || literal === 'time') return null
  return { kind: wanted === 'timestamp' ? wanted : kind, value: sign === '-' ? '-infinity' : 'infinity' }
}

/** The same text without the blanks at its end. */
export const withoutPadding = (node: Literal): Literal => {
  let end = node.text.length
  while (node.literal === 'string' && node.text[end - 1] === ' ') end--
  return { ...node, text: node.text.slice(0, end) }
}

/** Whether a number stands for infinity, which not every engine has. */
export const isInfinite = ({ literal, text }: Literal): boolean => literal === 'number' && /^[+-]?infinity$/i.test(text)

const adapt = (literal: LiteralType, wanted: ValueKind | undefined): ValueKind | undefined => {
  if (wanted === undefined) return undefined
  if (literal === 'string') return ['date', 'time', 'timestamp', 'other'].includes(wanted) ? wanted : undefined
  if (literal === 'number') return ['integer', 'decimal', 'float'].includes(wanted) ? wanted : undefined
  if (literal === 'date') return wanted === 'timestamp' ? wanted : undefined
  return undefined
}
