import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { hasCode } from '../../core/errors.ts'
import { driverLoader } from '../load-driver.ts'
import type { Driver } from './driver.ts'
import { ofHanaClient } from './hana-client/client.ts'
import type { HanaClient } from './hana-client/native.ts'
import { withTimeLimit } from './stop-statement.ts'

type DriverName = 'hdb' | 'hana-client'

/** Settings of the application's database. */
interface DriverChoice {
  readonly driver?: unknown
  readonly credentials?: unknown
}

interface Package {
  readonly dependencies?: object
  readonly devDependencies?: object
}

/**
 * The driver that CAP's service for SAP HANA takes: that of its settings, or of the credentials, else the one that is
 * among the packages of the application, first of all `hdb`.
 *
 * @param folder of the application.
 * @returns null where nothing says which: the first that is there.
 */
export const chooseDriver = ({ driver, credentials }: DriverChoice, folder = process.cwd()): DriverName | null => {
  const { driver: ofCredentials } = (credentials ?? {}) as { readonly driver?: unknown }
  const named = [driver || ofCredentials].find((name) => name === 'hdb' || name === 'hana-client')
  if (named) return named
  const { dependencies, devDependencies } = packageIn(folder)
  // eslint-disable-next-line no-restricted-properties -- CAP asks the environment, too
  const all = { ...dependencies, ...(process.env['NODE_ENV'] !== 'production' && devDependencies) }
  return 'hdb' in all ? 'hdb' : '@sap/hana-client' in all ? 'hana-client' : null
}

const packageIn = (folder: string): Package => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  } catch {
    return {}
  }
}

/**
 * Loads the driver when the first connection is made: the one that CAP's service takes. `hdb` comes with `@cap-js/hana`, `@sap/hana-client`
 * with the application.
 */
export const loadDriver = (choice: DriverChoice = {}): Driver => {
  const named = chooseDriver(choice)
  if (named !== null) return LOADERS[named]()
  try {
    return LOADERS.hdb()
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error
    return LOADERS['hana-client']()
  }
}

/** Keeps failures of `hdb` from ending the process. @returns whether it is as it was read. */
export const containHdb = (): boolean => {
  const load = hdbLoader()
  containFailures(load)
  return privateParts(load) !== null
}

const loadHdb = (): Driver => {
  const isKnown = containHdb()
  const hdb = hdbLoader()('hdb') as Driver
  return isKnown ? { createClient: (options) => withTimeLimit(hdb.createClient(options)) } : hdb
}

const hdbLoader = (): ((path: string) => unknown) => driverLoader('hdb', '@cap-js/hana')

const LOADERS: Readonly<Record<DriverName, () => Driver>> = {
  hdb: loadHdb,
  'hana-client': () => ofHanaClient(driverLoader('@sap/hana-client', '@cap-js/hana')('@sap/hana-client') as HanaClient),
}

type Receive = (error: unknown, reply?: unknown) => void

interface Connection {
  readonly _state?: object
  send(message: object, receive: Receive): void
  receive(bytes: Buffer, receive: Receive | undefined): void
  destroy(error: unknown): void
}

interface Manager {
  initialize(reply: unknown, done: (error?: unknown) => void): void
}

interface Physical {
  authenticate(connection: Connection, manager: Manager, options: object, done: Receive): void
}

interface ExecuteTask {
  end(error: unknown): void
  receive?(error: unknown): void
}

/** Major versions of `hdb` whose sources were read for this. */
const READ = ['2']

/**
 * The prototypes that are changed; null where they are not as they were read, such as in another version of an application.
 * `hdb` publishes none of them.
 */
export const privateParts = (
  load: (path: string) => unknown,
): { readonly connection: Connection; readonly physical: Physical; readonly task: ExecuteTask } | null => {
  try {
    const { version } = load('hdb/package.json') as { version: string }
    const { prototype: connection } = load('hdb/lib/protocol/Connection.js') as { prototype: Connection }
    const { prototype: task } = load('hdb/lib/protocol/ExecuteTask.js') as { prototype: ExecuteTask }
    const { PhysicalConnection } = load('hdb/lib/protocol/PhysicalConnection.js') as {
      PhysicalConnection: { prototype: Physical }
    }
    const { prototype: physical } = PhysicalConnection
    const isKnown = READ.includes(version.split('.')[0] ?? '')
    const members: readonly unknown[] = [
      connection.send,
      connection.receive,
      connection.destroy,
      physical.authenticate,
      task.end,
    ]
    return isKnown && members.every((member) => typeof member === 'function') ? { connection, physical, task } : null
  } catch {
    return null // no such files: the driver works without
  }
}

/**
 * Keeps a failing connection from ending the process. `hdb` 2.30 throws out of its event handlers when a connection
 * closes while it logs in, while a statement with parameters is not yet sent or waits for its turn, and when the server cannot prove that
 * it is the right one. Does nothing with a version that was not read.
 *
 * @param load a module of the driver.
 */
export const containFailures = (load: (path: string) => unknown): void => {
  const parts = privateParts(load)
  if (parts === null || parts.task.receive) return
  const { connection, physical, task } = parts
  task.receive = function receiveInQueue(error) {
    this.end(error)
  }
  const { send, receive } = connection
  connection.send = function sendUnlessClosed(message, done) {
    if (this._state) send.call(this, message, done)
    else done(closed())
  }
  connection.receive = function receiveOrEnd(bytes, done) {
    try {
      receive.call(this, bytes, done)
    } catch (error) {
      this.destroy(error)
    }
  }
  const { authenticate } = physical
  physical.authenticate = function authenticateUnlessClosed(owner, manager, options, done) {
    const initialize = manager.initialize.bind(manager)
    // Working out the proof of the password takes a while.
    manager.initialize = (reply, proved) => {
      initialize(reply, (error) => {
        if (owner._state) proved(error)
        else done(closed())
      })
    }
    authenticate.call(this, owner, manager, options, done)
  }
}

const closed = (): Error => Object.assign(new Error('The connection is closed'), { code: 'EHDBCLOSE' })
