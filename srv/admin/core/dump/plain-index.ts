import { foldName } from '../identifiers.ts'
import { isSymbol, isWord, readSqlTokens } from '../sql-tokens.ts'

/** An index that means the same everywhere. */
export interface PlainIndex {
  readonly isUnique: boolean
  /** Names of columns, in its order. */
  readonly columns: readonly string[]
}

/**
 * What an index is of that has columns alone, each in ascending order; null for one of expressions, of some of the rows, of another
 * kind or order.
 *
 * @param columns names of those of the table.
 */
export const readPlainIndex = (sql: string, columns: readonly string[]): PlainIndex | null => {
  const tokens = readSqlTokens(sql, 'arrays')
  const isUnique = isWord(tokens[1], 'UNIQUE')
  if (!isWord(tokens[0], 'CREATE') || !isWord(tokens[isUnique ? 2 : 1], 'INDEX')) return null
  const open = tokens.findIndex((token) => isSymbol(token, '('))
  const using = tokens.findIndex((token) => isWord(token, 'USING'))
  if (open < 0 || (using >= 0 && !isWord(tokens[using + 1], 'BTREE'))) return null
  const found: string[] = []
  for (let at = open + 1; ; at += 2) {
    const [token, behind] = [tokens[at], tokens[at + 1]]
    const isName = token?.type === 'quoted' || token?.type === 'word'
    const column = isName && columns.filter((name) => name === token.value || isFolded(token, name))
    if (!column || column.length !== 1 || column[0] === undefined) return null
    found.push(column[0])
    if (isSymbol(behind, ')')) return at + 2 === tokens.length ? { isUnique, columns: found } : null
    if (!isSymbol(behind, ',')) return null
  }
}

/** Names without quotes are written in any case. */
const isFolded = ({ type, value }: { readonly type: string; readonly value: string }, name: string): boolean =>
  type === 'word' && foldName(value) === foldName(name)
