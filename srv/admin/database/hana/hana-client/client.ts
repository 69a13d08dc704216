import { EventEmitter } from 'node:events'
import type { Client, ClientOptions, Driver, Statement, StatementResult } from '../driver.ts'
import {
  asHdb,
  type Done,
  type Ended,
  type HanaClient,
  isLost,
  type NativeConnection,
  type NativeStatement,
} from './native.ts'
import { statementOf } from './statement.ts'

/** It prepares a statement that it runs with a limit, which is for those on rows only. */
const LIMITED = /^\s*(?:SELECT|WITH|INSERT|UPSERT|UPDATE|DELETE|MERGE)\b/i
const NUMBER_SECONDS = 10
/** The server knows no limits for the time of statements. */
const NO_TIME_LIMITS = -1

/** Settings in its own names. It encrypts where `hdb` does, and stays with a connection that was lost: what its session had is gone. */
const settingsOf = ({
  user,
  password,
  useTLS,
  ca,
  rejectUnauthorized,
  initializationTimeout,
  ...same
}: ClientOptions) => ({
  ...same,
  ...{ uid: user, pwd: password, reconnect: false },
  ...((useTLS === true || ca !== undefined) && { encrypt: true }),
  ...(ca !== undefined && { sslTrustStore: ca }),
  ...(rejectUnauthorized !== undefined && { sslValidateCertificate: rejectUnauthorized }),
  ...(initializationTimeout !== undefined && { connectTimeout: initializationTimeout }),
})

export const ofHanaClient = (native: HanaClient): Driver => ({
  createClient: (options) => new NativeClient(native.createConnection(), settingsOf(options)),
})

class NativeClient extends EventEmitter implements Client {
  readonly #connection: NativeConnection
  readonly #settings: object
  #secondsLeft: () => number = () => 0
  #isTimeLimited = true
  readyState = 'new'
  connectOptions: { readonly connectionId?: number } = {}

  constructor(connection: NativeConnection, settings: object) {
    super()
    this.#connection = connection
    this.#settings = settings
  }

  connect(done: Ended): void {
    this.#connection.connect(
      this.#settings,
      this.#ended((error) => {
        if (error) done(error)
        else this.#askNumber(done)
      }),
    )
  }

  setAutoCommit(isOn: boolean): void {
    this.#connection.setAutoCommit(isOn)
  }

  limitStatements(secondsLeft: () => number): boolean {
    if (this.#isTimeLimited) this.#secondsLeft = secondsLeft
    return this.#isTimeLimited
  }

  execute(sql: string, _options: object, done: (error: Error | null, result: StatementResult) => void): void {
    const queryTimeout = LIMITED.test(sql) ? this.#secondsLeft() : 0
    const answered = this.#watch<unknown>((error, result) => {
      done(error ?? null, typeof result === 'number' ? result : undefined)
    })
    this.#connection.exec(sql, [], queryTimeout > 0 ? { queryTimeout } : {}, answered)
  }

  prepare(sql: string, done: (error: Error | null, statement: Statement) => void): void {
    const prepared = this.#watch<NativeStatement>((error, statement) => {
      done(error ?? null, error ? (undefined as never) : statementOf(statement, () => this.#secondsLeft(), this.#watch))
    })
    this.#connection.prepare(sql, prepared)
  }

  commit(done: Ended): void {
    this.#connection.commit(this.#ended(done))
  }

  rollback(done: Ended): void {
    this.#connection.rollback(this.#ended(done))
  }

  end(): void {
    this.#connection.disconnect(() => this.#close())
  }

  /** What waits for an answer hears that the connection is gone. */
  destroy(): void {
    this.#connection.abort(() => this.end())
  }

  #close(): void {
    if (this.readyState === 'closed') return
    this.readyState = 'closed'
    this.emit('close')
  }

  /** It has no events: a lost connection is seen by the next that is asked of it. */
  readonly #watch = <Result>(done: Done<Result>): Done<Result> => {
    return (error, result) => {
      done(error ? asHdb(error) : null, result)
      if (error && isLost(error)) this.#close()
    }
  }

  #ended(done: Ended): Ended {
    const watched = this.#watch<undefined>(done)
    return (error) => watched(error, undefined)
  }

  /** It tells neither the number of its connection, nor whether the server knows time limits, before it is asked with one. */
  #askNumber(done: Ended): void {
    this.readyState = 'connected'
    const prepared = this.#watch<NativeStatement>((unprepared, statement) => {
      if (unprepared) {
        done(unprepared)
        return
      }
      const answered = this.#watch<readonly Record<string, unknown>[]>((error, rows) => {
        statement.drop(() => undefined)
        const cause: unknown = error?.cause
        if (this.#isTimeLimited && (cause as { code?: unknown } | undefined)?.code === NO_TIME_LIMITS) {
          this.#isTimeLimited = false
          this.#askNumber(done)
          return
        }
        if (!error) this.connectOptions = { connectionId: Number(rows[0]?.['number']) }
        done(error)
      })
      if (this.#isTimeLimited) statement.setTimeout(NUMBER_SECONDS)
      statement.exec([], answered)
    })
    this.#connection.prepare('SELECT CURRENT_CONNECTION AS "number" FROM SYS.DUMMY', prepared)
  }
}
