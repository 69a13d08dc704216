/** Regular expressions that hold no server, whatever a client writes. */
import { Matcher } from './matcher.ts'
import { PatternError, readPattern, type Pattern } from './read-pattern.ts'
import { printSet } from './character-set.ts'

const times = (least: number, most: number): string => {
  if (least === most) return `{${String(least)}}`
  return `{${String(least)},${Number.isFinite(most) ? String(most) : ''}}`
}

/** In the one form that means the same to ECMAScript, with the flag `u`, and to PostgreSQL: sets, groups and numbers. */
function printPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'set':
      return printSet(pattern.set)
    case 'start':
      return '^'
    case 'end':
      return '$'
    case 'sequence':
      return pattern.of.map((part) => (part.kind === 'choice' ? group(part) : printPattern(part))).join('')
    case 'choice':
      return pattern.of.map(printPattern).join('|')
    case 'repeat':
      return group(pattern.of) + times(pattern.least, pattern.most)
  }
}

const group = (pattern: Pattern): string => `(?:${printPattern(pattern)})`

export { PatternError }

/** Characters of a pattern as a client writes it. */
const LONGEST = 250

/**
 * A pattern in the one form that every engine reads alike.
 *
 * @throws PatternError for what is no such pattern
 */
export function plainPattern(text: string): string {
  if (text.length > LONGEST) throw new PatternError(`is longer than ${String(LONGEST)} characters`)
  return printPattern(readPattern(text))
}

const MOST_MATCHERS = 100
const matchers = new Map<string, Matcher>()

const matcherOf = (text: string): Matcher => {
  const known = matchers.get(text)
  if (known) return known
  const matcher = new Matcher(readPattern(text))
  if (matchers.size >= MOST_MATCHERS) matchers.clear()
  matchers.set(text, matcher)
  return matcher
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : String(value))

/** What SQLite hands to functions. */
type Value = string | number | bigint | Uint8Array | null

/** Whether a plain pattern is somewhere in a text, as SQLite has it: 1 or 0, and null where either is null. */
export const matchesPlain = (text: Value, pattern: Value): number | null => {
  if (text === null || pattern === null) return null
  return matcherOf(textOf(pattern)).matches(textOf(text)) ? 1 : 0
}
