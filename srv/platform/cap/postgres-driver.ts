import { createRequire } from 'node:module'

/** A connection of `pg`, as CAP's service lends it. */
export interface Connection {
  open: boolean
  /** Of the process that serves it. */
  readonly processID?: number
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): void
  /** `drain`: the last statement that it was given has ended, whether well or not. */
  on(event: 'drain' | 'end', listener: () => void): void
  query: (statement: unknown, ...rest: readonly unknown[]) => unknown
}

/** The wire below a connection. @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY */
export interface Wire {
  bind(statement: { statement: string; values?: readonly string[] }): void
  execute(portal: object): void
}

/** What is used of the driver's queries. */
interface DriverQuery {
  /** Sends a statement that has a name. */
  prepare(wire: Wire): void
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

const { resolve } = createRequire(import.meta.url)

/** The queries of the driver that CAP's PostgreSQL service brings along; the package ships no types. */
export const { Query: PostgresQuery } = createRequire(resolve('@cap-js/postgres'))('pg') as {
  Query: new (config: object, values: undefined, done: (error: Error | null, result: unknown) => void) => DriverQuery
}
