import { Refusal } from './error-answer.ts'
import { expressionDepth, jsonDepth, lambdaDepth } from './depth.ts'
import type { Limits } from './limits.ts'

/** Names that mean something to JavaScript and nothing to the model. */
const RESERVED_SEGMENT = /^[^?]*?(?:^|\/)(?:__proto__|constructor|prototype)(?=$|[(?/])/
// eslint-disable-next-line no-control-regex -- refuses what no text has; tabs and line breaks are text
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/**
 * Refuses a URL that is too long for any resource here, or that holds what no client needs. It looks at characters
 * only, so it holds for every path, whoever serves it.
 *
 * @param url path and query, still percent-encoded.
 * @returns the URL decoded.
 * @throws Refusal 400, or 414 for its length.
 */
export const checkUrl = (url: string, maxLength: number): string => {
  if (url.length > maxLength) throw new Refusal(414, 'URL_TOO_LONG', `A URL has at most ${maxLength} characters.`)
  const text = url.includes('%') ? decode(url) : url
  if (CONTROL.test(text)) throw new Refusal(400, 'INVALID_CHARACTERS', 'A URL has no control characters.')
  if (RESERVED_SEGMENT.test(text)) throw new Refusal(404, 'NOT_FOUND', 'There is nothing at this address.')
  return text
}

const decode = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    throw new Refusal(400, 'INVALID_URL', 'The URL has a percent sign that is not part of a percent-encoded character.')
  }
}

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

/** Every bracket counts: those of JSON in functions and parameters nest as well. */
const nesting = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (const char of text) {
    if ('([{'.includes(char)) deepest = Math.max(deepest, ++depth)
    else if (')]}'.includes(char)) depth--
  }
  return deepest
}
