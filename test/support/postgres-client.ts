/** The driver that CAP's service brings along, as far as tests use it: the package ships no types. */
import { createRequire } from 'node:module'

export interface PostgresClient {
  connect(): Promise<void>
  open: boolean
  query(statement: unknown, values?: unknown): Promise<{ rows: Record<string, unknown>[] }>
  on(event: string, listener: (argument: Error) => void): void
  end(): Promise<void>
  emit(event: string, ...rest: unknown[]): boolean
}

export const PostgresDriver = createRequire(require.resolve('@cap-js/postgres'))('pg') as {
  Client: new (credentials: object) => PostgresClient
}

/** A connection of the test's own. */
export const connectPostgres = async (credentials: object): Promise<PostgresClient> => {
  const client = new PostgresDriver.Client(credentials)
  await client.connect()
  return client
}
