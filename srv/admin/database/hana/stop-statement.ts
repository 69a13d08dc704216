import { AdminError } from '../../errors.ts'
import { HanaConnection } from './connection.ts'
import type { HanaCredentials } from './client-options.ts'
import type { Driver } from './driver.ts'

const STOP_TIMEOUT_MS = 5_000
const lacksRight = (isTimeLimited: boolean): string => {
  const [until, other] = isTimeLimited
    ? ['until the time of their operation is over', '']
    : ['until it notices that nobody waits', ', or set a time limit for statements on the server']
  return (
    `SAP HANA does not let the database user cancel statements: they go on, with their locks, ${until}. ` +
    `Grant SESSION ADMIN to the user${other}`
  )
}

/**
 * Ends a connection and the statement that runs on it: a server need not notice for a long time that the client of
 * a statement is gone, and the statement holds its locks until then. Where the cancelling fails, closing is all.
 *
 * @see https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/alter-system-cancel-work-in-session-statement-system-management
 */
export const stopStatement = async (
  connection: HanaConnection,
  driver: Driver,
  credentials: HanaCredentials,
  warn: (message: string) => void,
): Promise<void> => {
  const { id, isWaiting } = connection
  connection.retire()
  if (isWaiting && id !== undefined)
    await cancel(id, driver, credentials).catch((error: unknown) => {
      if (error instanceof AdminError && error.code === 'INSUFFICIENT_PRIVILEGE')
        warn(lacksRight(connection.isTimeLimited))
    })
  connection.destroy()
}

const cancel = async (id: number, driver: Driver, credentials: HanaCredentials): Promise<void> => {
  const { schema: _, ...login } = credentials
  const other = await HanaConnection.open(driver, login, undefined, STOP_TIMEOUT_MS)
  const timer = setTimeout(() => other.destroy(), STOP_TIMEOUT_MS)
  try {
    await other.execute(`ALTER SYSTEM CANCEL SESSION '${id}'`, [])
  } finally {
    clearTimeout(timer)
    other.destroy()
  }
}
