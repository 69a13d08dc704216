import { Refusal } from './error-answer.ts'
import type { Limits } from './limits.ts'

const ALIAS = /@[a-z_]\w*/gi
const DEFINITION = /^(@[a-z_]\w*)=(.*)$/is

/**
 * What the parameter aliases of a URL add to it when their values are put in their places.
 *
 * @param options query options, decoded
 */
export const aliasGrowth = (options: readonly string[]) => {
  const uses = new Map<string, number>()
  for (const option of options)
    for (const [alias] of option.replace(DEFINITION, '$2').matchAll(ALIAS)) uses.set(alias, (uses.get(alias) ?? 0) + 1)
  let [characters, commas] = [0, 0]
  for (const option of options) {
    const [, alias = '', value = ''] = DEFINITION.exec(option) ?? []
    const times = uses.get(alias) ?? 0
    characters += times * value.length
    commas += times * (value.split(',').length - 1)
  }
  return { characters, commas }
}

/** Text between quotes: `'it''s'` in expressions, `"a phrase"` in `$search`. Whichever opens first, as OData reads it. */
const QUOTED = /'(?:[^']|'')*'|"[^"]*"/g
// Most URLs have nothing of these, and are looked through in no time.
const ENCODED_OR_QUOTED = /[%+'"]/
const BRACKET = /[([{]/
const JSON_BRACKET = /[[{]/
const TRANSFORMED_OR_SEARCHED = /\$(?:apply|search)/i
const APPLY = /\$apply\s*=\s*([^&]*)/gi
const APPLY_STEP =
  /\b(?:aggregate|groupby|filter|compute|concat|search|identity|expand|orderby|skip|(?:top|bottom)\w*)\b/gi
const SEARCH = /\$search\s*=\s*([^&;]*)/gi

const TOO_DEEP = 'EXPRESSION_TOO_DEEP'

/**
 * Refuses an OData URL whose path and query options are more than a parser or a database should be given.
 * It counts characters and words, once, before anything parses them.
 *
 * @param url path and query of one request, still percent-encoded, but known to decode.
 * @throws Refusal 400.
 */
export const checkQuery = (url: string, limits: Limits): void => {
  // Option by option, so that a quote that is left open in one hides nothing in the next.
  const isPlain = !ENCODED_OR_QUOTED.test(url)
  const options = isPlain ? split(url) : split(url.replaceAll('+', ' ')).map((option) => decodeURIComponent(option))
  checkOptions(options, limits, isPlain ? url : undefined)
}

/**
 * The same for options that were taken apart: an apostrophe within a search hides nothing of other options then.
 *
 * @param options `$name=value`, decoded
 * @param bare them without what stands in quotes, where known
 * @throws Refusal 400.
 */
export const checkOptions = (
  options: readonly string[],
  limits: Limits,
  bare = options.map((option) => option.replace(QUOTED, "''")).join('&'),
): void => {
  if (longestNumber(bare) > limits.numberDigits)
    throw new Refusal(400, 'INVALID_VALUE', `A number has at most ${limits.numberDigits} digits.`)
  atMost(count(bare, /\b(?:and|or)\b/gi), limits.filterTerms, 'TOO_MANY_CONDITIONS', 'Conditions joined')
  atMost(count(bare, /,/g), limits.listItems, 'LIST_TOO_LONG', 'Commas')
  if (BRACKET.test(bare)) checkBrackets(bare, limits)
  if (JSON_BRACKET.test(bare))
    atMost(Math.max(...options.map(jsonDepth)), limits.jsonDepth, TOO_DEEP, 'Brackets of JSON')
  atMost(expressionDepth(bare), limits.expressionDepth, TOO_DEEP, 'Operators, functions and paths inside each other')
  if (bare.includes('@')) checkAliases(options, limits)
  if (TRANSFORMED_OR_SEARCHED.test(bare)) checkSteps(bare, limits)
}

/** The path and the query options. */
const split = (url: string): string[] => url.replace('?', '&').split('&')

const checkAliases = (options: readonly string[], limits: Limits): void => {
  const { characters, commas } = aliasGrowth(options)
  atMost(characters, limits.urlLength, 'EXPRESSION_TOO_LONG', 'Characters that parameter aliases stand for')
  atMost(commas, limits.listItems, 'LIST_TOO_LONG', 'Commas that parameter aliases stand for')
}

const checkBrackets = (bare: string, limits: Limits): void => {
  atMost(nesting(bare), limits.parenthesesDepth, TOO_DEEP, 'Parentheses inside each other')
  atMost(count(bare, /\/\s*(?:any|all)\s*\(/gi), limits.lambdas, 'TOO_MANY_CONDITIONS', 'Uses of any() and all()')
  atMost(lambdaDepth(bare), limits.lambdaDepth, TOO_DEEP, 'Uses of any() and all() inside each other')
}

const checkSteps = (bare: string, limits: Limits): void => {
  const applied = [...bare.matchAll(APPLY)].map(([, steps = '']) => steps).join('/')
  atMost(count(applied, APPLY_STEP), limits.applySteps, 'TOO_MANY_STEPS', 'Transformations of $apply')
  const searched = [...bare.matchAll(SEARCH)].map(([, words = '']) => words).join(' ')
  atMost(count(searched, /[^\s()]+/g), limits.searchTerms, 'SEARCH_TOO_LONG', 'Words of $search')
}

const atMost = (found: number, limit: number, code: string, what: string): void => {
  if (found > limit) throw new Refusal(400, code, `${what} are at most ${limit}.`)
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const longestNumber = (text: string): number =>
  (text.match(/\d+/g) ?? []).reduce((longest, digits) => Math.max(longest, digits.length), 0)

/** Every bracket counts, if nothing else is said: those of JSON in functions and parameters nest as well. */
const nesting = (text: string, open = '([{', close = ')]}'): number => {
  let depth = 0
  let deepest = 0
  for (const char of text) {
    if (open.includes(char)) deepest = Math.max(deepest, ++depth)
    else if (close.includes(char)) depth--
  }
  return deepest
}

/** What makes an expression deeper, each by one: an operator, a step of a path, a bracket; and what separates expressions. */
const MARK =
  /(?<open>[([{])|(?<close>[)\]}])|(?<part>[,;&?]|\b(?:and|or)\b)|\/|\B-|\b(?:eq|ne|gt|ge|lt|le|in|has|not|add|sub|mul|div|divby|mod)\b/gi

/**
 * How deep the deepest expression of a text is as a tree: `a add b add c` is two deep, as is `f(g(a))`. Operators are
 * taken as if all of them bound alike, so that it may be said to be deeper than it is, never less deep. What `and` and
 * `or` join stands side by side.
 *
 * @param text query options, decoded, without what stands in quotes
 */
export const expressionDepth = (text: string): number => {
  /** For each bracket that is open: how deep was what came before it. */
  const around: { readonly depth: number; readonly deepest: number }[] = []
  let depth = 0
  let deepest = 0
  const close = (): void => {
    const outside = around.pop()
    if (!outside) return
    depth = Math.max(outside.depth, Math.max(depth, deepest) + 1)
    deepest = outside.deepest
  }
  for (const { groups: { open, close: closes, part } = {} } of text.matchAll(MARK)) {
    if (open !== undefined) {
      around.push({ depth, deepest })
      depth = deepest = 0
    } else if (closes !== undefined) close()
    else if (part !== undefined) {
      deepest = Math.max(deepest, depth)
      depth = 0
    } else depth++
  }
  while (around.length > 0) close()
  return Math.max(depth, deepest)
}

const LAMBDA_MARK = /(?<lambda>\/\s*(?:any|all|\$count)\s*)?\(|\)/gi

/** How deep `any`, `all` and the filters of counts nest. @param text as in {@link expressionDepth} */
export const lambdaDepth = (text: string): number => {
  /** For each parenthesis that is open: whether it is that of a lambda. */
  const open: boolean[] = []
  let depth = 0
  let deepest = 0
  for (const [mark, lambda] of text.matchAll(LAMBDA_MARK)) {
    if (mark !== ')') {
      open.push(lambda !== undefined)
      if (lambda !== undefined) deepest = Math.max(deepest, ++depth)
    } else if (open.pop()) depth--
  }
  return deepest
}

const TEXT = /'(?:[^']|'')*'/y

/**
 * How deep JSON nests in a query option, brackets in its texts counted as well: CAP's parser looks for JSON there, too,
 * and takes twice as long for each that it does not find the end of.
 *
 * @param option one query option, decoded
 */
export const jsonDepth = (option: string): number =>
  option.startsWith('$search=') ? 0 : nesting(option.slice(start(option)), '[{', ']}')

/** Within other options, since an apostrophe in it opens no literal. */
const WITHIN_SEARCH = /\bsearch\b/i

/** Where JSON begins at the earliest: the first of its brackets that is not within a literal. */
const start = (option: string): number => {
  if (WITHIN_SEARCH.test(option)) return 0
  for (let at = 0; at < option.length; at++) {
    const char = option.charAt(at)
    if (char === '[' || char === '{') return at
    TEXT.lastIndex = at
    if (char === "'" && TEXT.test(option)) at = TEXT.lastIndex - 1
  }
  return option.length
}
