import { AdminError } from '../../core/errors.ts'
import { HanaConnection } from './connection.ts'
import type { HanaCredentials, Driver, Client } from './driver.ts'

// A limit for the time of a statement that the server keeps itself. The protocol has one, and `hdb` has no setting for it: it is sent as
// SAP's own client (`@sap/hana-client`, `setTimeout` of a statement) sends it, to a server that has said that it knows it.

/** Settings as a part of a message lists them; a name or a type is a number of the protocol. */
interface Options {
  KEYS: readonly number[]
  TYPES: Readonly<Record<number, number>>
  PROPERTY_NAMES: Readonly<Record<number, string>>
  setOptions(options: unknown): void
}

/** What is used of a client of `hdb`, which publishes none of it. */
interface PrivateClient {
  readonly connectOptions?: Options
  readonly _connection?: {
    _statementContext?: Options
    send(message: { readonly type: number }, receive: unknown): void
    getAvailableSize(forLobs?: boolean): number
  }
}

const BOOLEAN = 28
const BIGINT = 4
/** Of the connection: whether client and server know limits. */
const SUPPORTED = 43
/** Of a statement: its limit in seconds. */
const QUERY_TIMEOUT = 5
const EXECUTE_DIRECT = 2
const EXECUTE = 13
/** What the limit adds to a message, at most. */
const BYTES = 16

/** Lets the settings have one more, under a name of its own. */
const addTo = (options: Options, key: number, type: number, name: string): void => {
  if (options.KEYS.includes(key)) return
  options.KEYS = [...options.KEYS, key]
  options.TYPES = { ...options.TYPES, [key]: type }
  options.PROPERTY_NAMES = { ...options.PROPERTY_NAMES, [key]: name }
}

const isSupport = (option: unknown): boolean => {
  const { name, value } = option as { name?: unknown; value?: unknown }
  return name === SUPPORTED && value === true
}

/**
 * Gives a client of `hdb` that has not connected yet `limitStatements`. One that is made otherwise than those that were read is left as it is.
 */
export const withTimeLimit = <Given extends object>(client: Given): Given & Pick<Client, 'limitStatements'> => {
  const { connectOptions, _connection: connection } = client as PrivateClient
  const lists = [connectOptions?.KEYS, connectOptions?.TYPES, connectOptions?.PROPERTY_NAMES]
  const functions = [connectOptions?.setOptions, connection?.send, connection?.getAvailableSize]
  const isKnown = Array.isArray(lists[0]) && lists.every((list) => typeof list === 'object')
  if (!connectOptions || !connection || !isKnown || !functions.every((each) => typeof each === 'function'))
    return client

  let isSupported = false
  let secondsLeft = (): number => 0
  addTo(connectOptions, SUPPORTED, BOOLEAN, 'QUERY_TIMEOUT_SUPPORTED')
  Object.assign(connectOptions, { queryTimeoutSupported: true }) // asks
  const { setOptions } = connectOptions
  connectOptions.setOptions = function setAndLook(options) {
    if (Array.isArray(options)) isSupported ||= options.some(isSupport)
    setOptions.call(this, options)
  }
  const { send, getAvailableSize } = connection
  connection.getAvailableSize = function withoutLimit(...given) {
    return getAvailableSize.apply(this, given) - BYTES
  }
  connection.send = function sendLimited(message, receive) {
    // The server sends the context with its first answer: what comes before is the login.
    const context = this._statementContext
    const seconds = isSupported && [EXECUTE, EXECUTE_DIRECT].includes(message.type) ? secondsLeft() : 0
    if (!context || seconds === 0) {
      send.call(this, message, receive)
      return
    }
    addTo(context, QUERY_TIMEOUT, BIGINT, 'QUERY_TIMEOUT')
    Object.assign(context, { queryTimeout: seconds })
    send.call(this, message, receive)
    Object.assign(context, { queryTimeout: undefined })
  }
  return Object.assign(client, {
    limitStatements: (left: () => number) => {
      secondsLeft = left
      return isSupported
    },
  })
}

const STOP_TIMEOUT_MS = 5_000
const lacksRight = (isTimeLimited: boolean): string => {
  const [until, other] = isTimeLimited
    ? ['until the time of their operation is over', '']
    : ['until it notices that nobody waits', ', or set a time limit for statements on the server']
  return (
    `SAP HANA does not let the database user cancel statements: they go on, with their locks, ${until}. ` +
    `Grant SESSION ADMIN to the user${other}`
  )
}

/**
 * Ends a connection and the statement that runs on it: a server need not notice for a long time that the client of
 * a statement is gone, and the statement holds its locks until then. Where the cancelling fails, closing is all.
 *
 * @see https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/alter-system-cancel-work-in-session-statement-system-management
 */
export const stopStatement = async (
  connection: HanaConnection,
  driver: Driver,
  credentials: HanaCredentials,
  warn: (message: string) => void,
): Promise<void> => {
  const { id, isWaiting } = connection
  connection.retire()
  if (isWaiting && id !== undefined)
    await cancel(id, driver, credentials).catch((error: unknown) => {
      if (error instanceof AdminError && error.code === 'INSUFFICIENT_PRIVILEGE')
        warn(lacksRight(connection.isTimeLimited))
    })
  connection.destroy()
}

const cancel = async (id: number, driver: Driver, credentials: HanaCredentials): Promise<void> => {
  const { schema: _, ...login } = credentials
  const other = await HanaConnection.open(driver, login, undefined, STOP_TIMEOUT_MS)
  const timer = setTimeout(() => other.destroy(), STOP_TIMEOUT_MS)
  try {
    await other.execute(`ALTER SYSTEM CANCEL SESSION '${id}'`, [])
  } finally {
    clearTimeout(timer)
    other.destroy()
  }
}
