import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { applyEdits, isSymbol, isWord, readSqlTokens } from '../../../srv/admin/core/sql-tokens.ts'
import { changeStructure } from './change-structure.ts'
import { FACTS } from './facts.ts'
import { nameOf, problemOf } from './check-statement.ts'
import type { Column } from './sql/scope.ts'
import { kindOfType } from './sql/types.ts'
import { asSqlError, SqlError } from './sql-error.ts'
import { registerFunctions } from './sql-functions.ts'
import type { SystemParts } from './system-parts.ts'
import { fromStored, toSqlite } from './to-sqlite.ts'

export interface SystemOptions {
  /** Whether each structure change is committed at once, until the session says otherwise. */
  readonly isAutoCommitDdl?: boolean
  readonly user?: string
  /** Its schema is a container of SAP HANA Deployment Infrastructure, and the user the one that reads and changes its rows. */
  readonly isContainer?: boolean
}

export interface Result {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly SQLOutputValue[])[]
}

const SYNTAX = 257
/** Errors after which nothing of the transaction is left, nor its savepoints. */
const ROLLED_BACK = [131, 133, 139]

/** A HANA with one session: its system views have the columns of the facts, and statements run on SQLite. */
export class HanaSystem implements SystemParts {
  readonly database = new DatabaseSync(':memory:')
  readonly isContainer: boolean
  readonly session: { schema: string; readonly user: string; readonly connection: number }
  isAutoCommit = true
  #isAutoCommitDdl: boolean
  #isOpen = false
  #savepoints = 0

  constructor({ isAutoCommitDdl = true, user = 'SAGA', isContainer = false }: SystemOptions) {
    this.isContainer = isContainer
    this.#isAutoCommitDdl = isAutoCommitDdl
    this.session = { schema: 'APP', user, connection: 4711 }
    this.database.exec('PRAGMA case_sensitive_like = ON')
    registerFunctions(this.database, this.session)
    for (const [view, columns] of FACTS.views) {
      const list = columns.map(({ name, type }) => `"${name}" ${type}`)
      this.database.exec(`CREATE TABLE "${view}" (${list.join(', ')})`)
    }
  }

  /** Adds a row to a system view. */
  tell(view: string, row: Readonly<Record<string, SQLInputValue>>): void {
    const names = Object.keys(row).map((name) => `"${name}"`)
    const places = names.map(() => '?')
    this.database
      .prepare(`INSERT INTO "${view}" (${names.join(', ')}) VALUES (${places.join(', ')})`)
      .run(...Object.values(row))
  }

  /** As a server does that prepares a statement. @throws SqlError */
  check(sql: string): void {
    this.#refuse(sql)
  }

  /** What HANA would refuse in a statement, by its reference; null when it is fine. */
  problemOf(sql: string): string | null {
    return problemOf(sql, (schema, table) => this.#columnsOf(schema ?? this.session.schema, table))
  }

  run(sql: string, parameters: readonly unknown[]): Result | number {
    this.#refuse(sql)
    const structure = this.#structure(sql)
    if (structure !== undefined) return structure
    const statement = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    try {
      const names = statement.columns()
      if (names.length === 0) {
        this.#begin()
        return Number(statement.run(...values).changes)
      }
      statement.setReturnArrays(true)
      statement.setReadBigInts(true)
      const columns = names.map(({ name, type }) => ({
        name: fromStored(name),
        type: (type ?? '').replace(/\(.*/, ''),
      }))
      return { columns, rows: statement.all(...values) as unknown as SQLOutputValue[][] }
    } catch (error) {
      throw asSqlError(error)
    }
  }

  select(sql: string): Result {
    return this.run(sql, []) as Result
  }

  insert(sql: string, rows: readonly (readonly unknown[])[]): number[] {
    this.#refuse(sql)
    this.#begin()
    const statement = this.#prepare(sql)
    this.database.exec('SAVEPOINT rows_of_insert')
    try {
      const changes = rows.map((row) => Number(statement.run(...row.map(asStored)).changes))
      this.database.exec('RELEASE rows_of_insert')
      return changes
    } catch (error) {
      this.database.exec('ROLLBACK TO rows_of_insert; RELEASE rows_of_insert')
      throw asSqlError(error)
    }
  }

  commit(): void {
    if (this.#isOpen) this.database.exec('COMMIT')
    this.#isOpen = false
    this.#savepoints = 0
  }

  rollback(): void {
    if (this.#isOpen) this.database.exec('ROLLBACK')
    this.#isOpen = false
    this.#savepoints = 0
  }

  fail(code: number | undefined): SqlError {
    if (code !== undefined && ROLLED_BACK.includes(code)) this.rollback()
    return new SqlError(code, 'as the server says it')
  }

  #begin(): void {
    if (!this.#isOpen) this.database.exec('BEGIN')
    this.#isOpen = true
  }

  #prepare(sql: string) {
    try {
      return this.database.prepare(toSqlite(this.#qualified(sql)))
    } catch (error) {
      throw asSqlError(error)
    }
  }

  #refuse(sql: string): void {
    const problem = this.problemOf(sql)
    if (problem !== null) throw asSqlError(new Error(problem), SYNTAX)
  }

  #columnsOf(schema: string, table: string): Column[] | null {
    const view = FACTS.views.get(`${schema}.${table}`)
    if (view) return view.map(({ name, type }) => ({ name, kind: kindOfType(type) }))
    const rows = [
      ...this.rows('SYS.TABLE_COLUMNS', { SCHEMA_NAME: schema, TABLE_NAME: table }),
      ...this.rows('SYS.VIEW_COLUMNS', { SCHEMA_NAME: schema, VIEW_NAME: table }),
    ]
    const columns = rows.map(({ COLUMN_NAME: name, DATA_TYPE_NAME: type }) => ({
      name: String(name),
      kind: kindOfType(String(type)),
    }))
    return columns.length === 0 ? null : columns
  }

  /** Tables have their schema in their name: `"APP.FILM"`. */
  #qualified(sql: string): string {
    const tokens = readSqlTokens(sql)
    const queries = new Set(
      tokens.flatMap((token, index) =>
        isWord(tokens[index + 1], 'AS') && isSymbol(tokens[index + 2], '(') ? [nameOf(token)] : [],
      ),
    )
    const edits = tokens.flatMap((token, index) => {
      const [name, before] = [nameOf(token), tokens[index - 1]]
      if (name === null || !isWord(before, 'FROM', 'JOIN', 'INTO', 'TABLE', 'UPDATE') || isWord(token, 'TABLE'))
        return []
      const isWhole = isSymbol(tokens[index + 1], '.')
      const [schema, table] = isWhole ? [name, nameOf(tokens[index + 2])] : [this.session.schema, name]
      if (!isWhole && queries.has(name)) return []
      const end = (isWhole ? tokens[index + 2] : token)?.end ?? token.end
      return [{ start: token.start, end, text: `"${schema}.${table ?? ''}"` }]
    })
    return applyEdits(sql, edits)
  }

  #structure(sql: string): number | undefined {
    const text = sql.trim().replace(/\s+/g, ' ')
    const [, name = ''] = /"((?:[^"]|"")+)"/.exec(text) ?? []
    if (text === 'SET TRANSACTION AUTOCOMMIT DDL OFF' || text === 'SET TRANSACTION AUTOCOMMIT DDL ON') {
      this.commit()
      this.#isAutoCommitDdl = text.endsWith('ON')
      return 0
    }
    if (text.startsWith('SET TRANSACTION')) return 0
    if (text.startsWith('SET SCHEMA')) {
      this.session.schema = name === '' ? text.replace('SET SCHEMA ', '') : name
      return 0
    }
    const disconnected = /^ALTER SYSTEM DISCONNECT SESSION '(\d+)'$/.exec(text)?.[1]
    if (disconnected !== undefined) {
      this.database.prepare('DELETE FROM "SYS.M_CONNECTIONS" WHERE CONNECTION_ID = ?').run(Number(disconnected))
      return 0
    }
    if (/^(?:RELEASE |ROLLBACK TO )?SAVEPOINT /.test(text)) return this.#savepoint(text, name)
    if (!/^(?:CREATE|DROP|ALTER|TRUNCATE|COMMENT) /.test(text)) return undefined
    const isOwn = /^\w+ SCHEMA |^[^"]*"APP"/.test(text) && !text.includes('LOCAL TEMPORARY')
    if (this.isContainer && isOwn) throw new SqlError(258, 'insufficient privilege: Not authorized')
    this.#begin()
    changeStructure(this, text)
    if (this.#isAutoCommitDdl) this.commit()
    return 0
  }

  #savepoint(text: string, name: string): number {
    if (text.startsWith('SAVEPOINT')) {
      this.#begin()
      this.#savepoints++
    } else if (this.#savepoints === 0) throw new SqlError(128, 'there is no such savepoint')
    this.database.exec(text.replace(/"[^"]*"/, `"${name}"`))
    return 0
  }

  rows(view: string, where: Readonly<Record<string, string>>): Record<string, SQLOutputValue>[] {
    const conditions = Object.keys(where).map((name) => `"${name}" = ?`)
    return this.database
      .prepare(`SELECT * FROM "${view}" WHERE ${conditions.join(' AND ')}`)
      .all(...Object.values(where))
  }

  /** The text of a view for SQLite. */
  translated(sql: string): string {
    return toSqlite(this.#qualified(sql))
  }
}

const asStored = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
