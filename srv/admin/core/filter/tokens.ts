import { AdminError } from '../errors.ts'

export interface Token {
  readonly type: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'end'
  /** Empty at the end. */
  readonly text: string
  readonly at: number
}

const SPACE = /[ \t\r\n]+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const QUOTED_NAME = /"((?:[^"]|"")+)"/y
const STRING = /'((?:[^']|'')*)'/y
const NUMBER =
  /(?:[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?|[+-][iI][nN][fF][iI][nN][iI][tT][yY])(?![\p{L}\p{N}_.])/uy
const SYMBOL = /->>|->|<=|>=|<>|!=|[=<>(),*/]|[+-](?!-)/y

/** @throws AdminError `INVALID_FILTER` with the position, counted from 1. */
export const filterError = (at: number, problem: string): AdminError =>
  new AdminError('INVALID_FILTER', `${problem} (at character ${at + 1})`)

/**
 * Tokenizes a filter. Whatever is no token of the filter language is refused here: semicolons, comments,
 * parameters, backticks, control characters.
 */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const space = match(SPACE)
    if (space) {
      at += space[0].length
      continue
    }
    const [token, length] = nextToken(match, text, at)
    tokens.push(token)
    at += length
  }
  tokens.push({ type: 'end', text: '', at })
  return tokens
}

const nextToken = (
  match: (pattern: RegExp) => RegExpExecArray | null,
  text: string,
  at: number,
): [token: Token, length: number] => {
  const word = match(WORD)
  if (word) return [{ type: 'word', text: word[0], at }, word[0].length]
  const number = match(NUMBER)
  if (number) return [{ type: 'number', text: number[0], at }, number[0].length]
  const string = match(STRING)
  if (string) return [{ type: 'string', text: unquote(string[1] ?? '', "'", at), at }, string[0].length]
  const name = match(QUOTED_NAME)
  if (name) return [{ type: 'name', text: unquote(name[1] ?? '', '"', at), at }, name[0].length]
  const symbol = match(SYMBOL)
  if (symbol) return [{ type: 'symbol', text: symbol[0], at }, symbol[0].length]
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (found === "'" || found === '"') throw filterError(at, `The quote ${found} is never closed`)
  throw filterError(at, `Unexpected character ${JSON.stringify(found)}`)
}

const unquote = (body: string, quote: string, at: number): string => {
  if (body.includes('\0') || !body.isWellFormed()) throw filterError(at, 'A text holds characters that are not allowed')
  return body.replaceAll(quote + quote, quote)
}
