/**
 * Turns a name pattern into a LIKE pattern with `\` as escape: `*` and `%` stand for any run, `?` for one character,
 * and everything else, `_` included, for itself.
 */
export const likePattern = (pattern: string): string =>
  pattern.replace(/[*%?_\\]/g, (char) => ({ '*': '%', '%': '%', '?': '_' })[char] ?? `\\${char}`)
