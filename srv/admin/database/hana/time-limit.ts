/**
 * A limit for the time of a statement that the server keeps itself. The protocol has one, and `hdb` has no setting for it: it is sent as
 * SAP's own client (`@sap/hana-client`, `setTimeout` of a statement) sends it, to a server that has said that it knows it.
 */
import type { Client } from './driver.ts'

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
