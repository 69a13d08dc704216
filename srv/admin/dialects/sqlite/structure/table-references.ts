import { type Edit, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import { isSameName } from './stored-schema.ts'
import type { Statement } from '../../../core/values.ts'
import { textOrNull, number, text } from '../../rows.ts'
import type { Answers, MadeObject } from '../../structure.ts'

/** Where a view or trigger names a table or view. */
interface TableReference {
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

/**
 * Which rows have no partner: SQLite keeps such, since each connection decides whether keys are enforced. A copy has them as
 * they are, and tells.
 *
 * @param table of one table only; null for all of the schema.
 */
export const orphansQuestion = (schema: string, table: string | null): Statement => ({
  sql: `WITH t AS MATERIALIZED (SELECT name, has_sound_keys(name, ?1) AS is_sound FROM temp.pragma_table_list
          WHERE schema = ?1 AND type = 'table' AND (?2 IS NULL OR name = ?2))
        SELECT t.name, f.parent, count(*) AS orphans FROM t JOIN temp.pragma_foreign_key_check(t.name, ?1) AS f
         WHERE t.is_sound GROUP BY t.name, f.parent
        UNION ALL SELECT name, NULL, 0 FROM t WHERE NOT is_sound ORDER BY 1, 2`,
  parameters: [schema, table],
})

/**
 * The foreign keys of a copy, with what its rows do not keep.
 *
 * @param table the original.
 */
export const copiedKeys = (
  answers: Answers,
  table: string,
  copy: string,
  parents: readonly string[],
): Pick<MadeObject, 'name' | 'note'>[] => {
  const found = (answers['orphans'] ?? []).filter((row) => text(row, 'name') === table)
  const isUnsound = found.some((row) => textOrNull(row, 'parent') === null)
  return parents.map((parent) => {
    const orphans = found.find((row) => isSameName(textOrNull(row, 'parent') ?? '', parent))
    const note = orphans
      ? `Rows of '${table}' refer to rows of '${parent}' that do not exist (${number(orphans, 'orphans')}): they are copied as they are`
      : isUnsound
        ? `A foreign key of '${table}' refers to columns that are no key of their table: its rows are copied, and SQLite inserts no other`
        : undefined
    return { name: `${copy} → ${parent}`, ...(note !== undefined && { note }) }
  })
}
