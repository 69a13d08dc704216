/** What is known of the rows that a statement of CAP returns. */
export interface RootLimit {
  /** Whether each row of the first table becomes one of the result, as long as there are not enough. */
  readonly takesAll: boolean
  /** How many values at the end are for `LIMIT` and `OFFSET`: none, one or both. */
  readonly values: 0 | 1 | 2
}

const TEXTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g
const LEAVES_OUT =
  /\b(?:where|group|having|distinct|union|except|intersect|over|inner|cross)\b|(?<!\bleft )\bjoin\b|\bfrom\s*\(/i
const CALLS = /[\w$]\s*\(\)/
const LIMIT = /\bLIMIT \+\?( OFFSET \?)?\)?$/

/** Reads the end and the outermost query of a statement. */
export const rootLimitOf = (sql: string): RootLimit => {
  const limit = LIMIT.exec(sql)
  if (!limit) return { takesAll: false, values: 0 }
  const query = rowsQuery(sql.replace(TEXTS, '_'))
  const takesAll = query !== undefined && !LEAVES_OUT.test(query) && !CALLS.test(query)
  return { takesAll, values: limit[1] === undefined ? 1 : 2 }
}

/** The query for rows, which CAP wraps in one that makes JSON of them, with `()` for all that is in parentheses. */
const rowsQuery = (sql: string): string | undefined => {
  if (!sql.endsWith(')')) return undefined
  let depth = 0
  let start = sql.length
  do {
    start--
    if (sql[start] === ')') depth++
    else if (sql[start] === '(') depth--
  } while (depth > 0 && start > 0)
  return sql.slice(0, start).endsWith(' FROM ') ? withoutInner(sql.slice(start + 1, -1)) : undefined
}

const withoutInner = (query: string): string => {
  let depth = 0
  let text = ''
  for (const char of query) {
    if (char === ')') depth--
    if (depth === 0) text += char
    if (char === '(') depth++
  }
  return text
}
