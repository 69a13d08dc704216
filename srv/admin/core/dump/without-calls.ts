import { isSymbol, isWord, readSqlTokens, type SqlToken } from '../sql-tokens.ts'

/** A statement without what calls some functions. */
export interface Reduced {
  readonly sql: string
  /** What it made by them: names of columns and of conditions. */
  readonly lost: readonly { readonly type: 'default' | 'check'; readonly name: string }[]
}

/**
 * A statement that makes a table, without those of its defaults and conditions that call functions; null where these are needed
 * for something else, such as a computed column.
 *
 * @param sql as PostgreSQL's catalog is written: what a column may be follows its default.
 */
export const withoutCalls = (sql: string, functions: ReadonlySet<string>): Reduced | null => {
  const tokens = readSqlTokens(sql, 'arrays')
  const open = tokens.findIndex((token) => isSymbol(token, '('))
  const items = itemsOf(tokens, open)
  const [first, last] = [tokens[open], tokens[items.close]]
  if (!isWord(tokens[0], 'CREATE') || !first || !last) return null
  const isCalled = (item: readonly SqlToken[]): boolean =>
    item.some((token, at) => token.type !== 'symbol' && functions.has(token.value) && isSymbol(item[at + 1], '('))
  const lost: { type: 'default' | 'check'; name: string }[] = []
  const kept: string[] = []
  for (const item of items.list) {
    const [start, end] = [item[0]?.start ?? 0, item.at(-1)?.end ?? 0]
    if (!isCalled(item)) kept.push(sql.slice(start, end))
    else if (isWord(item[0], 'CONSTRAINT')) lost.push({ type: 'check', name: item[1]?.value ?? '' })
    else {
      const rest = defaultOf(item)
      if (!rest || isCalled([...rest.before, ...rest.behind])) return null
      const behind = rest.behind[0]
      const text = sql.slice(start, rest.before.at(-1)?.end ?? start)
      kept.push(behind ? `${text} ${sql.slice(behind.start, end)}` : text)
      lost.push({ type: 'default', name: item[0]?.value ?? '' })
    }
  }
  return { sql: `${sql.slice(0, first.end)}\n  ${kept.join(',\n  ')}\n${sql.slice(last.start)}`, lost }
}

/** What stands between the commas of the first bracket. */
const itemsOf = (tokens: readonly SqlToken[], open: number): { list: SqlToken[][]; close: number } => {
  const list: SqlToken[][] = [[]]
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    if (isSymbol(token, ')') || isSymbol(token, ']')) depth--
    if (depth === 0 && at > open) return { list: list.filter((item) => item.length > 0), close: at }
    if (depth === 1 && isSymbol(token, ',')) list.push([])
    else if (depth > 0) list.at(-1)?.push(token)
    if (isSymbol(token, '(') || isSymbol(token, '[')) depth++
  }
  return { list: [], close: -1 }
}

/** What stands before and behind the default of a column. */
const defaultOf = (item: readonly SqlToken[]): { before: SqlToken[]; behind: SqlToken[] } | undefined => {
  const at = item.findIndex((token, index) => index > 0 && isWord(token, 'DEFAULT'))
  if (at < 0) return undefined
  let depth = 0
  const end = item.findIndex((token, index) => {
    if (isSymbol(token, '(') || isSymbol(token, '[')) depth++
    if (isSymbol(token, ')') || isSymbol(token, ']')) depth--
    const isNotNull = isWord(token, 'NOT') && isWord(item[index + 1], 'NULL')
    return index > at && depth === 0 && (isWord(token, 'CONSTRAINT') || isNotNull)
  })
  return { before: item.slice(0, at), behind: end < 0 ? [] : item.slice(end) }
}
