import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

export type DriverName = 'hdb' | 'hana-client'

/** Settings of the application's database. */
export interface DriverChoice {
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
