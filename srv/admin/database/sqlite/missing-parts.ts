import type { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { isWord, readSqlTokens } from '../../core/sql-tokens.ts'
import { calledFunctions } from '../../core/structure/called-functions.ts'
import type { Value } from '../../core/values.ts'
import { AdminError } from '../../core/errors.ts'
import { failureOf, SQLITE_ERROR } from './errors.ts'
import { prepare } from './statements.ts'

/** A row of `sqlite_schema`: https://www.sqlite.org/schematab.html */
interface Stored {
  readonly schema: string
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

/** Functions and modules that are named at most. */
const SHOWN = 5

const OWN = 'which SQLite does not have: the application gives it to its own connections'

/**
 * Why a statement that SQLite refuses cannot be prepared: what it names, directly or by a view, trigger or index, needs
 * functions or modules that only the application's own connections have, or a view names what does not exist any more.
 * Null when it is something else.
 *
 * @param parameters of a question about an object they have its name.
 */
const missingParts = (database: DatabaseSync, sql: string, parameters: readonly Value[]): string | null => {
  const all = storedObjects(database)
  const named = wordsOf(sql)
  for (const value of parameters) if (typeof value === 'string') named.add(value.toLowerCase())
  const isWriting = !isWord(readSqlTokens(sql)[0], 'SELECT', 'WITH')
  const problems = namedIn(all, named, isWriting).flatMap((object) => problemOf(database, object))
  const own = missingFunctions(database, sql)
  if (own.length > 0) problems.push(`The statement calls ${list(own)}, ${OWN}`)
  return problems.length === 0 ? null : [...new Set(problems)].slice(0, SHOWN).join('; ')
}

/** @throws AdminError `NOT_SUPPORTED` with what is missing, where that is why a statement is refused. */
export const explaining = <T>(database: DatabaseSync, sql: string, parameters: readonly Value[], work: () => T): T => {
  try {
    return work()
  } catch (error) {
    const reason = failureOf(error).errcode === SQLITE_ERROR ? missingParts(database, sql, parameters) : null
    throw reason === null ? error : new AdminError('NOT_SUPPORTED', reason, { cause: error })
  }
}

/** Functions that a stored statement calls and this connection does not have. */
export const missingFunctions = (database: DatabaseSync, sql: string): string[] => {
  const called = calledFunctions(sql)
  if (called.length === 0) return []
  const rows = prepare(database, 'SELECT DISTINCT lower(name) AS name FROM temp.pragma_function_list').all()
  const known = new Set(rows.map(({ name }) => name))
  return called.filter((name) => !known.has(name.toLowerCase()))
}

const problemOf = (database: DatabaseSync, { schema, type, name, sql }: Stored): string[] => {
  const tokens = readSqlTokens(sql)
  if (isWord(tokens[1], 'VIRTUAL')) {
    const module = tokens[tokens.findIndex((token) => isWord(token, 'USING')) + 1]?.value ?? ''
    const known = prepare(database, 'SELECT 1 FROM temp.pragma_module_list WHERE name = ? COLLATE NOCASE').get(module)
    return known === undefined ? [`Virtual table '${name}' needs the module ${module}, ${OWN}`] : []
  }
  const functions = missingFunctions(database, sql)
  if (functions.length > 0)
    return [`${type.charAt(0).toUpperCase()}${type.slice(1)} '${name}' calls ${list(functions)}, ${OWN}`]
  if (
    type === 'table' &&
    !canPrepare(database, `PRAGMA ${quoteIdentifier(schema)}.foreign_key_check(${quoteIdentifier(name)})`)
  )
    return [
      `A foreign key of table '${name}' refers to columns that are no key of their table, so SQLite writes no row`,
    ]
  const isBroken =
    type === 'view' && !canPrepare(database, `SELECT 1 FROM ${quoteIdentifier(schema)}.${quoteIdentifier(name)}`)
  return isBroken ? [`View '${name}' cannot be read: it names something that does not exist`] : []
}

const canPrepare = (database: DatabaseSync, sql: string): boolean => {
  try {
    prepare(database, sql)
    return true
  } catch {
    return false
  }
}

/** Objects that a statement names, and those that belong to these or are named by them. */
const namedIn = (all: readonly Stored[], named: ReadonlySet<string>, isWriting: boolean): Stored[] => {
  const found = new Set<Stored>()
  const visit = (names: ReadonlySet<string>): void => {
    for (const object of all) {
      const isNamed = names.has(object.name.toLowerCase()) && (object.type === 'table' || object.type === 'view')
      const belongs = isWriting && names.has(object.table.toLowerCase())
      if (found.has(object) || !(isNamed || belongs)) continue
      found.add(object)
      if (object.type !== 'table') visit(wordsOf(object.sql))
    }
  }
  visit(named)
  return [...found]
}

const storedObjects = (database: DatabaseSync): Stored[] =>
  prepare(database, 'SELECT name FROM temp.pragma_database_list')
    .all()
    .flatMap(({ name: schema }) =>
      prepare(
        database,
        `SELECT ?1 AS schema, type, name, tbl_name, sql FROM ${quoteIdentifier(String(schema))}.sqlite_schema WHERE sql IS NOT NULL`,
      ).all(schema ?? null),
    )
    .map((row) => ({
      schema: String(row['schema']),
      type: String(row['type']),
      name: String(row['name']),
      table: String(row['tbl_name']),
      sql: String(row['sql']),
    }))

const wordsOf = (sql: string): Set<string> =>
  new Set(
    readSqlTokens(sql)
      .filter(({ type }) => type === 'word' || type === 'quoted')
      .map(({ value }) => value.toLowerCase()),
  )

const list = (names: readonly string[]): string => names.slice(0, SHOWN).join(', ')

/** CAP's class overrides `prepare`; this is the engine's own. */
