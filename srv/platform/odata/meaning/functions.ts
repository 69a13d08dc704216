import { BadRequest } from '../errors/bad-request.ts'
import { castLiteral } from './literals.ts'
import { CDS_TYPES, type EdmType, isNumber, rangeOf } from './edm.ts'
import { call, type Literal, literal, NULL, type Typed } from './nodes.ts'

/** What a function takes, by kinds of types. */
type Kind = 'text' | 'number' | 'day' | 'clock' | 'moment' | 'duration'

const OF_KIND: Readonly<Record<Kind, (type: string) => boolean>> = {
  // What is stored as a text may be looked into.
  text: (type) => type === 'String' || type === 'Guid' || type === 'Untyped',
  number: isNumber,
  day: (type) => type === 'Date' || type === 'DateTimeOffset',
  clock: (type) => type === 'TimeOfDay' || type === 'DateTimeOffset',
  moment: (type) => type === 'DateTimeOffset',
  duration: (type) => type === 'Duration',
}

interface Signature {
  readonly takes: readonly Kind[]
  /** The arguments at the end that may be left out. */
  readonly optional?: number
  /** Of rounding, the type of what is rounded. */
  readonly gives: EdmType | 'same'
}

const signatures = (names: string, takes: readonly Kind[], gives: Signature['gives'], optional = 0) =>
  names.split(' ').map((name): [string, Signature] => [name, { takes, gives, optional }])

/**
 * The functions that every database here answers alike. `matchespattern` is not among them: a pattern can take
 * exponential time.
 */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ...signatures('contains startswith endswith', ['text', 'text'], 'Boolean'),
  ...signatures('concat', ['text', 'text'], 'String'),
  ...signatures('indexof', ['text', 'text'], 'Int32'),
  ...signatures('length', ['text'], 'Int32'),
  ...signatures('substring', ['text', 'number', 'number'], 'String', 1),
  ...signatures('tolower toupper trim', ['text'], 'String'),
  ...signatures('year month day', ['day'], 'Int32'),
  ...signatures('hour minute second', ['clock'], 'Int32'),
  ...signatures('fractionalseconds', ['clock'], 'Decimal'),
  ...signatures('totaloffsetminutes', ['moment'], 'Int32'),
  ...signatures('totalseconds', ['duration'], 'Decimal'),
  ...signatures('date', ['day'], 'Date'),
  ...signatures('time', ['clock'], 'TimeOfDay'),
  ...signatures('now mindatetime maxdatetime', [], 'DateTimeOffset'),
  ...signatures('round floor ceiling', ['number'], 'same'),
])

const NAMES: Readonly<Record<Kind, string>> = {
  text: 'text',
  number: 'number',
  day: 'date or instant',
  clock: 'time or instant',
  moment: 'instant',
  duration: 'duration',
}

/**
 * A call of a function. With null for an argument it is null.
 *
 * @throws BadRequest for unknown functions and arguments of the wrong type
 */
export function typedCall(name: string, args: readonly Typed[]): Typed {
  const signature = SIGNATURES.get(name)
  if (!signature) throw new BadRequest(`Function ${name} is not supported`)
  const { takes, optional = 0, gives } = signature
  if (args.length > takes.length || args.length < takes.length - optional)
    throw new BadRequest(`Function ${name} takes ${takes.length} arguments`)
  for (const [index, { type }] of args.entries()) {
    const kind = takes[index] ?? 'text'
    if (type !== 'Null' && !OF_KIND[kind](type))
      throw new BadRequest(`Function ${name} takes ${NAMES[kind]}, not ${type}`)
  }
  const [first] = args
  if (args.some(({ type }) => type === 'Null')) return NULL
  if (name === 'totalseconds' && first) return { ...(first as Literal), type: 'Decimal' }
  return call(name, args, gives === 'same' ? (first?.type as EdmType) : gives)
}

/** The offset that a moment is written with, in minutes. */
export const offsetOf = (text: string): Literal => {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  return literal('Int32', String((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)))
}

/** The type of a name such as `Edm.String`. */
export const typeNamed = (name: string): EdmType | undefined => {
  const type = name.replace(/^Edm\./, '')
  return name.startsWith('Edm.') && Object.hasOwn(CDS_TYPES, type) ? (type as EdmType) : undefined
}

/**
 * A value as another type.
 *
 * @throws BadRequest where the databases here would not do it alike
 */
export function typedCast(of: Typed, to: EdmType): Typed {
  if (of.type === 'Null') return NULL
  if (of.type === to) return of
  const folded = of.kind === 'literal' ? castLiteral(of, to) : undefined
  if (folded) return folded
  const isExact = rangeOf(of.type) ? to === 'String' || isNumber(to) : isNumber(of.type) && isNumber(to) && !rangeOf(to)
  if (!isExact) throw new BadRequest(`cast from Edm.${of.type} to Edm.${to} is not supported`)
  return { kind: 'cast', of, type: to, isNullable: of.isNullable }
}
