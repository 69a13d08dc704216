/** What makes an expression deeper, each by one: an operator, a step of a path, a bracket; and what parts expressions. */
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

/**
 * How deep `any`, `all` and the filters of counts nest.
 *
 * @param text query options, decoded, without what stands in quotes
 */
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
export const jsonDepth = (option: string): number => {
  if (option.startsWith('$search=')) return 0
  let depth = 0
  let deepest = 0
  for (let at = start(option); at < option.length; at++) {
    const char = option.charAt(at)
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === '}') depth--
  }
  return deepest
}

/** Within other options, since an apostrophe in it opens no literal. */
const SEARCH = /\bsearch\b/i

/** Where JSON begins at the earliest: the first of its brackets that is not within a literal. */
const start = (option: string): number => {
  if (SEARCH.test(option)) return 0
  for (let at = 0; at < option.length; at++) {
    const char = option.charAt(at)
    if (char === '[' || char === '{') return at
    TEXT.lastIndex = at
    if (char === "'" && TEXT.test(option)) at = TEXT.lastIndex - 1
  }
  return option.length
}
