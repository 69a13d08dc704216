/**
 * OData common expressions as a tree. CAP's own parser knows neither arithmetic nor counts in every place; this one
 * reads the whole operator grammar, so that the parts CAP lacks can be put in a form that it does accept.
 */

export type Expression =
  /** A literal, a path of properties, or a parameter alias, as written; `outer` is a path from `$it` inside of a lambda. */
  | { readonly kind: 'literal' | 'path' | 'alias' | 'outer'; readonly text: string }
  /** `nav/$count` and `nav/$count($filter=of)`, where text is the path without `/$count`. */
  | { readonly kind: 'count'; readonly text: string; readonly of?: Expression }
  /** A function of OData, or one of our own that no client can name. */
  | { readonly kind: 'call' | 'own'; readonly name: string; readonly args: readonly Expression[] }
  /** `nav/any(x:…)` and `nav/all(x:…)`; without a condition for `any()`. */
  | {
      readonly kind: 'lambda'
      readonly path: string
      readonly name: string
      readonly variable?: string
      readonly of?: Expression
    }
  | { readonly kind: 'list'; readonly of: readonly Expression[] }
  | { readonly kind: 'group'; readonly of: Expression }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }

/** The text is no expression of the grammar; the message says where. */
export class ExpressionSyntaxError extends Error {}

/** Such a tree would be more than the parsers, planners and stacks behind this one should be given. */
export class ExpressionTooDeep extends ExpressionSyntaxError {}

/** Binding power of the binary operators, loosest first. @see OData 4.01 URL Conventions, Operator Precedence */
const POWERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ or: 1, and: 2, eq: 3, ne: 3, gt: 4, ge: 4, lt: 4, le: 4 },
    ...{ add: 5, sub: 5, mul: 6, div: 6, divby: 6, mod: 6, has: 8, in: 8 },
  }),
)
const UNARY_POWER = 7
const MAX_DEPTH = 60

// Literals are read before names, since GUIDs, dates and prefixed literals may begin like names.
const LEXEMES = {
  literal:
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?|\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|(?:[a-z]+)?'(?:[^']|'')*'/iy,
  name: /[a-z_$\u0080-\uffff][\w.\u0080-\uffff]*/iy,
  alias: /@[a-z_]\w*/iy,
  mark: /[()/,:=-]/y,
} as const

type Lexeme = { readonly kind: keyof typeof LEXEMES | 'end'; readonly text: string; readonly at: number }

function tokenize(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let at = 0
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  for (;;) {
    at += read(/\s*/y)?.length ?? 0
    if (at >= text.length) return [...lexemes, { kind: 'end', text: 'the end', at }]
    const kind = (Object.keys(LEXEMES) as (keyof typeof LEXEMES)[]).find((each) => read(LEXEMES[each]) !== undefined)
    const found = kind && read(LEXEMES[kind])
    if (!kind || !found) throw new ExpressionSyntaxError(`Unexpected ${text.charAt(at)} at position ${at}`)
    lexemes.push({ kind, text: found, at })
    at += found.length
  }
}

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'INF', 'NaN'])

/**
 * Parses a `$filter` expression, or one expression of `$orderby`.
 *
 * @throws ExpressionSyntaxError, and of these ExpressionTooDeep for more than 60 brackets, right operands and the like inside each other
 */
export function parseExpression(text: string): Expression {
  const lexemes = tokenize(text)
  let next = 0
  let depth = 0
  const peek = (): Lexeme => lexemes[next] ?? { kind: 'end', text: 'the end', at: text.length }
  const fail = (): never => {
    throw new ExpressionSyntaxError(`Unexpected ${peek().text} at position ${peek().at}`)
  }
  const take = (mark: string): boolean => peek().kind === 'mark' && peek().text === mark && !!++next
  const expect = (mark: string): void => {
    if (!take(mark)) fail()
  }
  const name = (): string => {
    const { kind, text: found } = peek()
    if (kind !== 'name') return fail()
    next++
    return found
  }

  const nested = <T>(read: () => T): T => {
    if (++depth > MAX_DEPTH) throw new ExpressionTooDeep('Nested too deeply')
    const result = read()
    depth--
    return result
  }

  const parseBinary = (power: number): Expression => {
    let left = parseUnary()
    for (;;) {
      const operator = peek().kind === 'name' ? peek().text.toLowerCase() : ''
      const own = POWERS.get(operator) ?? 0
      if (own <= power) return left
      next++
      left = { kind: 'binary', operator, left, right: nested(() => parseBinary(own)) }
    }
  }

  const parseUnary = (): Expression => {
    if (peek().kind === 'name' && peek().text.toLowerCase() === 'not') {
      next++
      return { kind: 'unary', operator: 'not', of: nested(() => parseBinary(UNARY_POWER)) }
    }
    if (take('-')) return { kind: 'unary', operator: '-', of: nested(() => parseBinary(UNARY_POWER)) }
    return parsePrimary()
  }

  const parseList = (): Expression[] => {
    if (take(')')) return []
    const of = [nested(() => parseBinary(0))]
    while (take(',')) of.push(nested(() => parseBinary(0)))
    expect(')')
    return of
  }

  const parsePrimary = (): Expression => {
    const { kind, text } = peek()
    if (kind === 'literal' || kind === 'alias') {
      next++
      return { kind, text }
    }
    if (take('(')) {
      const of = parseList()
      const [only, ...more] = of
      return only && !more.length ? { kind: 'group', of: only } : { kind: 'list', of }
    }
    if (kind === 'name' && WORDS.has(text)) {
      next++
      return { kind: 'literal', text }
    }
    return parsePath()
  }

  const parsePath = (): Expression => {
    const segments: string[] = []
    for (;;) {
      const segment = name()
      if (segment === '$count') return parseCount(segments.join('/'))
      if (take('(')) {
        if (!segments.length) return { kind: 'call', name: segment, args: parseList() }
        if (segment === 'any' || segment === 'all') return parseLambda(segments.join('/'), segment)
        fail()
      }
      segments.push(segment)
      if (!take('/')) return { kind: 'path', text: segments.join('/') }
    }
  }

  const parseCount = (text: string): Expression => {
    if (!take('(')) return { kind: 'count', text }
    if (!/^\$?filter$/.test(name())) throw new ExpressionSyntaxError('The only option of a count is $filter')
    expect('=')
    const of = nested(() => parseBinary(0))
    expect(')')
    return { kind: 'count', text, of }
  }

  const parseLambda = (path: string, kind: string): Expression => {
    if (take(')')) return { kind: 'lambda', path, name: kind }
    const variable = name()
    expect(':')
    const of = nested(() => parseBinary(0))
    expect(')')
    return { kind: 'lambda', path, name: kind, variable, of }
  }

  const expression = parseBinary(0)
  return peek().kind === 'end' ? expression : fail()
}
