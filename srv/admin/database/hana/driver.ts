/** The driver, by the parts of `hdb` that are used here, which ships no types. */

export interface ClientOptions {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly databaseName?: string
  readonly useTLS?: boolean
  readonly ca?: string
  readonly rejectUnauthorized?: boolean
  /** For the first answer of the server, in milliseconds. */
  readonly initializationTimeout?: number
  /** The largest message to the server, in bytes. */
  readonly packetSizeLimit: number
  /** The version of the data format that the client understands. */
  readonly dataFormatSupport: number
}

type Done<Result> = (error: Error | null, result: Result) => void

/** How an answer of the driver is taken. */
export type ResultDone<Result> = (error: Error | null | undefined, result: Result) => void

/** A large value that is read on demand; of a text, its bytes in CESU-8. */
export interface Lob {
  read(done: Done<Buffer | string>): void
}

/** A column of a result, or a parameter of a statement; `dataType` is the protocol's number. */
interface Typed {
  readonly dataType: number
}

export interface ResultSet {
  readonly metadata: readonly (Typed & { readonly columnDisplayName: string })[]
  setFetchSize(rows: number): void
  createArrayStream(rowsPerChunk: number): AsyncIterable<unknown[][]>
  close(done: (error?: Error | null) => void): void
}

/** A number of changed rows, one per row of an array binding, a result set, or nothing. */
export type StatementResult = number | number[] | ResultSet | undefined

export interface Statement {
  /** What the server takes it for: 5 is a query. */
  readonly functionCode?: number
  readonly parameterMetadata?: readonly Typed[]
  execute(parameters: readonly unknown[], options: { rowsAsArray: true }, done: Done<StatementResult>): void
  drop(done?: (error?: Error | null) => void): void
}

export interface Client {
  readonly readyState: string
  /** What the server has told about the connection when it was made. */
  readonly connectOptions?: { readonly connectionId?: number }
  setAutoCommit(isOn: boolean): void
  /**
   * Has the server end each statement that takes longer than there is left when it is sent: whole seconds, 0 for no limit.
   *
   * @returns whether the server does that.
   */
  limitStatements?(secondsLeft: () => number): boolean
  connect(done: (error?: Error | null) => void): void
  /** Runs a statement without parameters. */
  execute(sql: string, options: { rowsAsArray: true }, done: Done<StatementResult>): void
  prepare(sql: string, done: Done<Statement>): void
  commit(done: (error?: Error | null) => void): void
  rollback(done: (error?: Error | null) => void): void
  end(): void
  destroy(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): this
  on(event: 'close', listener: () => void): this
}

export interface Driver {
  createClient(options: ClientOptions): Client
}

/** What is needed to connect: as `cds.requires.db.credentials` has it. */
export interface HanaCredentials {
  readonly host: string
  readonly port: number | string
  readonly user: string
  readonly password: string
  readonly schema?: string
  /** The tenant, where the port is that of the system database. */
  readonly databaseName?: string
  readonly encrypt?: boolean | string
  readonly certificate?: string
  readonly sslValidateCertificate?: boolean | string
  /** The same, as other clients spell it. */
  readonly validate_certificate?: boolean | string
}

/** A row and its values are one message, and 128 KiB, the driver's default, are less than one row of texts can have. */
const LARGEST_MESSAGE = 2 ** 26
/** The version of the data format with BOOLEAN, exact decimals and timestamps of 100 ns; the default has milliseconds. */
const DATA_FORMAT = 8

/** Settings of the driver, which CAP derives from a binding in the same way. */
export const clientOptions = (credentials: HanaCredentials): ClientOptions => {
  const { host, port, user, password, databaseName, encrypt, certificate } = credentials
  const validates = credentials.sslValidateCertificate ?? credentials.validate_certificate
  return {
    ...{ host, port: Number(port), user, password },
    ...{ packetSizeLimit: LARGEST_MESSAGE, dataFormatSupport: DATA_FORMAT },
    ...(databaseName !== undefined && { databaseName }),
    ...(isTrue(encrypt) && { useTLS: true }),
    ...(certificate !== undefined && { ca: certificate }),
    ...(validates !== undefined && { rejectUnauthorized: isTrue(validates) }),
  }
}

const isTrue = (setting: boolean | string | undefined): boolean => setting === true || setting === 'true'
