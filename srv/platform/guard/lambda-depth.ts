const MARK = /(?<lambda>\/\s*(?:any|all|\$count)\s*)?\(|\)/gi

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
  for (const [mark, lambda] of text.matchAll(MARK)) {
    if (mark !== ')') {
      open.push(lambda !== undefined)
      if (lambda !== undefined) deepest = Math.max(deepest, ++depth)
    } else if (open.pop()) depth--
  }
  return deepest
}
