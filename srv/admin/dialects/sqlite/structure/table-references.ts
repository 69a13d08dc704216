import { type Edit, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import { isSameName } from './same-name.ts'

/** Where a view or trigger names a table or view. */
export interface TableReference {
  readonly name: string
  readonly start: number
  readonly end: number
}

const OPENS_LIST = ['FROM', 'JOIN']
const CLOSES_LIST = [
  ...['SELECT', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'WINDOW', 'SET', 'VALUES', 'RETURNING'],
  ...['UNION', 'INTERSECT', 'EXCEPT'],
]
const NAMES_TABLE = ['INTO', 'UPDATE', 'IN']
/** As in `UPDATE OR IGNORE t`. */
const CONFLICTS = ['ROLLBACK', 'ABORT', 'FAIL', 'IGNORE', 'REPLACE']

/**
 * The places in which a stored statement names tables: behind FROM, JOIN and commas between them, INTO, UPDATE, IN.
 * Common table expressions are taken for tables too.
 */
export const tableReferences = (sql: string): TableReference[] => {
  const tokens = readSqlTokens(sql)
  const references: TableReference[] = []
  const isInList = [false]
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1]
    if (isSymbol(token, '(')) isInList.push(isTableList(isInList.at(-1) === true, previous))
    else if (isSymbol(token, ')')) isInList.pop()
    else if (isWord(token, ...OPENS_LIST)) isInList[isInList.length - 1] = true
    else if (isWord(token, ...CLOSES_LIST) || isSymbol(token, ';')) isInList[isInList.length - 1] = false
    else if (isName(token) && isTablePlace(tokens, index, isInList.at(-1) === true)) {
      const isQualified = isSymbol(tokens[index + 1], '.')
      const named = isQualified ? tokens[index + 2] : token
      const isCall = isSymbol(tokens[isQualified ? index + 3 : index + 1], '(')
      const isInsert = isWord(tokens[index - 1], 'INTO')
      if (named && (!isCall || isInsert)) references.push({ name: named.value, start: named.start, end: named.end })
    }
  })
  return references
}

/**
 * Removes the name of the schema in front of tables and their columns, so that they mean those beside the statement.
 */
export const unqualify = (sql: string, schema: string): Edit[] => {
  const tokens = readSqlTokens(sql)
  const tables = new Set(tableReferences(sql).map(({ start }) => start))
  return tokens.flatMap((token, index) => {
    const [dot, name, next] = tokens.slice(index + 1, index + 4)
    if (!isName(token) || !isSameName(token.value, schema) || !isSymbol(dot, '.') || !name) return []
    if (isSymbol(tokens[index - 1], '.')) return []
    const isTable = isSymbol(next, '.') || tables.has(name.start)
    return isTable ? [{ start: token.start, end: name.start, text: '' }] : []
  })
}

const isName = (token: SqlToken): boolean => token.type !== 'symbol'

/** A parenthesis behind FROM, JOIN or a comma between tables holds tables; any other, expressions or columns. */
const isTableList = (isInList: boolean, previous: SqlToken | undefined): boolean =>
  isInList && (isWord(previous, ...OPENS_LIST) || isSymbol(previous, ',') || isSymbol(previous, '('))

const isTablePlace = (tokens: readonly SqlToken[], index: number, isInList: boolean): boolean => {
  const token = tokens[index]
  const previous = tokens[index - 1]
  const before = tokens[index - 2]
  if (isWord(token, 'OR', 'OF', 'ON')) return false
  if (isWord(previous, ...NAMES_TABLE)) return true
  if (isWord(previous, ...CONFLICTS)) return isWord(before, 'OR') && isWord(tokens[index - 3], 'UPDATE')
  return isInList && (isWord(previous, ...OPENS_LIST) || isSymbol(previous, ',') || isSymbol(previous, '('))
}
