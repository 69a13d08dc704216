import type { NativeConnection } from './native.ts'

const NUMBER_SECONDS = 10
/** The server knows no limits for the time of statements. */
const NO_TIME_LIMITS = -1

/** What the client does not tell of a connection before the server is asked. */
export interface NativeSession {
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
