import type { Cursor } from './cursor.ts'
import type { Search } from './nodes.ts'

/** More terms than a person types, few enough for every database. */
const MAX_TERMS = 40

const OPERATOR = /\s*(AND|OR|NOT)(?![^\s"()])/y
/** A phrase, where \" and \\ stand for " and \. */
const PHRASE = /\s*"((?:[^"\\]|\\["\\])*)"/y
const WORD = /\s*([^\s"()]+)/y
/** Within the options of an expand, these end it. */
const NESTED_WORD = /\s*([^\s"();]+)/y

/**
 * Reads what is searched for: words and phrases with AND (which a space means as well), OR and NOT, whose operators are in
 * upper case; NOT binds tighter than AND, AND tighter than OR.
 *
 * @param isNested whether it is one of several options in parentheses, so that a semicolon ends it.
 * @see OData 4.01 URL Conventions, 5.1.7 System Query Option $search
 */
export function readSearch(cursor: Cursor, isNested = false): Search {
  let terms = 0

  const operator = (wanted: string): boolean => {
    const { at } = cursor
    if (cursor.match(OPERATOR)?.[1] === wanted) return true
    cursor.backTo(at)
    return false
  }
  const joined = (kind: 'and' | 'or', of: readonly [Search, ...Search[]]): Search =>
    of.length > 1 ? { kind, of, at: of[0].at } : of[0]

  const readOr = (): Search => {
    const of: [Search, ...Search[]] = [readAnd()]
    while (operator('OR')) of.push(readAnd())
    return joined('or', of)
  }
  const isOver = (): boolean => {
    const { at } = cursor
    const ends = cursor.isAtEnd() || cursor.sees(')') || (isNested && cursor.sees(';')) || operator('OR')
    cursor.backTo(at)
    return ends
  }
  const readAnd = (): Search => {
    const of: [Search, ...Search[]] = [readNot()]
    while (!isOver()) {
      operator('AND')
      of.push(readNot())
    }
    return joined('and', of)
  }
  const readNot = (): Search => {
    const { at } = cursor
    return operator('NOT') ? { kind: 'not', of: cursor.nested(readNot), at } : readTerm()
  }
  const readTerm = (): Search => {
    const { at } = cursor
    if (cursor.sign('(')) {
      const inner = cursor.nested(readOr)
      cursor.expect(')')
      return inner
    }
    if (operator('AND') || operator('OR')) {
      cursor.backTo(at)
      cursor.fail()
    }
    const phrase = cursor.match(PHRASE)?.[1]
    const text =
      phrase?.replace(/\\(["\\])/g, '$1') ?? cursor.match(isNested ? NESTED_WORD : WORD)?.[1] ?? cursor.fail()
    if (text === '') throw cursor.problem('a phrase is empty', at)
    if (++terms > MAX_TERMS) throw cursor.problem(`there are more than ${MAX_TERMS} terms`, at)
    return { kind: 'term', text, at }
  }
  return readOr()
}
