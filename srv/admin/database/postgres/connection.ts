import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { POSTGRES_TEXTS, postgresParser } from '../../core/postgres-values.ts'
import type { Value } from '../../core/values.ts'
import {
  type Client,
  type ClientConfig,
  createClient,
  type QueryResult,
  type Submittable,
  type QueryConfig,
} from './driver.ts'
import { postgresError } from './errors.ts'

/** How the server's text becomes a value. */
const types: QueryConfig['types'] = { getTypeParser: postgresParser }

/** A value as the driver sends it. */
const toPostgres = (value: Value): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value) : value

/** What is needed to connect: as `cds.requires.db.credentials` has it, in either of its spellings. */
export interface PostgresCredentials extends TlsCredentials {
  readonly host?: string
  readonly hostname?: string
  readonly port?: number | string
  readonly database?: string
  readonly dbname?: string
  readonly user?: string
  readonly username?: string
  readonly password?: string
  /** Of the application's own tables. */
  readonly schema?: string
}

const CONNECT_TIMEOUT_MS = 5_000
/** The same text for a value wherever the server stands. */
const SETTINGS = [
  ...Object.entries(POSTGRES_TEXTS).map(([name, value]) => `SET ${name} = '${value}'`),
  "SET standard_conforming_strings = on; SET client_encoding = 'UTF8'",
].join('; ')

/** One connection to PostgreSQL. Statements are unnamed: the server keeps none of them. */
export class PostgresConnection {
  /** True once a unit of work began on it. */
  hasServed = false
  readonly #client: Client
  #isOpen = true

  /** @param onEnd told when the connection ended for whatever reason. */
  private constructor(client: Client, onEnd: (connection: PostgresConnection) => void) {
    this.#client = client
    const end = (): void => {
      if (!this.#isOpen) return
      this.#isOpen = false
      onEnd(this)
    }
    // Without a listener the loss of an idle connection would end the process.
    client.on('error', end)
    client.on('end', end)
  }

  /** @throws AdminError `DATABASE_UNAVAILABLE` */
  static async open(
    credentials: PostgresCredentials,
    onEnd: (connection: PostgresConnection) => void,
  ): Promise<PostgresConnection> {
    const client = createClient(clientConfig(credentials))
    const connection = new PostgresConnection(client, onEnd)
    try {
      await client.connect()
      await client.query(SETTINGS)
      if (credentials.schema !== undefined)
        await connection.query(`SELECT set_config('search_path', quote_ident($1), false)`, [credentials.schema])
      return connection
    } catch (error) {
      connection.destroy()
      throw postgresError(error)
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get processId(): number | null {
    return this.#client.processID
  }

  /** Several statements without values. @returns what the last one was in the server's view: `COMMIT`, `ROLLBACK`… */
  async run(sql: string): Promise<string> {
    try {
      const results = [await this.#client.query(sql)].flat()
      return results.at(-1)?.command ?? ''
    } catch (error) {
      throw postgresError(error)
    }
  }

  async query(sql: string, parameters: readonly Value[] = []): Promise<QueryResult> {
    try {
      const values = parameters.map(toPostgres)
      return await this.#client.query({ text: sql, values, rowMode: 'array', queryMode: 'extended', types })
    } catch (error) {
      throw postgresError(error)
    }
  }

  submit(statement: Submittable): void {
    this.#client.query(statement)
  }

  /** Says goodbye to the server. */
  async close(): Promise<void> {
    const { stream } = this.#client.connection
    if (!this.#isOpen || stream.destroyed) return
    this.#isOpen = false
    this.#client.end().catch(() => undefined)
    const farewell = AbortSignal.timeout(1_000)
    await once(stream, 'close', { signal: farewell }).catch(() => stream.destroy())
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.#isOpen = false
    this.#client.connection.stream.destroy()
  }
}

const clientConfig = (credentials: PostgresCredentials): ClientConfig => {
  const { host, hostname, port, database, dbname, user, username, password } = credentials
  const wanted: Record<keyof ClientConfig, unknown> = {
    host: hostname ?? host,
    port: port === undefined ? undefined : Number(port),
    database: dbname ?? database,
    user: username ?? user,
    password,
    ssl: tlsOf(credentials),
    application_name: 'admin-api',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

type TlsOptions = ConnectionOptions

export interface TlsCredentials {
  /** Options of the driver; they count as they are. */
  readonly ssl?: boolean | TlsOptions
  /** Certificates of the authorities to trust, in PEM, or the path of a file with them. */
  readonly sslrootcert?: string
}

/**
 * How to speak TLS with PostgreSQL. With `sslrootcert` the server's certificate must be signed by one of these
 * authorities and name the host that is connected to; CAP's own service would accept any certificate.
 *
 * @returns undefined for connections without TLS.
 * @throws Error when the file cannot be read.
 */
export const tlsOf = ({ ssl, sslrootcert }: TlsCredentials): boolean | TlsOptions | undefined => {
  if (ssl !== undefined || !sslrootcert) return ssl
  return { ca: sslrootcert.includes('-----BEGIN') ? sslrootcert : readAuthorities(sslrootcert) }
}

const readAuthorities = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error('Setting requires.db.credentials.sslrootcert is no certificate, and no file that can be read', {
      cause,
    })
  }
}
