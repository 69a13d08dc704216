import type { Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

/** Names that mean something to JavaScript and nothing to the model. */
const RESERVED_NAME = /(?<![\w'-])(?:__proto__|constructor|prototype)(?![\w'])/
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/
const QUOTED = /'(?:[^']|'')*'/g
/** Searched words are text, whatever they say. */
const SEARCH = /\$search=[^&;)]*/g

/**
 * Refuses a URL that asks for more than `limits` allow, or that holds what no client needs.
 * Works on characters only: it reads the URL once, in linear time, and understands no OData.
 *
 * @param url path and query, still percent-encoded.
 * @throws Refusal 400, or 414 for its length.
 */
export const checkUrl = (url: string, limits: Limits, maxLength: number = limits.urlLength): void => {
  if (url.length > maxLength)
    throw new Refusal(414, 'URL_TOO_LONG', `A URL has at most ${String(maxLength)} characters`)
  const text = decode(url)
  if (CONTROL.test(text) || !text.isWellFormed())
    throw new Refusal(400, 'INVALID_CHARACTERS', 'Control characters are not allowed in a URL')
  const bare = text.replace(QUOTED, "''")
  if (RESERVED_NAME.test(bare.replace(SEARCH, '')))
    throw new Refusal(400, 'INVALID_NAME', 'The URL holds a reserved name')
  if (/\bmatchespattern\b/i.test(bare))
    throw new Refusal(400, 'FUNCTION_NOT_OFFERED', 'The function matchesPattern is not offered')
  atMost(nesting(bare), limits.parenthesesDepth, 'EXPRESSION_TOO_DEEP', 'Parentheses nest at most')
  atMost(count(bare, /\b(?:and|or)\b/gi), limits.filterTerms, 'TOO_MANY_CONDITIONS', 'Conditions joined are at most')
  atMost(count(bare, /\/(?:any|all)\s*\(/gi), limits.lambdas, 'TOO_MANY_CONDITIONS', 'any() and all() are at most')
  if (longestNumber(bare) > limits.numberDigits)
    throw new Refusal(400, 'NUMBER_OUT_OF_RANGE', `A number has at most ${String(limits.numberDigits)} digits`)
  const expand = expansion(bare)
  atMost(expand.depth, limits.expandDepth, 'EXPAND_TOO_DEEP', '$expand nests at most')
  atMost(expand.items, limits.expandItems, 'EXPAND_TOO_WIDE', 'Expanded navigation properties are at most')
  const search = /\$search=([^&]*)/.exec(bare)?.[1] ?? ''
  atMost(count(search, /[^\s()]+/g), limits.searchTerms, 'SEARCH_TOO_LONG', 'Words of $search are at most')
}

const decode = (url: string): string => {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '))
  } catch {
    throw new Refusal(400, 'INVALID_URL', 'The URL holds a malformed percent-encoding')
  }
}

const atMost = (found: number, limit: number, code: string, what: string): void => {
  if (found > limit) throw new Refusal(400, code, `${what} ${String(limit)}`)
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const longestNumber = (text: string): number =>
  (text.match(/(?<![\w-])\d{20,}/g) ?? []).reduce((longest, digits) => Math.max(longest, digits.length), 0)

const nesting = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (const char of text) {
    if (char === '(') deepest = Math.max(deepest, ++depth)
    else if (char === ')') depth--
  }
  return deepest
}

/** Depth and number of expanded items: an item ends at a comma, semicolon or bracket of its own level. */
const expansion = (text: string): { depth: number; items: number } => {
  const open: number[] = []
  let level = 0
  let deepest = 0
  let items = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(') level++
    else if (char === ')') level--
    while (open.length > 0 && ((open.at(-1) ?? 0) > level || (open.at(-1) === level && (char === ';' || char === '&'))))
      open.pop()
    if (char === ',' && open.at(-1) === level) items++
    if (char === '$' && /^\$expand\s*=/i.test(text.slice(at, at + 16))) {
      open.push(level)
      items++
      deepest = Math.max(deepest, open.length)
    }
  }
  return { depth: deepest, items }
}
