import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

/** A process that is being replaced may need a moment to end. */
const PATIENCE_MS = 3_000
const POLL_MS = 50

/** Held until the process ends, by path. */
const locks = new Map<string, DatabaseSync>()

/**
 * Takes a SQLite file for this process alone. The lock is the operating system's, on a file beside it: it ends with
 * the process, also with one that is killed, and the file that it leaves behind locks nobody out.
 *
 * @returns false when another process holds it, and goes on to do so.
 */
export const lockDatabaseFile = async (file: string): Promise<boolean> => {
  const path = `${realPath(file)}.lock`
  const deadline = performance.now() + PATIENCE_MS
  while (!locks.has(path)) {
    const lock = tryToLock(path)
    if (lock) locks.set(path, lock)
    else if (performance.now() > deadline) return false
    else await setTimeout(POLL_MS)
  }
  return true
}

const tryToLock = (path: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written: with a journal in memory no file of one is left when the process ends.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** By whichever link it was reached. */
const realPath = (file: string): string => {
  const path = resolve(file)
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
}
