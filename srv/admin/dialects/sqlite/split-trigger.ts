/** Words and what stands in quotes, brackets or comments, as https://www.sqlite.org/lang_comment.html and kin say. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]?|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}\p{N}_$]+|;/gu

/**
 * Triggers that together do what a trigger does, each with one of its statements; the trigger alone where it cannot be
 * taken apart.
 *
 * @param sql as `sqlite_schema` has it.
 */
export const splitTrigger = (sql: string): string[] => {
  const tokens = [...sql.matchAll(TOKEN)]
  const begin = tokens.findIndex(([text]) => /^begin$/i.test(text))
  const end = tokens.findLastIndex(([text]) => /^end$/i.test(text))
  const start = tokens[begin]
  const last = tokens[end]
  if (!start || !last || end < begin) return [sql]
  const bodyStart = start.index + start[0].length
  const stops = tokens.slice(begin, end).flatMap(({ 0: text, index }) => (text === ';' ? [index + 1] : []))
  const head = sql.slice(0, bodyStart)
  return stops.map((stop, index) => `${head} ${sql.slice(stops[index - 1] ?? bodyStart, stop).trim()} END`)
}
