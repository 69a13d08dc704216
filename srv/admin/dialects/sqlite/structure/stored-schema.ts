import { plain, type Statement } from '../../../core/values.ts'
import { quoteIdentifier } from '../../../core/identifiers.ts'
import { isSymbol, isWord, readSqlTokens } from '../../../core/sql-tokens.ts'
import { calledFunctions } from '../../../core/structure/called-functions.ts'
import { number, text } from '../../rows.ts'
import type { Answers } from '../../structure.ts'

/** A row of `sqlite_schema`: https://www.sqlite.org/schematab.html */
export interface StoredObject {
  readonly type: 'table' | 'view' | 'index' | 'trigger'
  readonly name: string
  /** The table of an index or trigger; the object itself otherwise. */
  readonly table: string
  readonly sql: string
  /** What `table_list` calls a table: `table`, `virtual` or `shadow`. */
  readonly kind: string
}

export interface StoredColumn {
  readonly table: string
  readonly name: string
  readonly keyPosition: number
}

/** What a schema is made of. */
export const schemaQuestions = (
  schema: string,
): Readonly<Record<'objects' | 'columns' | 'unique' | 'functions', Statement>> => ({
  functions: plain('SELECT DISTINCT lower(name) AS name FROM temp.pragma_function_list'),
  objects: {
    sql: `SELECT s.type, s.name, s.tbl_name, s.sql, coalesce(l.type, '') AS kind
            FROM ${quoteIdentifier(schema)}.sqlite_schema AS s
            LEFT JOIN temp.pragma_table_list AS l ON l.schema = ?1 AND l.name = s.name AND s.type = 'table'
           WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid`,
    parameters: [schema],
  },
  // Columns with `hidden` above 0 are computed, or belong to virtual tables.
  columns: {
    sql: `SELECT t.name AS "table", c.name, c.pk FROM temp.pragma_table_list AS t, temp.pragma_table_xinfo(t.name, ?1) AS c
           WHERE t.schema = ?1 AND t.type = 'table' AND c.hidden = 0 ORDER BY t.name, c.cid`,
    parameters: [schema],
  },
  unique: {
    sql: `SELECT t.name AS "table" FROM temp.pragma_table_list AS t, temp.pragma_index_list(t.name, ?1) AS i
           WHERE t.schema = ?1 AND t.type = 'table' AND i.origin = 'u'`,
    parameters: [schema],
  },
})

export const readObjects = (answers: Answers): StoredObject[] =>
  (answers['objects'] ?? []).map((row) => ({
    type: text(row, 'type') as StoredObject['type'],
    name: text(row, 'name'),
    table: text(row, 'tbl_name'),
    sql: text(row, 'sql'),
    kind: text(row, 'kind'),
  }))

export const readColumns = (answers: Answers): StoredColumn[] =>
  (answers['columns'] ?? []).map((row) => ({
    table: text(row, 'table'),
    name: text(row, 'name'),
    keyPosition: number(row, 'pk'),
  }))

/** What the text of a table says besides columns and foreign keys, in the words of SQL. */
export const constraintsOf = (
  { name, sql }: StoredObject,
  columns: readonly StoredColumn[],
  answers: Answers,
): string[] => {
  const hasKey = columns.some(({ table, keyPosition }) => table === name && keyPosition > 0)
  const unique = (answers['unique'] ?? []).filter((row) => row['table'] === name)
  const tokens = readSqlTokens(sql)
  const checks = tokens.filter((token, index) => isWord(token, 'CHECK') && isSymbol(tokens[index + 1], '('))
  return [...(hasKey ? ['PRIMARY KEY'] : []), ...unique.map(() => 'UNIQUE'), ...checks.map(() => 'CHECK')]
}

/** Whether a table never gives a number twice: such tables have a row in `sqlite_sequence`. */
export const isAutoincrement = ({ sql }: StoredObject): boolean =>
  readSqlTokens(sql).some((token) => isWord(token, 'AUTOINCREMENT'))

/** Why an index cannot be made here; null when it can. */
export const indexProblem = (sql: string, answers: Answers): string | null => {
  const known = new Set((answers['functions'] ?? []).map((row) => text(row, 'name')))
  const missing = calledFunctions(sql).filter((name) => !known.has(name.toLowerCase()))
  return missing.length === 0
    ? null
    : `It calls ${missing.join(', ')}, which only the application's own connections have`
}

/** SQLite's names differ in letter case only when they differ beyond ASCII: https://www.sqlite.org/c3ref/stricmp.html */
const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b)

/** A set of names that does not tell letter case apart. */
export class NameSet {
  readonly #folded: Set<string>

  constructor(names: Iterable<string>) {
    this.#folded = new Set([...names].map(foldName))
  }

  readonly has = (name: string): boolean => this.#folded.has(foldName(name))

  add(name: string): void {
    this.#folded.add(foldName(name))
  }
}
