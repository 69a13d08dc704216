import { isCalendarDate, timestampInUtc } from '../timestamps.ts'
import type { Value, ValueKind } from '../values.ts'
import { filterError } from './tokens.ts'
import type { LiteralType, Operand } from './syntax.ts'

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
