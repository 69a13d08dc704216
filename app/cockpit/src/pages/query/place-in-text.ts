import type { ApiError } from '../../api/api-error.ts'
import { sqlParts } from '../../parts/sql-parts.ts'

/** Where a character stands in a text. */
export interface Place {
  /** From 1. */
  readonly line: number
  readonly column: number
  /** In units of UTF-16, as editors count. */
  readonly start: number
}

const placeAt = (text: string, start: number): Place => {
  const lines = text.slice(0, start).split('\n')
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1, start }
}

/** @param position in characters from 1, as databases count. */
export const placeInText = (text: string, position: number): Place =>
  placeAt(
    text,
    Array.from(text)
      .slice(0, position - 1)
      .join('').length,
  )

/** What SQLite says in place of a position. */
const NAMED =
  /^SQLite 1: (?:near "(.*)": syntax error|unrecognized token: "(.*)"|no such (?:column|table|function): (.*))$/s
const ENDS_TOO_EARLY = /^SQLite 1: incomplete input$/

/**
 * Where a statement is wrong: as the engine says, or where the word stands that it names, if it stands in one place only.
 *
 * @param start of what was run, in the text.
 * @param end of it.
 */
export const placeOfMistake = (
  { position, details }: Pick<ApiError, 'position' | 'details'>,
  text: string,
  start: number,
  end: number,
): Place | undefined => {
  // Databases count the characters of what they were sent.
  if (position !== undefined) return placeInText(text, Array.from(text.slice(0, start)).length + position)
  const sql = text.slice(start, end)
  if (ENDS_TOO_EARLY.test(details)) return placeAt(text, start + sql.trimEnd().length)
  const [, near, token, name] = NAMED.exec(details) ?? []
  const said = near ?? token ?? name
  if (!said) return undefined
  const words = [said, ...(name === undefined ? [] : [said.slice(said.lastIndexOf('.') + 1)])]
  for (const word of words) {
    const [first, ...others] = occurrences(sql, word)
    if (first !== undefined && others.length === 0) return placeAt(text, start + first)
  }
  return undefined
}

/** Where a word stands as such: in no comment, and inside no text. */
const occurrences = (sql: string, word: string): number[] => {
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char)
  const text = sqlParts(sql)
    .map(({ kind, text: part }) => {
      if (kind === 'comment') return ' '.repeat(part.length)
      return kind === 'text' && part !== word ? `'${' '.repeat(part.length - 1)}` : part
    })
    .join('')
  const found: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, behind] = [text[at - 1], text[at + word.length]]
    if ((isPart(before) && isPart(word[0])) || (isPart(behind) && isPart(word.at(-1)))) continue
    found.push(at)
  }
  return found
}
