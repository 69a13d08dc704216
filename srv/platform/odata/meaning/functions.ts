import { PatternError, plainPattern } from '../../patterns/index.ts'
import { BadRequest } from '../protocol/errors.ts'
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

/** The functions that every database here answers alike. */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ...signatures('contains startswith endswith matchespattern', ['text', 'text'], 'Boolean'),
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

const countOf = (least: number, most: number): string =>
  `${least === most ? most : `${least} or ${most}`} argument${most === 1 ? '' : 's'}`

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
    throw new BadRequest(`Function ${name} takes ${countOf(takes.length - optional, takes.length)}`)
  for (const [index, { type }] of args.entries()) {
    const kind = takes[index] ?? 'text'
    if (type !== 'Null' && !OF_KIND[kind](type))
      throw new BadRequest(`Function ${name} takes ${NAMES[kind]}, not ${type}`)
  }
  const [first] = args
  if (args.some(({ type }) => type === 'Null')) return NULL
  if (name === 'matchespattern') return call(name, [args[0] as Typed, patternOf(args[1])], 'Boolean')
  const part = first?.kind === 'literal' ? partOf(name, first) : undefined
  if (part) return part
  if (name === 'totalseconds' && first) return { ...(first as Literal), type: 'Decimal' }
  return call(name, args, gives === 'same' ? (first?.type as EdmType) : gives)
}

const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?Z?$/
const PARTS: readonly string[] = ['year', 'month', 'day', 'hour', 'minute', 'second']

/** What a function tells of a day, a time or a moment that is written out. */
function partOf(name: string, { text, type }: Literal): Literal | undefined {
  const [, ...parts] = MOMENT.exec(text) ?? []
  const index = PARTS.indexOf(name)
  if (index >= 0) return literal('Int32', String(Number(parts[index])))
  if (name === 'fractionalseconds') return literal('Decimal', `0.${parts[6] ?? '0'}`)
  if (name === 'date') return literal('Date', text.slice(0, 10))
  return name === 'time' ? literal('TimeOfDay', type === 'TimeOfDay' ? text : text.slice(11, 19)) : undefined
}

/** A pattern that takes no engine long, in the one form that all of them read. */
function patternOf(typed: Typed | undefined): Typed {
  if (typed?.kind !== 'literal' || typed.type !== 'String')
    throw new BadRequest('Function matchesPattern takes a pattern in quotes')
  try {
    return literal('String', plainPattern(typed.text))
  } catch (error) {
    if (error instanceof PatternError) throw new BadRequest(`The pattern of matchesPattern ${error.message}`)
    throw error
  }
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

/** Values as what they contain, or what they begin. */
const CASTS: ReadonlyMap<string, (of: Typed) => Typed> = new Map([
  ['Date DateTimeOffset', (of) => call('midnight', [of], 'DateTimeOffset')],
  ['DateTimeOffset Date', (of) => call('date', [of], 'Date')],
  ['DateTimeOffset TimeOfDay', (of) => call('time', [of], 'TimeOfDay')],
  ['Boolean String', (of) => call('truthtext', [of], 'String')],
  ['Date String', (of) => call('daytext', [of], 'String')],
  ['TimeOfDay String', (of) => call('clocktext', [of], 'String')],
  ['Guid String', (of) => call('concat', [of, literal('String', '')], 'String')],
])

/** The least and the greatest of a type of whole numbers: beyond them a cast gives null. */
const limitsOf = (type: EdmType): Literal[] => (rangeOf(type) ?? []).map((limit) => literal('Decimal', String(limit)))

const isWithin = (type: EdmType, wider: EdmType): boolean => {
  const [[least, greatest], [from, to]] = [rangeOf(type) ?? [], rangeOf(wider) ?? []]
  return least !== undefined && greatest !== undefined && least >= (from ?? 0n) && greatest <= (to ?? 0n)
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
  const way = CASTS.get(`${of.type} ${to}`)
  if (way) return way(of)
  if (to === 'String' && rangeOf(of.type)) return call('wholetext', [of], to)
  const isExact = isNumber(of.type) && isNumber(to)
  if (!isExact) throw new BadRequest(`cast from Edm.${of.type} to Edm.${to} is not supported`)
  // Numbers with fractions are rounded to whole ones.
  if (isNumber(of.type) && rangeOf(to) && !isWithin(of.type, to))
    return { ...call('whole', [of, ...limitsOf(to)], to), isNullable: true }
  return { kind: 'cast', of, type: to, isNullable: of.isNullable }
}
