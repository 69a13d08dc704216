import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldName } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { BoundedRows, type PlanStep, type UserAnswer } from '../user-statement.ts'
import { failureOf } from './errors.ts'
import { registerCapFunctions } from './functions.ts'
import type { UserQuestion } from './protocol.ts'
import { narrowIntegers, type RawRow } from './text.ts'
import { requireAuthorizer, type TableName, userAuthorizer, type UserPermissions } from './authorizer.ts'
import { shadowTables } from './statements.ts'
import { guardMemory } from './memory-guard/guard-memory.ts'

/** Of the whole process, in bytes, and of one value in it. */
export const MAX_MEMORY = 536_870_912
const MAX_VALUE = 67_108_864
/** The engine's mark of functions without effects: https://www.sqlite.org/c3ref/c_deterministic.html */
const INNOCUOUS = 0x200000
/** Without that mark, and without effects: they read their own index, or their group. */
const HARMLESS = [
  ...['bm25', 'highlight', 'match', 'matchinfo', 'offsets', 'snippet'],
  ...['median', 'percentile', 'percentile_cont', 'percentile_disc'],
]

/** How node:sqlite calls a text without a statement. */
const NO_STATEMENT = 'ERR_INVALID_ARG_VALUE'

/** Runs a statement of a user on a connection that is made for it: it opens files for reading only, and asks for each action. */
export const runUserStatement = ({ target, schemas, closed, sql, rowLimit, isPlan }: UserQuestion): UserAnswer => {
  requireAuthorizer('A statement of a user')
  guardMemory(MAX_MEMORY)
  const database = new DatabaseSync(target.file, { readOnly: true, timeout: target.lockTimeoutMs })
  let denied: string | undefined
  try {
    const functions = allowedFunctions(database)
    for (const { name, file } of target.attachments.filter((each) => schemas.includes(each.name)))
      database.prepare('ATTACH DATABASE ? AS ?').run(file, name)
    database.exec('PRAGMA query_only = ON; PRAGMA temp_store = MEMORY')
    bound(database)
    const onDenied = (what: string): void => {
      denied ??= what
    }
    const read = new Map<string, TableName>()
    const onRead = (table: TableName): void => {
      read.set(JSON.stringify(table), table)
    }
    const isClosed = closedReads(closed)
    const permissions = {
      ...{ schemas: new Set(schemas), functions, isShadow: shadowTables(database), isClosed },
      ...{ opensCatalogs: closed.length === 0, onDenied, onRead },
    }
    database.setAuthorizer(userAuthorizer(permissions))
    const statement = prepareOnly(database, isPlan ? `EXPLAIN QUERY PLAN ${sql}` : sql)
    const answer = isPlan ? planOf(statement) : rowsOf(statement, rowLimit)
    return { ...answer, tables: [...read.values()] }
  } catch (error) {
    if (denied !== undefined)
      throw new AdminError('INSUFFICIENT_PRIVILEGE', `A statement may only read tables: ${denied} is refused`)
    const { errcode, code, message } = failureOf(error)
    if (code === NO_STATEMENT) throw new AdminError('INVALID_STATEMENT', 'There is no statement in the text')
    if (error instanceof AdminError || errcode === undefined) throw error
    throw new AdminError('INVALID_STATEMENT', `SQLite ${errcode}: ${message}`)
  } finally {
    database.close()
  }
}

/** Tells whether a column of a table is closed; the engine folds the case of names. */
const closedReads = (closed: UserQuestion['closed']): UserPermissions['isClosed'] => {
  const keyOf = (schema: string, table: string): string => JSON.stringify([schema, foldName(table)])
  const tables = new Map(closed.map(({ schema, name, columns }) => [keyOf(schema, name), columns?.map(foldName)]))
  return ({ schema, name }, column) => {
    const key = keyOf(schema, name)
    return tables.has(key) && (tables.get(key)?.includes(foldName(column)) ?? true)
  }
}

/** Functions that the engine marks as harmless for each number of arguments, and those that CAP gives its connections. */
const allowedFunctions = (database: DatabaseSync): ReadonlySet<string> => {
  const list = (): Map<string, boolean> => {
    const sql = `SELECT lower(name) AS name, min(flags & ${INNOCUOUS}) AS mark FROM pragma_function_list GROUP BY 1`
    return new Map(
      database
        .prepare(sql)
        .all()
        .map(({ name, mark }) => [String(name), Number(mark) > 0]),
    )
  }
  const own = list()
  registerCapFunctions(database)
  const names = [...list().keys()].filter((name) => own.get(name) ?? true)
  return new Set([...names, ...HARMLESS])
}

/** Bounds of the engine, where this version of Node.js can set them; the memory of the process is bounded anyway. */
const bound = (database: DatabaseSync): void => {
  const { limits } = database as { readonly limits?: { length: number; attach: number } }
  if (!limits) return
  limits.length = MAX_VALUE
  limits.attach = 0
}

/** SQLite compiles the first statement of a text, and tells where it ended: there must be nothing behind it. */
const prepareOnly = (database: DatabaseSync, text: string): StatementSync => {
  const statement = database.prepare(text)
  const rest = text.slice(statement.sourceSQL.length)
  if (rest.trim() !== '' && hasStatement(database, rest))
    throw new AdminError('INVALID_STATEMENT', 'There is a second statement: one is run at a time')
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  return statement
}

/** A text of comments alone has no statement for SQLite. */
const hasStatement = (database: DatabaseSync, text: string): boolean => {
  try {
    database.prepare(text)
    return true
  } catch (error) {
    return failureOf(error).code !== NO_STATEMENT
  }
}

const rowsOf = (statement: StatementSync, rowLimit: number): Omit<UserAnswer, 'tables'> => {
  const columns = statement.columns()
  const bounded = new BoundedRows(rowLimit, columns.length)
  for (const row of statement.iterate() as unknown as Iterable<RawRow>) {
    narrowIntegers(row)
    if (!bounded.add(row)) break
  }
  const { rows, isTruncated, cutValues } = bounded
  const typeAt = (index: number): string | null => classOf(rows.find((row) => row[index] !== null)?.[index])
  return {
    columns: columns.map(({ name, type }, index) => ({ name, type: type ?? typeAt(index) })),
    rows,
    isTruncated,
    cutValues,
    plan: null,
  }
}

/** Of a value that no column has declared: https://www.sqlite.org/datatype3.html */
const classOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return 'BLOB'
  if (typeof value === 'string') return 'TEXT'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'INTEGER' : 'REAL'
}

/** @see https://www.sqlite.org/eqp.html: rows of id, parent, nothing, and text. */
const planOf = (statement: StatementSync): Omit<UserAnswer, 'tables'> => {
  const depths = new Map<unknown, number>()
  const plan = (statement.all() as unknown as RawRow[]).map(([id, parent, , text]): PlanStep => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return { depth, text: String(text), facts: [] }
  })
  if (plan.length === 0) throw new AdminError('INVALID_STATEMENT', 'SQLite has no plan for this statement')
  return { columns: [], rows: [], isTruncated: false, cutValues: 0, plan }
}
