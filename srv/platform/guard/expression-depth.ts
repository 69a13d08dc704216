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
