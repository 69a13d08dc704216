import { loadDriver } from '../database/load-driver.ts'
import { type PostgresCredentials, tlsOf } from '../database/postgres/connection.ts'
import { hasCode } from '../core/errors.ts'

interface Limits {
  /** How many may wait for a place. */
  readonly waiting: number
  /** For how long each of them does, at most. */
  readonly waitMs: number
}

/** A number of places that are taken and left, and a bounded room to wait for one. */
class Semaphore {
  readonly #limits: Limits
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(count: number, limits: Limits) {
    this.#free = count
    this.#limits = limits
  }

  /** @returns what leaves the place. @throws PoolFull when there is none in time. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    return () => {
      const [next] = this.#waiting
      if (next) next()
      else this.#free++
    }
  }

  #wait(): Promise<void> {
    const { waiting, waitMs } = this.#limits
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= waiting) return reject(new PoolFull('Too many wait for a connection'))
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        this.#waiting.delete(enter)
        settle()
      }
      const enter = (): void => end(resolve)
      const timer = setTimeout(() => end(() => reject(new PoolFull('No connection has become free in time'))), waitMs)
      this.#waiting.add(enter)
    })
  }
}

export type Row = Readonly<Record<string, unknown>>

export interface Client {
  query(statement: object): Promise<{ rows: Row[] }>
  /** @param error when it must not be used again. */
  release(error?: unknown): void
}

interface DriverClient extends Client {
  on(event: 'error', listener: (error: Error) => void): void
}

export interface Pool {
  /** @throws PoolFull when all connections stay in use; whatever the driver says when there cannot be one. */
  connect(): Promise<Client>
  end(): Promise<void>
}

interface DriverPool {
  connect(): Promise<DriverClient>
  end(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'connect', listener: (client: DriverClient) => void): void
}

/** Few and short statements: two that run, and one that must not wait for them. */
const CONNECTIONS = 3
const CONNECT_TIMEOUT_MS = 1_000
const QUERY_TIMEOUT_MS = 5_000
const IDLE_MS = 60_000

/** Who waits for a connection, and for how long: the driver would call that a connection that cannot be had. */
const WAITING = 1_000
const WAIT_MS = 2_000

/** The driver's pool of connections, with a waiting room of its own. Statements are unnamed: the server keeps none of them. */
export const createPool = (credentials: PostgresCredentials): Pool => {
  const { host, hostname, port, database, dbname, user, username, password } = credentials
  // The package ships no types.
  const driver = loadDriver('pg', '@cap-js/postgres') as { Pool: new (options: object) => DriverPool }
  const pool = new driver.Pool({
    host: hostname ?? host,
    port: port === undefined ? undefined : Number(port),
    database: dbname ?? database,
    user: username ?? user,
    password,
    ssl: tlsOf(credentials),
    application_name: 'shared-state',
    keepAlive: true,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    allowExitOnIdle: true,
  })
  // Without listeners the loss of a connection, idle or lent, would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const places = new Semaphore(CONNECTIONS, { waiting: WAITING, waitMs: WAIT_MS })
  return {
    connect: async () => {
      const leave = await places.take()
      try {
        const client = await pool.connect()
        return {
          query: (statement) => client.query(statement),
          release: (error) => {
            client.release(error)
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** A statement that may have been run or not, since its connection did not last. */
export class LostConnection extends Error {}

/** All connections are in use: that says nothing of the database. */
export class PoolFull extends Error {}

/** Codes of PostgreSQL; Node's own start with an E. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** Whether the database is away, in contrast to a statement that it refuses or has no room for at the moment. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof PoolFull) return false
  const { code } = error as { code?: unknown }
  const isOfServer = typeof code === 'string' && SQL_STATE.test(code)
  return !isOfServer || /^(?:08|57P)/.test(code)
}

/** Whether somebody has dropped a table or its schema. */
export const isAbsent = (error: unknown): boolean => hasCode(error, '42P01', '3F000')

/** Whether its user may not make the schema or the tables. */
export const isRefused = (error: unknown): boolean => hasCode(error, '42501')
