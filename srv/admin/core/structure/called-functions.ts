import { isSymbol, isWord, readSqlTokens, type SqlToken } from '../sql-tokens.ts'

/** Words of SQL that may stand in front of a parenthesis. */
const KEYWORDS = new Set(
  [
    'ALL AND AS BETWEEN BY CASE CAST CHECK COLLATE CONFLICT DISTINCT ELSE ESCAPE EXCEPT EXISTS FILTER FROM GLOB',
    'GROUPS HAVING IN INDEXED INTERSECT IS ISNULL JOIN KEY LIKE LIMIT MATCH MATERIALIZED NOT NOTNULL OFFSET ON OR',
    'OVER RAISE RANGE REGEXP RETURNING ROWS SELECT SET THEN UNION UNIQUE USING VALUES WHEN WHERE WINDOW WITH',
  ].flatMap((words) => words.split(' ')),
)
/** Words behind which a name with a parenthesis is a table with its columns, or a type. */
const NAMING = ['INTO', 'TABLE', 'VIEW', 'REFERENCES', 'AS', 'WITH', 'RECURSIVE']

/**
 * The functions that a stored statement calls, as it spells them first: of a table those of its conditions and computed columns.
 * Types and common table expressions with parentheses are not among them.
 */
export const calledFunctions = (sql: string): string[] => {
  const tokens = readSqlTokens(sql)
  // Of a table, what stands in the outermost parentheses are types, and tables that are referred to.
  const outer = isWord(tokens[1], 'TABLE') ? 1 : -1
  const isIndex = isWord(tokens[1], 'INDEX', 'UNIQUE')
  const called = new Map<string, string>()
  const open: number[] = []
  tokens.forEach((token, index) => {
    if (isSymbol(token, '(')) open.push(index)
    if (!isSymbol(token, ')')) return
    const start = open.pop() ?? 0
    const [before, name] = [tokens[start - 2], tokens[start - 1]]
    if (isIndex && open.length === 0 && isWord(before, 'ON')) return
    if (open.length > outer && isCallable(name, before) && !isQuery(tokens.slice(index + 1, index + 3)))
      called.set(name.value.toLowerCase(), called.get(name.value.toLowerCase()) ?? name.value)
  })
  return [...called.values()]
}

const isCallable = (name: SqlToken | undefined, before: SqlToken | undefined): name is SqlToken => {
  if (name?.type !== 'quoted' && name?.type !== 'word') return false
  if (name.type === 'word' && (KEYWORDS.has(name.value.toUpperCase()) || /^\d/.test(name.value))) return false
  return !isSymbol(before, '.') && !isWord(before, ...NAMING)
}

/** Behind the columns of a common table expression: `AS (`, `AS MATERIALIZED (`, `AS NOT MATERIALIZED (`. */
const isQuery = ([first, second]: readonly SqlToken[]): boolean =>
  isWord(first, 'AS') && (isSymbol(second, '(') || isWord(second, 'MATERIALIZED', 'NOT'))
