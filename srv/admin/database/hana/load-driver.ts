import { hasCode } from '../../core/has-code.ts'
import { driverLoader } from '../load-driver.ts'
import { chooseDriver, type DriverChoice, type DriverName } from './choose-driver.ts'
import { containFailures, privateParts } from './contain-failures.ts'
import type { Driver } from './driver.ts'
import { ofHanaClient } from './hana-client/client.ts'
import type { HanaClient } from './hana-client/native.ts'
import { withTimeLimit } from './time-limit.ts'

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
