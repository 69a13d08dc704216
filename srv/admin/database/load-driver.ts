import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hasCode } from '../core/errors.ts'

/**
 * Loads modules of a driver that comes with the application: as its own package, or as one of its database service.
 *
 * @param service the package of CAP that brings the driver along.
 */
export const driverLoader = (name: string, service: string): ((path: string) => unknown) => {
  const own = createRequire(import.meta.url)
  try {
    own.resolve(name)
    return own
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error
    const application = createRequire(join(process.cwd(), 'package.json'))
    return createRequire(application.resolve(`${service}/package.json`))
  }
}

export const loadDriver = (name: string, service: string): unknown => driverLoader(name, service)(name)
