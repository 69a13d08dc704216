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

const LIMITED = /^\s*(?:SELECT|WITH|INSERT|UPSERT|UPDATE|DELETE|MERGE)\b/i

/** Whether a statement that is run at once may have a limit: it is prepared for that, which is for those on rows only. */
export const isLimited = (sql: string): boolean => LIMITED.test(sql)

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
  #isTimeLimited = false
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
        if (error) {
          done(error)
          return
        }
        this.readyState = 'connected'
        readSession(this.#connection).then(({ connectionId, isTimeLimited }) => {
          this.connectOptions = { connectionId }
          this.#isTimeLimited = isTimeLimited
          done(null)
        }, this.#ended(done))
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
    const queryTimeout = isLimited(sql) ? this.#secondsLeft() : 0
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
}

const NUMBER_SECONDS = 10
/** The server knows no limits for the time of statements. */
const NO_TIME_LIMITS = -1

/** What the client does not tell of a connection before the server is asked. */
interface NativeSession {
  /** The server's number of it. */
  readonly connectionId: number
  /** Whether the server ends statements that take longer than they may. */
  readonly isTimeLimited: boolean
}

/** Asks the server for the number of a connection by a statement with a limit, which is refused where there are none. */
export const readSession = async (connection: NativeConnection): Promise<NativeSession> => {
  try {
    return { connectionId: await numberOf(connection, NUMBER_SECONDS), isTimeLimited: true }
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_TIME_LIMITS) throw error
    return { connectionId: await numberOf(connection, 0), isTimeLimited: false }
  }
}

const numberOf = (connection: NativeConnection, seconds: number): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    connection.prepare('SELECT CURRENT_CONNECTION AS "number" FROM SYS.DUMMY', (unprepared, statement) => {
      if (unprepared) {
        reject(unprepared)
        return
      }
      if (seconds > 0) statement.setTimeout(seconds)
      statement.exec<readonly Record<string, unknown>[]>([], (error, rows) => {
        statement.drop(() => undefined)
        if (error) reject(error)
        else resolve(Number(rows[0]?.['number']))
      })
    })
  })
