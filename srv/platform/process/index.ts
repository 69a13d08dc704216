/** The public interface of this folder. */
export { endLongTransactions } from './watchdog.ts'
export { serveHealth } from './health.ts'
export { readSettings } from './settings.ts'
export { supervise } from './supervise.ts'
export { startSafely } from './start-safely.ts'
