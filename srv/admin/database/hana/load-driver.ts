import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { hasCode } from '../../core/disk-error.ts'
import { driverLoader } from '../load-driver.ts'
import { containFailures, privateParts } from './contain-failures.ts'
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
