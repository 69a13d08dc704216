import { containHdb, isLimited, type NativeConnection, readSession, withTimeLimit } from 'cds-dba/shared'
import type { DatabaseService } from './database-service.ts'

/** A statement that is prepared, with what runs it. */
interface Statement {
  /** The driver's own. */
  readonly _prep: Promise<{ setTimeout(seconds: number): void; drop(done: () => void): void }>
  all(parameters: readonly unknown[]): Promise<unknown>
}

/** `hdb`. */
interface Hdb {
  /** What the server has told of the connection. */
  readonly connectOptions: { readonly connectionId?: number }
  /** Closes the socket at once, and tells who waits for an answer why. */
  destroy(error: Error): void
}

/** A connection of CAP's service for SAP HANA, by either of its drivers. The test of private parts names each member. */
export interface HanaConnection {
  /** The driver's own. */
  readonly _native: Hdb | NativeConnection
  connect: () => Promise<unknown>
  prepare: (sql: string, ...rest: unknown[]) => Promise<Statement>
  exec: (sql: string) => Promise<unknown>
  /** Waits for the end of what runs. */
  disconnect: () => Promise<unknown>
}

/** What the server has told of a connection, and can do for it. */
export interface HanaSession {
  /** The server's number of it. */
  readonly id: number | undefined
  readonly isTimeLimited: boolean
  /** Has the server, where it can, end each statement that takes longer than there is left when it is sent: whole seconds, 0 for no limit. */
  limitStatements(secondsLeft: () => number): void
}

const RUNNING = ['run', 'runBatch', 'get', 'all', 'stream', 'proc'] as const

const isHdb = (native: Hdb | NativeConnection): native is Hdb => 'connectOptions' in native

const sessions = new WeakMap<HanaConnection, HanaSession>()
const known = new WeakSet<object>()

/** Undefined before it has connected. */
export const sessionOf = (connection: HanaConnection): HanaSession | undefined => sessions.get(connection)

/** Closes a connection at once, whatever it waits for. */
export const closeAtOnce = ({ _native: native }: HanaConnection, reason: Error): void => {
  if (isHdb(native)) native.destroy(reason)
  else native.abort(() => undefined)
}

/** Has the connections that a service makes from now on tell of their sessions, which have limits of time for statements. */
export const openSessions = (service: DatabaseService<HanaConnection>): void => {
  const { prototype } = (service as unknown as { readonly _driver: { readonly prototype: HanaConnection } })._driver
  if (known.has(prototype)) return
  known.add(prototype)
  const { connect } = prototype
  prototype.connect = async function connectWithLimits(this: HanaConnection) {
    const { _native: native } = this
    const limit = isHdb(native) && containHdb() ? withTimeLimit(native).limitStatements : undefined
    const connected = await connect.call(this)
    sessions.set(this, isHdb(native) ? ofHdb(native, limit) : await limitEach(this, native))
    return connected
  }
}

const ofHdb = (
  { connectOptions }: Hdb,
  limitStatements: (secondsLeft: () => number) => boolean = () => false,
): HanaSession => ({
  id: connectOptions.connectionId,
  isTimeLimited: limitStatements(() => 0),
  limitStatements,
})

/** `@sap/hana-client` takes a limit for a statement that is prepared. */
const limitEach = async (connection: HanaConnection, native: NativeConnection): Promise<HanaSession> => {
  const { connectionId, isTimeLimited } = await readSession(native)
  let secondsLeft = (): number => 0
  const session: HanaSession = { id: connectionId, isTimeLimited, limitStatements: (left) => void (secondsLeft = left) }
  if (!isTimeLimited) return session
  const { prepare, exec } = connection
  Object.assign(connection, {
    async prepare(...given) {
      const statement = await prepare.apply(this, given)
      const running = statement as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>
      for (const name of RUNNING) {
        const run = running[name]
        running[name] &&= async (...args) => {
          const native = await statement._prep
          native.setTimeout(secondsLeft())
          return run?.apply(statement, args)
        }
      }
      return statement
    },
    async exec(sql) {
      if (secondsLeft() === 0 || !isLimited(sql)) return exec.call(this, sql)
      const statement = await this.prepare(sql)
      const rows = await statement.all([])
      const native = await statement._prep
      native.drop(() => undefined)
      return rows
    },
  } satisfies Partial<HanaConnection> & ThisType<HanaConnection>)
  return session
}
