/** A word, name, literal or symbol of a statement that an engine has stored. */
export interface SqlToken {
  readonly type: 'word' | 'quoted' | 'string' | 'symbol'
  /** As a name: without quotes. Words and symbols as they are. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Part of a text that is to be replaced. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$)|("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]?)|('(?:[^']|'')*')|([\w$\u0080-\u{10ffff}]+)|([^])/gu
/** The same where brackets hold the items of an array, and quote no names. */
const TOKEN_OF_ARRAYS =
  /\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$)|("(?:[^"]|"")*")|('(?:[^']|'')*')|([\w$\u0080-\u{10ffff}]+)|([^])/gu

/** What they are around: names, as SQLite reads them, or items of arrays, as PostgreSQL does. */
export type Brackets = 'names' | 'arrays'

/** Splits a stored statement into its tokens; white space and comments are left out. */
export const readSqlTokens = (sql: string, brackets: Brackets = 'names'): SqlToken[] => {
  const tokens: SqlToken[] = []
  for (const match of brackets === 'names' ? sql.matchAll(TOKEN) : sql.matchAll(TOKEN_OF_ARRAYS)) {
    const [text, quoted, string, word, symbol] = match
    const type = quoted ? 'quoted' : string ? 'string' : word ? 'word' : symbol ? 'symbol' : undefined
    if (!type) continue
    const value = quoted || string ? unquote(text) : text
    tokens.push({ type, value, start: match.index, end: match.index + text.length })
  }
  return tokens
}

const unquote = (text: string): string => {
  const quote = text[0] ?? ''
  const inner = text.slice(1, -1)
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote)
}

/** Whether a token is one of the given keywords: a name in quotes never is. */
export const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.type === 'word' && words.includes(token.value.toUpperCase())

export const isSymbol = (token: SqlToken | undefined, symbol: string): boolean =>
  token?.type === 'symbol' && token.value === symbol

/** For each bracket that opens, by its index, the index of the one that closes it. */
export type Closings = readonly (number | undefined)[]

/** Found once for all: looked for anew from each bracket, nested ones would take time with the square of the text. */
export const closingsOf = (tokens: readonly SqlToken[]): Closings => {
  const closings: (number | undefined)[] = []
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (isSymbol(token, '(')) open.push(at)
    const last = isSymbol(token, ')') ? open.pop() : undefined
    if (last !== undefined) closings[last] = at
  }
  return closings
}

/** Applies edits that do not overlap. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let result = ''
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}
