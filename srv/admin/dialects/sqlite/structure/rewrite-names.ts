import { applyEdits, isWord, readSqlTokens } from '../../../core/sql-tokens.ts'

export interface NewNames {
  /** Of the index or trigger: qualified and quoted. */
  readonly name: string
  /** Of the table behind ON: quoted, since its schema is that of the name. */
  readonly table: string
}

/** Changes the name and the table of an index or a trigger in the statement that SQLite keeps of it. */
export const rewriteNames = (sql: string, { name, table }: NewNames): string => {
  const tokens = readSqlTokens(sql)
  const at = isWord(tokens[1], 'UNIQUE') ? 3 : 2 // CREATE [UNIQUE] INDEX name, CREATE TRIGGER name
  const own = tokens[at]
  const on = tokens.findIndex((token, index) => index > at && isWord(token, 'ON'))
  const target = tokens[on + 1]
  if (!own || !target || on < 0) return sql
  return applyEdits(sql, [
    { start: own.start, end: own.end, text: name },
    { start: target.start, end: target.end, text: table },
  ])
}

/** Qualifies the name of a view. */
export const rewriteView = (sql: string, name: string): string => {
  const own = readSqlTokens(sql)[2] // CREATE VIEW name
  return own ? applyEdits(sql, [{ start: own.start, end: own.end, text: name }]) : sql
}
