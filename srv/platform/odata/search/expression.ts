/** A parsed `$search` expression: terms are matched anywhere in a text, ignoring case. */
export type SearchExpression =
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'not'; readonly of: SearchExpression }
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchExpression[] }

/** Why a `$search` could not be understood; becomes a 400. */
export class SearchSyntaxError extends Error {}

/** More terms than a person types, few enough for every database. */
const MAX_TERMS = 40
const MAX_DEPTH = 20

type Token = { readonly kind: '(' | ')' | 'AND' | 'OR' | 'NOT' } | { readonly kind: 'term'; readonly text: string }

const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT'])

// A phrase in quotes, where \" and \\ stand for " and \; a parenthesis; a word.
const LEXEME = /\s*(?:"((?:[^"\\]|\\["\\])*)"|([()])|([^\s"()]+))/y

const toToken = (phrase: string | undefined, parenthesis: string | undefined, word = ''): Token => {
  if (phrase !== undefined) return { kind: 'term', text: phrase.replace(/\\(["\\])/g, '$1') }
  if (parenthesis) return { kind: parenthesis as '(' | ')' }
  return OPERATORS.has(word) ? { kind: word as 'AND' | 'OR' | 'NOT' } : { kind: 'term', text: word }
}

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  LEXEME.lastIndex = 0
  while (LEXEME.lastIndex < end) {
    const at = LEXEME.lastIndex
    const match = LEXEME.exec(text)
    if (!match) throw new SearchSyntaxError(`Unfinished phrase or misplaced quote at position ${at}`)
    const token = toToken(match[1], match[2], match[3])
    if (token.kind === 'term' && token.text === '') throw new SearchSyntaxError('A phrase must not be empty')
    tokens.push(token)
  }
  return tokens
}

/**
 * Parses the value of `$search` by the grammar of OData: words and "phrases" joined by AND (also implied by a space)
 * and OR, negated by NOT, grouped by parentheses; NOT binds tighter than AND, AND tighter than OR. Operators are upper
 * case; in lower case they are words.
 *
 * @returns undefined for blank text, which searches for nothing.
 * @throws SearchSyntaxError with the reason, also for more than 40 terms or 20 nested parentheses.
 * @see OData Version 4.01, Part 2: URL Conventions, section System Query Option $search
 */
export function parseSearch(text: string): SearchExpression | undefined {
  const tokens = tokenize(text)
  if (!tokens.length) return undefined
  if (tokens.filter((token) => token.kind === 'term').length > MAX_TERMS)
    throw new SearchSyntaxError(`More than ${MAX_TERMS} terms`)

  let next = 0
  let depth = 0
  const peek = (): Token['kind'] | undefined => tokens[next]?.kind

  const joined = (kind: 'and' | 'or', [first, ...more]: [SearchExpression, ...SearchExpression[]]): SearchExpression =>
    more.length ? { kind, of: [first, ...more] } : first

  const parseOr = (): SearchExpression => {
    const of: [SearchExpression, ...SearchExpression[]] = [parseAnd()]
    while (peek() === 'OR') {
      next++
      of.push(parseAnd())
    }
    return joined('or', of)
  }

  const parseAnd = (): SearchExpression => {
    const of: [SearchExpression, ...SearchExpression[]] = [parseNot()]
    while (peek() !== undefined && peek() !== 'OR' && peek() !== ')') {
      if (peek() === 'AND') next++
      of.push(parseNot())
    }
    return joined('and', of)
  }

  const parseNot = (): SearchExpression => {
    if (peek() !== 'NOT') return parseTerm()
    next++
    if (++depth > MAX_DEPTH) throw new SearchSyntaxError('Nested too deeply')
    const of = parseNot()
    depth--
    return { kind: 'not', of }
  }

  const parseTerm = (): SearchExpression => {
    const token = tokens[next++]
    if (token?.kind === 'term') return token
    if (token?.kind !== '(')
      throw new SearchSyntaxError(`Expected a word or phrase but found ${token?.kind ?? 'the end'}`)
    if (++depth > MAX_DEPTH) throw new SearchSyntaxError('Nested too deeply')
    const inner = parseOr()
    depth--
    if (tokens[next++]?.kind !== ')') throw new SearchSyntaxError('A parenthesis is not closed')
    return inner
  }

  const expression = parseOr()
  if (next < tokens.length) throw new SearchSyntaxError('A parenthesis is closed that was not opened')
  return expression
}
