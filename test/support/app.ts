import { join } from 'node:path'
import cds from '@sap/cds'

/** Root of the project, as CAP wants it. */
export const ROOT = join(__dirname, '..', '..')

/** Starts the real server on a free port with a fresh in-memory database before the tests of a file, and stops it after them. */
export const startApp = (): ReturnType<typeof cds.test> => cds.test(ROOT)
