import type { QueryOption } from '../url/query-string.ts'

/** One item of `$expand`: a navigation property (or `*`), its options in parentheses, and what follows them. */
export interface ExpandItem {
  readonly path: string
  readonly options?: readonly QueryOption[]
}

/** The text is no list of expand items; CAP's parser gives the error. */
export class ExpandSyntaxError extends Error {}

const LITERAL = /'(?:[^']|'')*'/y
const PHRASE = /"(?:[^"\\]|\\.)*"/y

/** Reads up to one of the stop characters outside of literals and parentheses, starting at `from`. */
export function readUntil(text: string, from: number, stops: string, quote: RegExp = LITERAL): number {
  let depth = 0
  let at = from
  // A phrase that is never closed is looked for once, and not at each of the quotes behind it that are escaped.
  let isPhraseOpen = false
  while (at < text.length) {
    const char = text.charAt(at)
    if (depth === 0 && stops.includes(char)) return at
    quote.lastIndex = at
    if (!isPhraseOpen && quote.test(text)) {
      at = quote.lastIndex
      continue
    }
    if (char === '"' && quote === PHRASE) isPhraseOpen = true
    if (char === '(') depth++
    if (char === ')') depth--
    at++
  }
  return at
}

/**
 * Parses the value of `$expand` into its items, nested options not further.
 *
 * @throws ExpandSyntaxError when parentheses do not match
 */
export function parseExpand(text: string): ExpandItem[] {
  const items: ExpandItem[] = []
  let at = 0
  const readOptions = (): QueryOption[] => {
    const options: QueryOption[] = []
    while (text[at] !== ')') {
      if (at >= text.length) throw new ExpandSyntaxError('A parenthesis is not closed')
      const equals = readUntil(text, at, '=;)', LITERAL)
      const name = text.slice(at, equals).trim()
      if (text[equals] !== '=') throw new ExpandSyntaxError(`Option ${name} has no value`)
      const end = readUntil(text, equals + 1, ';)', name === '$search' ? PHRASE : LITERAL)
      options.push({ name, value: text.slice(equals + 1, end) })
      at = text[end] === ';' ? end + 1 : end
    }
    at++
    return options
  }

  for (;;) {
    const end = readUntil(text, at, ',(', LITERAL)
    const path = text.slice(at, end).trim()
    at = end
    if (text[at] !== '(') items.push({ path })
    else {
      at++
      items.push({ path, options: readOptions() })
    }
    const rest = /\s*(,|$)/y
    rest.lastIndex = at
    const separator = rest.exec(text)?.[1]
    if (separator === undefined) throw new ExpandSyntaxError(`Unexpected text at position ${at}`)
    if (separator === '') return items
    at = rest.lastIndex
  }
}

/** Prints expand items as text that parseExpand reads as the same items. */
export const printExpand = (items: readonly ExpandItem[]): string =>
  items
    .map(({ path, options }) =>
      options ? `${path}(${options.map(({ name, value }) => `${name}=${value}`).join(';')})` : path,
    )
    .join(',')
