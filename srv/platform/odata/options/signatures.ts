/** What a value is, as far as functions care. */
export type Kind = 'text' | 'number' | 'date' | 'time' | 'instant' | 'boolean' | 'duration'

/** What a function takes, each argument by the kinds it may have, and what it gives. */
export interface Signature {
  readonly takes: readonly (readonly Kind[])[]
  /** The arguments at the end that may be left out. */
  readonly optional?: number
  readonly gives: Kind
}

const text: readonly Kind[] = ['text']
const number: readonly Kind[] = ['number']
const day: readonly Kind[] = ['date', 'instant']
const clock: readonly Kind[] = ['time', 'instant']

/**
 * The functions that every database here answers alike. `matchespattern` is not among them: a pattern can take
 * exponential time.
 */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ['contains', { takes: [text, text], gives: 'boolean' }],
  ['startswith', { takes: [text, text], gives: 'boolean' }],
  ['endswith', { takes: [text, text], gives: 'boolean' }],
  ['concat', { takes: [text, text], gives: 'text' }],
  ['indexof', { takes: [text, text], gives: 'number' }],
  ['length', { takes: [text], gives: 'number' }],
  ['substring', { takes: [text, number, number], optional: 1, gives: 'text' }],
  ['tolower', { takes: [text], gives: 'text' }],
  ['toupper', { takes: [text], gives: 'text' }],
  ['trim', { takes: [text], gives: 'text' }],
  ['year', { takes: [day], gives: 'number' }],
  ['month', { takes: [day], gives: 'number' }],
  ['day', { takes: [day], gives: 'number' }],
  ['hour', { takes: [clock], gives: 'number' }],
  ['minute', { takes: [clock], gives: 'number' }],
  ['second', { takes: [clock], gives: 'number' }],
  ['fractionalseconds', { takes: [clock], gives: 'number' }],
  ['totaloffsetminutes', { takes: [['instant']], gives: 'number' }],
  ['totalseconds', { takes: [['duration']], gives: 'number' }],
  ['date', { takes: [day], gives: 'date' }],
  ['time', { takes: [clock], gives: 'time' }],
  ['now', { takes: [], gives: 'instant' }],
  ['mindatetime', { takes: [], gives: 'instant' }],
  ['maxdatetime', { takes: [], gives: 'instant' }],
  ['round', { takes: [number], gives: 'number' }],
  ['floor', { takes: [number], gives: 'number' }],
  ['ceiling', { takes: [number], gives: 'number' }],
])

/** Functions that typed expressions are written with, for what OData has operators for. Durations are seconds in them. */
export const OWN_FUNCTIONS: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  /** A moment and seconds. */
  ['later', { takes: [['instant'], number], gives: 'instant' }],
  /** A day and seconds, of which whole days count. */
  ['laterday', { takes: [['date'], number], gives: 'date' }],
  /** The seconds from the second to the first. */
  ['seconds', { takes: [day, day], gives: 'number' }],
  /** The moment that a day begins at. */
  ['midnight', { takes: [['date']], gives: 'instant' }],
])

/** The types of the model by their kinds. */
const TYPES: Partial<Record<Kind, readonly string[]>> = {
  text: ['String', 'LargeString', 'UUID'],
  number: ['UInt8', 'Int16', 'Int32', 'Integer', 'Int64', 'Integer64', 'Decimal', 'DecimalFloat', 'Double'],
  date: ['Date'],
  time: ['Time'],
  instant: ['DateTime', 'Timestamp'],
  boolean: ['Boolean'],
}

/** The kinds of the types of the model. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(TYPES).flatMap(([kind, types]) => types.map((type) => [type, kind as Kind] as const)),
)
