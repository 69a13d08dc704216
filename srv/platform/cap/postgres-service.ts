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

/** CAP's translation of queries to SQL, as far as it is changed here. */
interface Translation {
  readonly context: { readonly locale?: string }
  orderByICU(orderBy: readonly unknown[], localized: unknown): string[]
  _orderBy(orderBy: readonly unknown[], localized: unknown, collation: string | undefined): string[]
  /** Makes JSON of the records of a query. */
  SELECT_expand(query: object, sql: string): string
}

export interface Statement {
  readonly all: (values: readonly unknown[]) => Promise<unknown[]>
  readonly get: (values: readonly unknown[]) => Promise<unknown>
  readonly run: (values: readonly unknown[]) => Promise<unknown>
  readonly stream: (values: readonly unknown[], one: boolean, objectMode: boolean) => Promise<unknown>
}

/** A query in CQN on its way to the database. */
export interface SelectRequest {
  readonly query: object
  readonly data?: unknown
}

/** A statement on its way to the database. */
export interface PlainRequest {
  readonly query: unknown
  readonly data: readonly unknown[]
}

export interface Factory {
  create(tenant?: string): Promise<Connection>
}

/** What is used of CAP's service, and of the transactions that derive from it. */
export declare class CapPostgresService {
  options: { readonly credentials?: object; readonly pool?: { readonly max?: number } }
  init(): Promise<void>
  /** Statements by the hash of their text, which is their name in the database. */
  _queryCache: Record<string, unknown>
  dbc?: Connection
  get factory(): Factory
  static CQN2SQL: (new () => Translation) & { OutputConverters: Readonly<Record<string, (operand: string) => string>> }
  prepare(sql: string): Statement
  send(...request: unknown[]): Promise<unknown>
  set(variables: object): Promise<unknown>
  exec(sql: string): Promise<unknown>
  cqn2sql(query: object, data?: unknown): { readonly sql: string; readonly values: readonly unknown[] }
  onSELECT(request: SelectRequest): Promise<unknown>
  onPlainSQL(request: PlainRequest, next: () => Promise<unknown>): Promise<unknown>
  _checkCollation(): Promise<void>
  release(): Promise<void>
  destroy(): Promise<void>
}

const require = createRequire(import.meta.url)

/** CAP's PostgreSQL service. */
export const BasePostgresService = require('@cap-js/postgres') as typeof CapPostgresService
