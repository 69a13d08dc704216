import { ANY_OF_LINE, type CharacterSet, CLASSES, complementOf, setOf } from './character-set.ts'

/** A regular expression whose matches can be told in time that grows with the text alone. */
export type Pattern =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly least: number; readonly most: number }

/** What is wrong with a pattern, as a sentence about it. */
export class PatternError extends Error {}

/** Characters that a pattern matches once all that is repeated is written out: databases take long to prepare for more. */
const LARGEST = 100
/** As often as PostgreSQL repeats something. */
const MOST_REPEATED = 255
const DEEPEST = 30

const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/y, 'looks around itself'],
  [/\(\?(?![:<])/y, 'has flags'],
  [/\\[1-9k]/y, 'refers back to a group'],
  [/\\[bB]/y, 'asks for the edge of a word'],
  [/\\[pP]/y, 'asks for a property of Unicode'],
]

const GROUP = /\((?:\?:|\?<[a-z_]\w*>)?/iy
const REPEAT = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/y
const CODE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/iy
const ESCAPED = /\\([dDwWsStnvfr^$\\.*+?()[\]{}|/-])/y
const PLAIN = /[^\\^$.*+?()[\]{}|]/uy
const IN_BRACKETS = /[^\\\]]/uy
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

const NEVER = 0xd8_00
const isSurrogate = (code: number): boolean => code >= NEVER && code < NEVER + 2_048

/** How many characters a pattern matches when it is written out. */
const sizeOf = (pattern: Pattern): number => {
  if (pattern.kind === 'repeat')
    return sizeOf(pattern.of) * Math.max(1, Number.isFinite(pattern.most) ? pattern.most : pattern.least)
  return 'of' in pattern
    ? Math.max(
        1,
        pattern.of.reduce((sum, part) => sum + sizeOf(part), 0),
      )
    : 1
}

/**
 * Reads the part of ECMAScript's regular expressions, by code points, that needs no going back: no references to groups
 * and no looking around.
 *
 * @throws PatternError
 */
export function readPattern(text: string): Pattern {
  const pattern = new Reader(text).read()
  if (sizeOf(pattern) > LARGEST) throw new PatternError(`matches more than ${String(LARGEST)} characters by itself`)
  return pattern
}

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Pattern {
    const pattern = this.#choice()
    return this.#at < this.#text.length ? this.#fail() : pattern
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  #sees(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at)
  }

  #fail(what?: string): never {
    const next = [...this.#text.slice(this.#at)][0]
    throw new PatternError(`${what ?? `has an unexpected ${next ?? 'end'}`} at position ${String(this.#at)}`)
  }

  #choice(): Pattern {
    if (++this.#depth > DEEPEST) this.#fail('is nested too deeply')
    const of = [this.#sequence()]
    while (this.#take(/\|/y)) of.push(this.#sequence())
    this.#depth--
    return of.length > 1 ? { kind: 'choice', of } : (of[0] as Pattern)
  }

  #sequence(): Pattern {
    const of: Pattern[] = []
    while (this.#at < this.#text.length && !this.#sees('|') && !this.#sees(')')) of.push(this.#repeated())
    return { kind: 'sequence', of }
  }

  #repeated(): Pattern {
    if (this.#take(/\^/y)) return { kind: 'start' }
    if (this.#take(/\$/y)) return { kind: 'end' }
    const of = this.#atom()
    const { at, found } = { at: this.#at, found: this.#take(REPEAT) }
    if (!found) return of
    const [, sign, least, comma, most] = found
    const from = sign === undefined ? Number(least) : sign === '+' ? 1 : 0
    const to =
      sign === undefined ? (comma === undefined ? from : Number(most ?? Infinity)) : sign === '?' ? 1 : Infinity
    if (from > to || Math.max(from, Number.isFinite(to) ? to : 0) > MOST_REPEATED) {
      this.#at = at
      this.#fail(`repeats something in another way than from 0 to ${String(MOST_REPEATED)} times`)
    }
    return { kind: 'repeat', of, least: from, most: to }
  }

  #atom(): Pattern {
    for (const [pattern, what] of REFUSED) {
      const { at, found } = { at: this.#at, found: this.#take(pattern) }
      if (!found) continue
      this.#at = at
      this.#fail(`${what}, which is not supported,`)
    }
    if (this.#take(GROUP)) {
      const inner = this.#choice()
      if (!this.#take(/\)/y)) this.#fail()
      return inner
    }
    if (this.#take(/\./y)) return { kind: 'set', set: ANY_OF_LINE }
    if (this.#take(/\[/y)) return { kind: 'set', set: this.#brackets() }
    const set = this.#escaped()
    if (set) return { kind: 'set', set }
    const code = this.#take(PLAIN)?.[0].codePointAt(0)
    return code === undefined || isSurrogate(code) ? this.#fail() : { kind: 'set', set: setOf([[code, code]]) }
  }

  /** What a backslash begins. */
  #escaped(): CharacterSet | undefined {
    const code = this.#take(CODE)
    if (code) {
      const value = parseInt(code.slice(1).join(''), 16)
      if (value === 0 || value > 0x10_ffff || isSurrogate(value)) {
        this.#at = code.index
        this.#fail('has a character that no text has')
      }
      return setOf([[value, value]])
    }
    const letter = this.#take(ESCAPED)?.[1]
    if (letter === undefined) return undefined
    const value = CONTROLS[letter] ?? letter.charCodeAt(0)
    return CLASSES.get(letter) ?? setOf([[value, value]])
  }

  /** What stands in brackets that have been opened. */
  #brackets(): CharacterSet {
    const isNegated = this.#take(/\^/y) !== null
    const ranges: (readonly [number, number])[] = []
    while (!this.#take(/\]/y)) {
      const { at, set: first } = { at: this.#at, set: this.#inBrackets() }
      if (!this.#sees('-') || this.#sees('-]')) {
        ranges.push(...first)
        continue
      }
      this.#at++
      const last = this.#inBrackets()
      const [from, to] = [first, last].map((set) =>
        set.length === 1 && set[0]?.[0] === set[0]?.[1] ? set[0] : undefined,
      )
      if (!from || !to || from[0] > to[0]) {
        this.#at = at
        this.#fail('has a range that is none')
      }
      ranges.push([from[0], to[0]])
    }
    const set = setOf(ranges)
    const meant = isNegated ? complementOf(set) : set
    return meant.length ? meant : this.#fail('has brackets that match nothing')
  }

  #inBrackets(): CharacterSet {
    const set = this.#escaped()
    if (set) return set
    const code = this.#take(IN_BRACKETS)?.[0].codePointAt(0)
    return code === undefined || isSurrogate(code) ? this.#fail() : setOf([[code, code]])
  }
}
