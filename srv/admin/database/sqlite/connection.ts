import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Value } from '../../core/values.ts'
import type { TextChunk } from '../session.ts'
import { attachOnly, type Inodes } from './attachments.ts'
import { readOnlyAuthorizer, HAS_AUTHORIZER } from './authorizer.ts'
import { SqliteLoad } from './load.ts'
import { failureOf, RowFailure, StepFailure, stepping } from './errors.ts'
import { registerCapFunctions, registerDialectFunctions } from './functions.ts'
import type { Answer, Ask, Failure, OpenTarget, RequestType } from './protocol.ts'
import { explaining } from './missing-parts.ts'
import { narrowIntegers, type RawRow, readText, utf8Check } from './text.ts'
import { shadowTables, toSqlite, prepare, Transaction } from './statements.ts'
import { scratchRequests } from './describe-access.ts'
import { runUserStatement } from './run-user-statement.ts'

/** Bounds of one batch of rows. */
const BATCH = { rows: 1_000, bytes: 1_048_576 } as const

type Handlers = { [Type in RequestType]: (ask: Ask<Type>) => Answer<Type> }

/**
 * Answers a session's requests on one `node:sqlite` connection. Everything here is synchronous: where it runs decides
 * what waits for it.
 */
export class SqliteConnection {
  #database: DatabaseSync | undefined
  /** Of the attached files, by schema. */
  #inodes: Inodes = new Map()
  #target: OpenTarget | undefined
  #isDenied = false
  readonly #transaction = new Transaction()
  readonly #cursors = new Map<number, Iterator<RawRow>>()
  readonly #inserts = new Map<number, StatementSync>()
  readonly #texts = new Map<number, Iterator<TextChunk>>()
  readonly #loads = new Map<number, SqliteLoad>()

  /** @param database a connection that somebody else owns; it is used as it is. */
  constructor(database?: DatabaseSync) {
    this.#database = database
  }

  handle<Type extends RequestType>(type: Type, ask: Ask<Type>): Answer<Type> {
    return this.#handlers[type](ask)
  }

  /** What became of a request that threw. */
  failure(error: unknown): Failure {
    const isStep = error instanceof StepFailure
    const failure = failureOf(isStep || error instanceof RowFailure ? error.cause : error)
    const denied = this.#isDenied ? { ...failure, errcode: 23 } : isStep ? { ...failure, isStep } : failure
    this.#isDenied = false
    return error instanceof RowFailure ? { ...denied, rowIndex: error.rowIndex } : denied
  }

  readonly #handlers: Handlers = {
    open: (target) => {
      this.#open(target)
    },
    begin: (mode) => {
      this.#transaction.begin(this.#db, mode)
    },
    end: (how) => {
      for (const cursor of [...this.#cursors.values(), ...this.#texts.values()]) cursor.return?.()
      for (const open of [this.#cursors, this.#texts, this.#inserts, this.#loads]) open.clear()
      this.#transaction.end(this.#db, how)
    },
    query: ({ sql, parameters }) => {
      const statement = this.#prepareReading(sql, parameters)
      const read = () => statement.all(...parameters.map(toSqlite)) as unknown as RawRow[]
      const rows = stepping(() => explaining(this.#db, sql, parameters, read))
      for (const row of rows) narrowIntegers(row)
      return { columns: statement.columns().map(({ name }) => name), rows: rows }
    },
    execute: ({ sql, parameters }) => Number(this.#prepareKnown(sql).run(...parameters.map(toSqlite)).changes),
    openCursor: ({ cursor, sql, parameters }) => {
      const statement = this.#prepareReading(sql, parameters)
      this.#cursors.set(cursor, statement.iterate(...parameters.map(toSqlite)) as unknown as Iterator<RawRow>)
    },
    fetch: ({ cursor }) => stepping(() => this.#fetch(cursor)),
    closeCursor: ({ cursor }) => {
      this.#cursors.get(cursor)?.return?.()
      this.#cursors.delete(cursor)
    },
    openInsert: ({ insert, sql }) => {
      this.#inserts.set(insert, this.#prepareKnown(sql))
    },
    insert: ({ insert, rows }) => {
      const statement = this.#inserts.get(insert)
      rows.forEach((row, rowIndex) => {
        try {
          statement?.run(...row.map(toSqlite))
        } catch (error) {
          throw new RowFailure(rowIndex, error)
        }
      })
    },
    closeInsert: ({ insert }) => {
      this.#inserts.delete(insert)
    },
    openText: ({ cursor, sql, parameters, format, rowLimit }) => {
      const rows = this.#prepareReading(sql, parameters).iterate(
        ...parameters.map(toSqlite),
      ) as unknown as Iterable<RawRow>
      const isUtf8 = utf8Check(
        (check) => this.#prepareReading(check, parameters).get(...parameters.map(toSqlite)),
        sql,
        format,
      )
      this.#texts.set(cursor, readText(rows, format, { rowLimit, isUtf8 }))
    },
    fetchText: ({ cursor }) => {
      const next = stepping(() => this.#texts.get(cursor)?.next())
      if (next && !next.done) return next.value
      this.#texts.delete(cursor)
      return { text: new Uint8Array(0), rowCount: 0 }
    },
    closeText: ({ cursor }) => {
      this.#texts.get(cursor)?.return?.()
      this.#texts.delete(cursor)
    },
    openLoad: ({ load, target, sql, plan }) => {
      this.#loads.set(load, new SqliteLoad(this.#db, target, this.#prepareKnown(sql), plan))
    },
    load: ({ load, bytes }) => this.#loadOf(load).push(bytes),
    endLoad: ({ load }) => this.#loadOf(load).end(),
    closeLoad: ({ load }) => {
      this.#loads.delete(load)
    },
    ...scratchRequests,
    userStatement: runUserStatement,
  }

  get #db(): DatabaseSync {
    if (!this.#database) throw new Error('The connection is not open')
    return this.#database
  }

  #open(target: OpenTarget): void {
    const isSame = this.#target?.file === target.file && this.#target.readOnly === target.readOnly
    if (!isSame || !this.#database) {
      this.#database?.close()
      this.#database = new DatabaseSync(target.file, { readOnly: target.readOnly, timeout: target.lockTimeoutMs })
      this.#target = target
      registerCapFunctions(this.#database)
      registerDialectFunctions(this.#database, target.databaseName)
    }
    if (HAS_AUTHORIZER) this.#database.setAuthorizer(null)
    this.#inodes = attachOnly((sql) => prepare(this.#db, sql), target.attachments, this.#inodes)
    if (target.readOnly && HAS_AUTHORIZER)
      this.#database.setAuthorizer(
        readOnlyAuthorizer({
          isShadow: shadowTables(this.#database),
          onDenied: () => {
            this.#isDenied = true
          },
        }),
      )
  }

  #fetch(cursor: number): Value[][] {
    const rows: RawRow[] = []
    const iterator = this.#cursors.get(cursor)
    for (let bytes = 0; iterator && rows.length < BATCH.rows && bytes < BATCH.bytes;) {
      const next = iterator.next()
      // Before Node.js 24, one that is asked again begins again.
      if (next.done) {
        this.#cursors.delete(cursor)
        break
      }
      bytes += narrowIntegers(next.value)
      rows.push(next.value)
    }
    return rows
  }

  #loadOf(number: number): SqliteLoad {
    const load = this.#loads.get(number)
    if (!load) throw new Error('The load is not open')
    return load
  }

  #prepareKnown(sql: string, parameters: readonly Value[] = []): StatementSync {
    return explaining(this.#db, sql, parameters, () => prepare(this.#db, sql))
  }

  #prepareReading(sql: string, parameters: readonly Value[]): StatementSync {
    const statement = this.#prepareKnown(sql, parameters)
    statement.setReturnArrays(true)
    statement.setReadBigInts(true)
    return statement
  }
}
