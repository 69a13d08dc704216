/** The parts of `pg` that are used here: the package ships no types. */
import type { Duplex } from 'node:stream'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import { loadDriver } from '../load-driver.ts'

export interface ClientConfig {
  readonly host?: string
  readonly port?: number
  readonly database?: string
  readonly user?: string
  readonly password?: string
  readonly ssl?: boolean | TlsOptions
  readonly application_name?: string
  readonly connectionTimeoutMillis?: number
  readonly keepAlive?: boolean
}

type TypeParser = (text: string) => unknown

export interface QueryConfig {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly rowMode: 'array'
  /** The extended protocol takes one statement at a time, also without values. */
  readonly queryMode: 'extended'
  readonly types: { getTypeParser(typeId: number): TypeParser }
}

export interface QueryResult {
  readonly rows: unknown[][]
  readonly rowCount: number | null
  readonly fields: readonly {
    readonly name: string
    /** Of its type, and what is declared beside it, such as a length; -1 for nothing. */
    readonly dataTypeID: number
    readonly dataTypeModifier: number
  }[]
}

export interface CommandResult {
  readonly command: string
}

/** The protocol's messages; `pg` calls the handlers of the statement that is running. */
export interface Wire {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** A statement that speaks the protocol itself. */
export interface Submittable {
  submit(wire: Wire): null
  handleError(error: Error): void
  handleCopyInResponse?(wire: Wire): void
  /** @param message its chunk is only good until this returns. */
  handleCopyData?(message: { readonly chunk: Buffer }, wire: Wire): void
  handleCommandComplete(message: { readonly text: string }): void
  handleReadyForQuery(): void
}

export interface Client {
  /** Process of the server that serves this connection. */
  readonly processID: number | null
  readonly connection: Wire
  connect(): Promise<unknown>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): this
  on(event: 'end', listener: () => void): this
  query(config: QueryConfig): Promise<QueryResult>
  query(text: string): Promise<CommandResult | CommandResult[]>
  query(statement: Submittable): Submittable
}

let driver: { readonly Client: new (config: ClientConfig) => Client } | undefined

/** Loads the driver when the first connection is made. */
export const createClient = (config: ClientConfig): Client => {
  driver ??= loadDriver('pg', '@cap-js/postgres') as NonNullable<typeof driver>
  return new driver.Client(config)
}
