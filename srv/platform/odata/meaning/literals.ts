import { BASE64, GUID, isDate, isTimeOfDay, isTimestamp } from '../protocol/formats.ts'
import { BadRequest } from '../protocol/errors.ts'
import type { Literal as Written } from '../url/nodes.ts'
import { type EdmType, rangeOf } from './edm.ts'
import { secondsOf, withoutExponent } from './numbers.ts'
import { literal, type Literal, NULL, type Null, truth, type Typed } from './nodes.ts'

const MOMENT = /^(.+?T\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-].*)?$/

const withoutZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** A moment in UTC with at least milliseconds, as databases without a type for moments keep it. */
export function inUtc(text: string): string {
  const [, front, fraction = '', zone = 'Z'] = MOMENT.exec(text) ?? []
  const milliseconds = Date.parse(`${front ?? ''}${zone}`)
  if (Number.isNaN(milliseconds)) return text
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${withoutZeros(fraction).padEnd(3, '0')}Z`
}

/** A time with seconds. */
const withSeconds = (text: string): string => (text.length === 5 ? `${text}:00` : text)

type Form = readonly [is: (text: string) => boolean, write: (text: string) => string]

const FORMS: Readonly<Partial<Record<EdmType, Form>>> = {
  Date: [isDate, (text) => text],
  TimeOfDay: [isTimeOfDay, withSeconds],
  DateTimeOffset: [isTimestamp, inUtc],
  Guid: [(text) => GUID.test(text), (text) => text.toLowerCase()],
}

/** The narrowest type of whole numbers that a number fits; beyond all of them it is a decimal one. */
const typeOfWhole = (text: string): EdmType => {
  const value = BigInt(text)
  const fits = (type: EdmType): boolean => {
    const [least = 0n, greatest = -1n] = rangeOf(type) ?? []
    return value >= least && value <= greatest
  }
  return fits('Int32') ? 'Int32' : fits('Int64') ? 'Int64' : 'Decimal'
}

/**
 * A literal with its type, in the one form that databases compare.
 *
 * @throws BadRequest for days and times that do not exist, and for kinds that nothing here can be compared with
 */
export function typedLiteral({ type, text, prefix }: Omit<Written, 'at'>): Literal | Null {
  switch (type) {
    case 'Null':
      return NULL
    case 'Boolean':
      return truth(text === 'true')
    case 'Int':
      return literal(typeOfWhole(text), withoutExponent(text))
    case 'Decimal':
    case 'Double':
    case 'Single':
      return literal(type, withoutExponent(text))
    case 'Duration': {
      const seconds = secondsOf(text)
      if (seconds === undefined) throw new BadRequest(`there is no duration ${text}`)
      return literal('Duration', String(seconds))
    }
    case 'Enum':
      throw new BadRequest(`there is no enumeration type ${String(prefix)}`)
    case 'Binary':
      if (!BASE64.test(text)) throw new BadRequest(`there are no bytes ${text} in base64`)
      return literal(type, Buffer.from(text, 'base64').toString('base64'))
    case 'String':
      return literal(type, text)
  }
  const [is, write] = FORMS[type] ?? []
  const upper = text.toUpperCase()
  if (!is?.(upper) || !write) throw new BadRequest(`there is no ${type} ${text}`)
  return literal(type, write(upper))
}

const isDigits = (text: string): boolean => /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text)

/** What a text is as another type; null where it is none of it, as OData has it. */
function fromText(text: string, to: EdmType): Literal | Null {
  const range = rangeOf(to)
  if (range) {
    if (!/^[+-]?\d{1,19}$/.test(text)) return NULL
    const value = BigInt(text)
    return value >= range[0] && value <= range[1] ? literal(to, String(value)) : NULL
  }
  if (to === 'Decimal' || to === 'Double' || to === 'Single') return isDigits(text) ? literal(to, text) : NULL
  if (to === 'Boolean') return text === 'true' || text === 'false' ? truth(text === 'true') : NULL
  if (to === 'Duration') {
    const seconds = secondsOf(text)
    return seconds === undefined ? NULL : literal(to, String(seconds))
  }
  const [is, write] = FORMS[to] ?? []
  return is?.(text) && write ? literal(to, write(text)) : NULL
}

/** The literal that a cast of a literal from or to a text gives; undefined for other casts. */
export function castLiteral({ type, text }: Literal, to: EdmType): Literal | Null | undefined {
  if (type === to) return literal(type, text)
  if (type === 'String') return fromText(text, to)
  return to === 'String' && type !== 'Duration' ? literal(to, text) : undefined
}

/** A text as the type that it is compared with, where clients write it so: GUIDs and durations. */
export function unquoted<Value extends { readonly kind: string; readonly type: string }>(
  value: Value | Literal,
  other: string,
): Value | Literal {
  if (value.kind !== 'literal' || value.type !== 'String' || (other !== 'Guid' && other !== 'Duration')) return value
  const found = fromText((value as Literal).text, other)
  return found.kind === 'null' ? value : found
}

/**
 * A value that is written in JSON.
 *
 * @throws BadRequest for objects and arrays
 */
export const jsonValue = (value: unknown): Typed => {
  if (value === null) return NULL
  if (typeof value === 'boolean') return truth(value)
  if (typeof value === 'string') return literal('String', value)
  if (typeof value === 'number')
    return typedLiteral({
      kind: 'literal',
      type: Number.isInteger(value) ? 'Int' : 'Double',
      text: String(value),
    })
  throw new BadRequest('objects and arrays are no values to compare')
}
