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
