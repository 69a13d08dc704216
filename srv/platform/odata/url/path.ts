import { BadRequest } from '../protocol/errors.ts'
import { Cursor, readLiteral, readJson } from './cursor.ts'

/** A segment of a path as it is meant: divided first, decoded then. What is no name, with or without parentheses, may be a key. */
export interface Segment {
  readonly raw: string
  readonly text: string
  readonly name?: string | undefined
  /** What stands in the parentheses behind the name. */
  readonly given?: string | undefined
}

/** A value as it is written in a path; what it is tells the type of its property or parameter. */
export type Written =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean; readonly prefix?: string | undefined }
  | { readonly kind: 'alias'; readonly name: string }
  | { readonly kind: 'json'; readonly value: unknown }

/** A part of a key, or a parameter of an operation; the one property of a key may have no name. */
export interface Pair {
  readonly name?: string
  readonly value: Written
}

const SEGMENT = /^([^()]+)(?:\(([^]*)\))?$/
const ENCODED = /%(?:2[789]|3D)/gi

/** Slashes within a literal in parentheses belong to it, however its quotes are written. @param path percent-encoded */
export const readPath = (path: string): Segment[] => {
  const plain = path.replace(ENCODED, decodeURIComponent)
  const segments: Segment[] = []
  for (let at = plain.startsWith('/') ? 1 : 0; at <= plain.length;) {
    const end = endOfSegment(plain, at)
    const raw = plain.slice(at, end)
    const text = decodeURIComponent(raw)
    const [, name, given] = SEGMENT.exec(text) ?? []
    segments.push({ raw, text, name, given })
    at = end + 1
  }
  return segments
}

/** What a segment may hold: a slash within a literal or parentheses does not end it. */
function endOfSegment(path: string, from: number): number {
  let depth = 0
  for (let at = from; at < path.length; at++) {
    const char = path.charAt(at)
    if (char === '/' && depth === 0) return at
    if (char === '(') depth++
    if (char === ')') depth--
    const close = char === "'" && depth > 0 ? path.indexOf("'", at + 1) : -1
    if (close > 0) at = close
  }
  return path.length
}

/** A segment that reads better with the characters that need not be encoded. */
export const plainSegment = ({ raw, text }: Segment): string => (/^[\w$.]+$/.test(text) ? text : raw)

/** What is in parentheses, as it stands in a URL. */
export const encodedPairs = (given: string): string =>
  encodeURIComponent(given).replace(/%(?:2C|3A|3D|40)/g, decodeURIComponent)

const NAME = /\s*([\p{L}_][\p{L}\p{N}_]*(?:\/[\p{L}_][\p{L}\p{N}_]*)*)\s*=/uy
const ALIAS = /@[\p{L}_][\p{L}\p{N}_]*/uy
/** Some clients leave out the quotes. */
const WORD = /[^\s,()'"=]+/y

const cursorOf = (text: string, what: string): Cursor =>
  new Cursor(text, what, (cursor) => {
    throw cursor.problem('there are no options here')
  })

function readWritten(cursor: Cursor): Written {
  cursor.take(/\s*/y)
  const { at } = cursor
  const name = cursor.take(ALIAS)
  if (name !== undefined) return { kind: 'alias', name }
  if (/[[{]/.test(cursor.text.charAt(at.index))) return { kind: 'json', value: readJson(cursor) }
  const literal = readLiteral(cursor)
  const written = cursor.text.slice(at.index, cursor.index)
  if (literal && written.endsWith("'")) {
    const prefix = /^[^']+/.exec(written)?.[0].toLowerCase()
    return { kind: 'text', text: literal.text, isQuoted: true, prefix }
  }
  cursor.backTo(at)
  return { kind: 'text', text: cursor.take(WORD) ?? cursor.fail(), isQuoted: false }
}

/**
 * Reads the parts of a key, or the parameters of an operation.
 *
 * @param text what stands in the parentheses, decoded
 * @param what it is, for the message
 * @throws BadRequest for what cannot be read; with the code for what is given twice, or without a name among others
 */
export function readPairs(text: string, what: string, code: string): Pair[] {
  const cursor = cursorOf(text, what)
  const pairs: Pair[] = []
  if (cursor.isAtEnd()) return pairs
  do {
    const name = cursor.match(NAME)?.[1]
    pairs.push({ ...(name !== undefined && { name }), value: readWritten(cursor) })
  } while (cursor.sign(','))
  if (!cursor.isAtEnd()) cursor.fail()
  for (const [index, { name }] of pairs.entries())
    if (pairs.length > 1 && pairs.findIndex((each) => each.name === name) < index)
      throw Object.assign(new BadRequest(`${what} has "${name ?? ''}" twice.`, code), name && { target: name })
  return pairs
}

/** Reads the value of an alias, or of a parameter that is given as an option. */
export function readValue(text: string, what: string): Written {
  const cursor = cursorOf(text, what)
  const value = readWritten(cursor)
  return cursor.isAtEnd() ? value : cursor.fail()
}
