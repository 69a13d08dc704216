import { loadDriver } from '../../../srv/admin/database/hana/load-driver.ts'
import { openHana } from '../../../srv/admin/database/hana/database.ts'
import type { HanaCredentials } from '../../../srv/admin/database/hana/driver.ts'
import type { Database } from '../../../srv/admin/database/session.ts'
import { type HanaSocket, type HanaSocketOptions, startHanaSocket } from './server.ts'

/** A database of the application on a server of its own; the driver is the real one. */
export interface OnSocket {
  readonly server: HanaSocket
  readonly database: Database
}

const opened: OnSocket[] = []

/** Ends after the test, by `endSockets`. */
export const openOnSocket = async (
  options: HanaSocketOptions = {},
  credentials: Partial<HanaCredentials> = {},
  warn?: (message: string) => void,
  driver = loadDriver(),
): Promise<OnSocket> => {
  const server = await startHanaSocket(options)
  const one = { server, database: openHana({ ...server.credentials, ...credentials }, driver, warn) }
  opened.push(one)
  return one
}

export const endSockets = async (): Promise<void> => {
  for (const { server, database } of opened.splice(0)) {
    await database.close()
    await server.stop()
  }
}
