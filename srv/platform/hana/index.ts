import cds from '@sap/cds'
import { connectionFactory, type DatabaseService } from '../cap/database-service.ts'
import { closeAtOnce, type HanaConnection, type HanaSession, openSessions, sessionOf } from '../cap/hana-driver.ts'
import { readSettings } from '../process/index.ts'

const LACKS_PRIVILEGE = 258
/** Transactions are ended from outside first: that is looked for ten times in the time they have, and cancelling takes a moment. */
const grace = (timeoutMs: number): number => timeoutMs / 10 + 5_000

const lacking = (isTimeLimited: boolean): string => {
  const until = isTimeLimited ? 'until the time of their transaction is over' : 'until it notices that nobody waits'
  return `SAP HANA does not let the database user cancel statements: they go on, with their locks, ${until}. Grant SESSION ADMIN`
}

/**
 * Has a connection to SAP HANA end with the statement that runs on it when its transaction is ended from outside: the drivers would wait
 * for the end of the statement, and HANA need not notice for a long time that nobody waits for it any more. Where the user may not cancel
 * statements, HANA ends them by itself a little after their transaction is ended: each has the time that is left for that one.
 *
 * @param timeoutMs - for a transaction, after which it is ended
 */
export const endStatements = (service: unknown, timeoutMs = readSettings().transactionTimeoutMs): void => {
  const database = service as DatabaseService<HanaConnection>
  if (database.kind !== 'hana') return
  openSessions(database)
  const { acquire, destroy } = database
  let isTold = false
  const open = async (): Promise<HanaConnection> => (await connectionFactory(database).create()) as HanaConnection

  const cancel = async ({ id, isTimeLimited }: HanaSession): Promise<void> => {
    if (id === undefined) return
    const other = await open()
    try {
      await other.exec(`ALTER SYSTEM CANCEL SESSION '${String(id)}'`)
    } catch (error) {
      if ((error as { code?: unknown }).code !== LACKS_PRIVILEGE || isTold) return
      isTold = true
      cds.log('process').warn(lacking(isTimeLimited))
    } finally {
      await other.disconnect()
    }
  }

  Object.assign(database, {
    async acquire() {
      const connection = (await acquire.call(this)) as HanaConnection
      const endMs = performance.now() + timeoutMs + grace(timeoutMs)
      const secondsLeft = (): number => Math.max(1, Math.ceil((endMs - performance.now()) / 1_000)) // 0 is no limit
      sessionOf(connection)?.limitStatements(secondsLeft)
      return connection
    },
    async destroy() {
      if (this.dbc) {
        const session = sessionOf(this.dbc)
        closeAtOnce(this.dbc, closed())
        if (session) void cancel(session).catch(() => undefined) // nobody is there to be asked
      }
      await destroy.call(this)
    },
  } satisfies Partial<DatabaseService<HanaConnection>> as Partial<DatabaseService<HanaConnection>>)
}

const closed = (): Error => Object.assign(new Error('The connection was closed'), { code: 'EHDBCLOSE' })
