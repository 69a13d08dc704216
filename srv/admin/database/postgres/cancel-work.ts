import { PostgresConnection, type PostgresCredentials } from './connection.ts'

/** Ends the running statement through another connection, then the victim's own. */
export const cancelWork = async (credentials: PostgresCredentials, victim: PostgresConnection): Promise<void> => {
  try {
    const helper = await PostgresConnection.open(credentials, () => undefined)
    await helper.query('SELECT pg_cancel_backend($1)', [victim.processId])
    await helper.close()
  } catch {
    // The server is gone or accepts no connection: statement_timeout is left.
  }
  victim.destroy()
}
