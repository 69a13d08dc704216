import { applyEdits, type Edit, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import { isSameName } from './stored-schema.ts'

interface RewrittenTable {
  readonly sql: string
  /** Tables that foreign keys refer to, one for each that is kept, under their new names. */
  readonly parents: readonly string[]
  /** The same for those left out. */
  readonly droppedParents: readonly string[]
}

interface TableChanges {
  /** New name, quoted, and the quoted name of its schema. */
  readonly name: string
  readonly schema: string
  /** The quoted name of the table that a foreign key shall refer to; null leaves the foreign key out. */
  readonly parent: (name: string) => string | null
}

/**
 * Changes the name and the foreign keys of a table in the statement that SQLite keeps of it. SQLite keeps what the
 * author wrote, but for what stands in front of the table's name.
 *
 * @see https://www.sqlite.org/schematab.html and https://www.sqlite.org/syntax/foreign-key-clause.html
 */
export const rewriteTable = (sql: string, { name, schema, parent }: TableChanges): RewrittenTable => {
  const tokens = readSqlTokens(sql)
  const table = tokens[2] // CREATE TABLE name
  const edits: Edit[] = table ? [{ start: table.start, end: table.end, text: `${schema}.${name}` }] : []
  const parents: string[] = []
  const droppedParents: string[] = []
  tokens.forEach((token, index) => {
    const target = tokens[index + 1]
    // Conditions and computed columns may name the table in front of a column.
    if (table && token.type !== 'symbol' && isSameName(token.value, table.value) && isSymbol(target, '.'))
      edits.push({ start: token.start, end: token.end, text: name })
    if (!isWord(token, 'REFERENCES') || !target) return
    const kept = parent(target.value)
    if (kept === null) {
      const first = startOfForeignKey(tokens, index)
      const last = tokens[endOfReferences(tokens, index)] ?? target
      edits.push({ start: tokens[first]?.start ?? token.start, end: last.end, text: '' })
      droppedParents.push(target.value)
    } else {
      edits.push({ start: target.start, end: target.end, text: kept })
      parents.push(target.value)
    }
  })
  return { sql: applyEdits(sql, edits), parents, droppedParents }
}

/** First token of a foreign key, with its name and, for one of the table, the comma in front of it. */
const startOfForeignKey = (tokens: readonly SqlToken[], references: number): number => {
  const columns = startOfForeignColumns(tokens, references)
  const key = columns ?? references
  const named = isWord(tokens[key - 2], 'CONSTRAINT') ? key - 2 : key
  return columns !== undefined && isSymbol(tokens[named - 1], ',') ? named - 1 : named
}

/** The word FOREIGN of `FOREIGN KEY (columns) REFERENCES`; undefined behind a single column. */
const startOfForeignColumns = (tokens: readonly SqlToken[], references: number): number | undefined => {
  let at = references - 1
  if (!isSymbol(tokens[at], ')')) return undefined
  for (let depth = 0; at >= 0; at--) {
    if (isSymbol(tokens[at], ')')) depth++
    if (isSymbol(tokens[at], '(') && --depth === 0) break
  }
  return isWord(tokens[at - 2], 'FOREIGN') && isWord(tokens[at - 1], 'KEY') ? at - 2 : undefined
}

/** Last token of `REFERENCES parent (columns) ON … MATCH … DEFERRABLE …`. */
const endOfReferences = (tokens: readonly SqlToken[], references: number): number => {
  let at = references + 1
  if (isSymbol(tokens[at + 1], '(')) while (!isSymbol(tokens[++at], ')') && at < tokens.length) continue
  for (;;) {
    const [first, second] = tokens.slice(at + 1, at + 3)
    if (isWord(first, 'ON') && isWord(second, 'DELETE', 'UPDATE')) at += isWord(tokens[at + 3], 'SET', 'NO') ? 4 : 3
    else if (isWord(first, 'MATCH')) at += 2
    else if (isWord(first, 'NOT') && isWord(second, 'DEFERRABLE')) at += 2
    else if (isWord(first, 'DEFERRABLE')) at += 1
    else if (isWord(first, 'INITIALLY')) at += 2
    else return at
  }
}

interface NewNames {
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
