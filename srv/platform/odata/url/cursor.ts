import { BadRequest, type Spot } from '../protocol/errors.ts'
import type { Options, Literal, LiteralType } from './nodes.ts'

/** A tree that is deeper would be more than what stands behind this should be given. */
const MAX_DEPTH = 60

/** Reads one decoded part of a URL from left to right, and tells what is wrong with its name and place. */
export class Cursor {
  readonly text: string
  readonly #name: string
  readonly #readOptions: (cursor: Cursor) => Options
  #at = 0
  #depth = 0

  /**
   * @param name of the part, such as `$filter`.
   * @param readOptions reads options in parentheses that have been opened; expressions are in options, and options in them.
   */
  constructor(text: string, name: string, readOptions: (cursor: Cursor) => Options) {
    this.text = text
    this.#name = name
    this.#readOptions = readOptions
  }

  readOptions(): Options {
    return this.#readOptions(this)
  }

  /** How many characters are read. */
  get index(): number {
    return this.#at
  }

  get at(): Spot {
    return { option: this.#name, index: this.#at }
  }

  /** Whether nothing but spaces is left. */
  isAtEnd(): boolean {
    return this.#rest(/\s*$/y) !== null
  }

  /** What a sticky pattern finds here, which is passed by that. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.#rest(pattern)
    if (!found) return undefined
    this.#at += found[0].length
    return found
  }

  take(pattern: RegExp): string | undefined {
    return this.match(pattern)?.[0]
  }

  /** Passes a sign with the spaces before it, if it is next; what follows a bracket that closes may need them. */
  sign(sign: string): boolean {
    const spaces = this.#rest(/\s*/y)?.[0].length ?? 0
    if (!this.text.startsWith(sign, this.#at + spaces)) return false
    this.#at += spaces + sign.length
    if (sign !== ')') this.take(/\s*/y)
    return true
  }

  expect(sign: string): void {
    if (!this.sign(sign)) this.fail()
  }

  /** Whether a sign is next, behind spaces. */
  sees(sign: string): boolean {
    const spaces = this.#rest(/\s*/y)?.[0].length ?? 0
    return this.text.startsWith(sign, this.#at + spaces)
  }

  /** What is read by this is inside of something. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw this.problem('nested too deeply')
    const result = read()
    this.#depth--
    return result
  }

  /** Refuses what is next. */
  fail(): never {
    this.take(/\s*/y)
    const word = this.#rest(/[\w$.]+|./suy)?.[0] ?? 'end'
    throw this.problem(`unexpected ${word}`)
  }

  problem(what: string, at = this.at, code?: string): BadRequest {
    return new BadRequest(what, code, at)
  }

  /** Goes back to a place that was passed. */
  backTo({ index }: Spot): void {
    this.#at = index
  }

  #rest(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.text)
  }
}

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

const numberOf = ([, whole = '', fraction = '', exponent = '', suffix = '']: RegExpExecArray, at: Spot): Literal => {
  const plain = exponent ? 'Double' : fraction ? 'Decimal' : 'Int'
  return {
    kind: 'literal',
    type: SUFFIXES[suffix.toLowerCase()] ?? plain,
    text: (whole + fraction + exponent).replace('+', exponent.includes('+') && !whole.startsWith('+') ? '+' : ''),
    at,
  }
}

const quotedOf = ([, prefix, content = '']: RegExpExecArray, at: Spot, cursor: Cursor): Literal => {
  const text = content.replaceAll("''", "'")
  if (prefix === undefined) return { kind: 'literal', type: 'String', text, at }
  const type = PREFIXES[prefix.toLowerCase()]
  if (type) return { kind: 'literal', type, text, at }
  if (!prefix.includes('.')) throw cursor.problem(`there is no literal ${prefix}'…'`, at)
  return { kind: 'literal', type: 'Enum', text, prefix, at }
}

const JSON_TOKEN = /\s*(?:"(?:[^"\\]|\\.)*"|[[\]{}]|[^"[\]{}\s]+)/y

/** An array or an object as JSON has it. */
export function readJson(cursor: Cursor): unknown {
  const start = cursor.at
  let open = 0
  do {
    const token = cursor.take(JSON_TOKEN)?.trimStart() ?? cursor.fail()
    if (token === '[' || token === '{') open++
    if (token === ']' || token === '}') open--
  } while (open > 0)
  try {
    return JSON.parse(cursor.text.slice(start.index, cursor.index)) as unknown
  } catch {
    throw cursor.problem('this is no JSON', start)
  }
}
