/** The public interface of this folder. */
export { endLongTransactions } from './watchdog.ts'
export { fillEmptyTablesOnly } from './initial-data.ts'
export { serveHealth } from './health.ts'
export { readSettings } from './settings.ts'
export { supervise } from './supervise.ts'
export { startSafely } from './start-safely.ts'
export { updateInPlace } from './update-in-place.ts'
