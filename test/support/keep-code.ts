/**
 * Keeps what Node makes of TypeScript and of any other code, so that the hundreds of processes that tests start compile each file
 * once: a process that reads SQLite starts four times as fast.
 */
import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import process from 'node:process'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where it is kept, by Node's version. */
export const CODE = join(ROOT, 'node_modules/.cache/saga-compile/code')

/** Processes that end by being killed: they would keep nothing, as Node does that when it exits. */
const KILLED = ['srv/admin/database/sqlite/worker.ts', 'srv/platform/readers/worker.ts']

/** For this process's children, and theirs. */
export function keepCodeOfChildren(): void {
  process.env['NODE_COMPILE_CACHE'] = CODE
  for (const path of KILLED) {
    const child = fork(join(ROOT, path), { stdio: 'ignore', serialization: 'advanced' })
    child.on('error', () => undefined)
    child.disconnect()
  }
}
