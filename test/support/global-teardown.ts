/** What jest does once after all test files. */
import type { Databases } from './global-setup.ts'

export default function globalTeardown(): Promise<void> {
  return (globalThis as unknown as Databases).stopDatabases()
}
