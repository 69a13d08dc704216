import { GUID } from '../values/guid.ts'
import { isDate, isTimeOfDay, isTimestamp } from '../values/calendar.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { secondsOf } from './durations.ts'
import type { Expression } from './expression.ts'
import { withoutExponent } from './numbers.ts'
import type { Type, Typed } from './types.ts'

const TEXT = /^'((?:[^']|'')*)'$/
const PREFIXED = /^([a-z]+)'(.*)'$/is

export const literal = (text: string): Expression => ({ kind: 'literal', text })
export const binary = (operator: string, left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
})
export const NULL: Typed = { type: 'null', expression: literal('null') }

/** The text of a literal in quotes; undefined where it is none. */
export const textOf = (expression: Expression): string | undefined =>
  expression.kind === 'literal' ? TEXT.exec(expression.text)?.[1]?.replaceAll("''", "'") : undefined

/** A text as a literal. */
export const quoted = (text: string): Expression => literal(`'${text.replaceAll("'", "''")}'`)

const MOMENT = /^(.+?T\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-].*)?$/

/** A moment in UTC with at least milliseconds, as databases without a type for moments keep it. */
export function inUtc(text: string): string {
  const [, front, fraction = '', zone = 'Z'] = MOMENT.exec(text) ?? []
  const milliseconds = Date.parse(`${front ?? ''}${zone}`)
  if (Number.isNaN(milliseconds)) return text
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.padEnd(3, '0')}Z`
}

/** A time with seconds. */
const withSeconds = (text: string): string => (text.length === 5 ? `${text}:00` : text)

function prefixed(text: string, prefix: string, content: string): Typed {
  const seconds = prefix.toLowerCase() === 'duration' ? secondsOf(content) : undefined
  if (seconds === undefined) throw new BadRequest(`The literal ${text} is not supported or not valid`)
  return { type: 'duration', expression: literal(String(seconds)) }
}

/** CAP's parser takes 32 digits for a GUID, unless there is a sign before them. */
const noGuid = (number: string): string => (/^\d{32}/.test(number) ? `+${number}` : number)

type Form = readonly [form: RegExp, Type, exists: (text: string) => boolean, write: (text: string) => string]

const FORMS: readonly Form[] = [
  [/^\d{4}-\d\d-\d\dT/, 'instant', isTimestamp, inUtc],
  [/^\d{4}-\d\d-\d\d/, 'date', isDate, (text) => text],
  [/^\d\d:/, 'time', isTimeOfDay, withSeconds],
]

/**
 * The type of a literal, and the literal in the one form that databases compare: GUIDs in lower case, moments in UTC,
 * numbers without exponent, durations as seconds.
 *
 * @throws BadRequest for days and times that do not exist, and for other kinds of literals
 */
export function typedLiteral(expression: Expression & { kind: 'literal' }): Typed {
  const { text } = expression
  if (text === 'null') return NULL
  if (text === 'true' || text === 'false') return { type: 'boolean', expression }
  if (text.startsWith("'")) return { type: 'text', expression }
  const [, prefix, content] = PREFIXED.exec(text) ?? []
  if (prefix !== undefined && content !== undefined) return prefixed(text, prefix, content)
  if (GUID.test(text)) return { type: 'guid', expression: literal(text.toLowerCase()) }
  const upper = text.toUpperCase()
  const [, type, exists, write] = FORMS.find(([form]) => form.test(upper)) ?? []
  if (!type || !exists || !write) return { type: 'number', expression: literal(noGuid(withoutExponent(text))) }
  if (!exists(upper)) throw new BadRequest(`There is no ${type} ${text}`)
  return { type, expression: literal(write(upper)) }
}
