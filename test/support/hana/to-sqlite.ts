import {
  applyEdits,
  type Edit,
  isSymbol,
  isWord,
  readSqlTokens,
  type SqlToken,
} from '../../../srv/admin/core/sql-tokens.ts'

/** What HANA has as words, and SQLite as functions of the double. */
const VALUES = ['CURRENT_SCHEMA', 'CURRENT_USER', 'CURRENT_CONNECTION', 'CURRENT_UTCTIMESTAMP', 'CURRENT_UTCDATE']

/** HANA has two more characters in a division, and no numbers after its parameters. */
export const toSqlite = (sql: string): string => {
  const tokens = readSqlTokens(sql)
  return applyEdits(sql, [
    ...tokens.flatMap((token, index) => edit(token, tokens, index)),
    ...regularExpressions(tokens),
  ])
}

const edit = (token: SqlToken, tokens: readonly SqlToken[], index: number): Edit[] => {
  const replace = (text: string): Edit[] => [{ start: token.start, end: token.end, text }]
  if (token.type === 'quoted') return replace(stored(token.value))
  if (isWord(token, ...VALUES) && !isSymbol(tokens[index - 1], '.')) return replace(`${token.value}_()`)
  return isSymbol(token, '/') ? replace(' * 1.0 /') : []
}

/** `REPLACE_REGEXPR(pattern IN text WITH other OCCURRENCE ALL)` as a function with three arguments. */
const regularExpressions = (tokens: readonly SqlToken[]): Edit[] =>
  tokens.flatMap((token, start) => {
    if (!isWord(token, 'REPLACE_REGEXPR')) return []
    const edits: Edit[] = []
    let depth = 0
    for (const each of tokens.slice(start + 1)) {
      if (isSymbol(each, '(')) depth++
      if (isSymbol(each, ')') && --depth === 0) break
      if (depth > 1) continue
      if (isWord(each, 'IN', 'WITH')) edits.push({ start: each.start, end: each.end, text: ',' })
      if (isWord(each, 'OCCURRENCE', 'ALL')) edits.push({ start: each.start, end: each.end, text: '' })
    }
    return edits
  })

const MARK = '~'

/**
 * SQLite takes names for the same that differ in letter case only, HANA does not: a name with small letters says which
 * they are. A name without quotes has none, as HANA folds it.
 */
export const toStored = (name: string): string => {
  if (name === name.toUpperCase()) return name
  const bits = Array.from(name, (char) => (char === char.toUpperCase() ? '0' : '1')).join('')
  return `${name}${MARK}${BigInt(`0b1${bits}`).toString(36)}`
}

/** The name as HANA tells it. */
export const fromStored = (name: string): string => {
  const end = name.indexOf(MARK)
  return end < 0 ? name.toUpperCase() : name.slice(0, end)
}

/** The name, quoted for SQLite. */
export const stored = (name: string): string => `"${toStored(name).replaceAll('"', '""')}"`
