import type { Cursor } from './cursor.ts'
import type { Literal, LiteralType } from './nodes.ts'

/** In this order: the beginning of each may be another one. No letter, digit or point follows: what goes on is a name. */
const PLAIN: readonly (readonly [LiteralType, RegExp])[] = [
  ['Guid', /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w.])/iy],
  ['DateTimeOffset', /-?\d{4,5}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)?(?![\w.])/iy],
  ['Date', /-?\d{4,5}-\d\d-\d\d(?![\w.])/iy],
  ['TimeOfDay', /\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?![\w.])/iy],
]

const NUMBER = /([+-]?\d+)(\.\d+)?(e[+-]?\d+)?([fdml])?(?![\w.])/iy
const SUFFIXES: Readonly<Record<string, LiteralType>> = { f: 'Single', d: 'Double', m: 'Decimal', l: 'Int' }

/** These are written with capitals as they are here; `null` and the like may have any. */
const WORDS = /(?:-?INF|NaN|true|false|null)(?![\w.(/])/y

const QUOTED = /([a-z_][\w.]*)?'((?:[^']|'')*)'/iy
const PREFIXES: Readonly<Record<string, LiteralType>> = { duration: 'Duration', binary: 'Binary', time: 'TimeOfDay' }

/** The literal that is next, if one is. */
export function readLiteral(cursor: Cursor): Literal | undefined {
  const { at } = cursor
  for (const [type, pattern] of PLAIN) {
    const text = cursor.take(pattern)
    if (text !== undefined) return { kind: 'literal', type, text: type === 'Guid' ? text.toLowerCase() : text, at }
  }
  const word = cursor.take(WORDS)
  if (word !== undefined) return { kind: 'literal', type: typeOfWord(word), text: word, at }
  const number = cursor.match(NUMBER)
  if (number) return numberOf(number, at)
  const quoted = cursor.match(QUOTED)
  return quoted && quotedOf(quoted, at, cursor)
}

const typeOfWord = (word: string): LiteralType => {
  if (word === 'null') return 'Null'
  return word === 'true' || word === 'false' ? 'Boolean' : 'Double'
}

const numberOf = ([, whole = '', fraction = '', exponent = '', suffix = '']: RegExpExecArray, at: number): Literal => {
  const plain = exponent ? 'Double' : fraction ? 'Decimal' : 'Int'
  return {
    kind: 'literal',
    type: SUFFIXES[suffix.toLowerCase()] ?? plain,
    text: (whole + fraction + exponent).replace('+', exponent.includes('+') && !whole.startsWith('+') ? '+' : ''),
    at,
  }
}

const quotedOf = ([, prefix, content = '']: RegExpExecArray, at: number, cursor: Cursor): Literal => {
  const text = content.replaceAll("''", "'")
  if (prefix === undefined) return { kind: 'literal', type: 'String', text, at }
  const type = PREFIXES[prefix.toLowerCase()]
  if (type) return { kind: 'literal', type, text, at }
  if (!prefix.includes('.')) throw cursor.problem(`has a literal of an unknown kind, ${prefix}'…',`, at)
  return { kind: 'literal', type: 'Enum', text, prefix, at }
}
