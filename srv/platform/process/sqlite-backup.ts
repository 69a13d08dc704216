import { existsSync, renameSync, rmSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Servers hold the file for no longer than it takes to write. */
const PATIENCE_MS = 30_000

/** What SQLite has beside a file, and would take for a part of the next one. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/**
 * Copies a SQLite file as it is at one moment; a server may go on reading and writing.
 *
 * @throws Error when there is no such file, or one where the copy is to be.
 */
export const backUpFile = (file: string, copy: string): void => {
  if (!existsSync(file)) throw new Error(`There is no ${file}`)
  if (existsSync(copy)) throw new Error(`There is a ${copy} already`)
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS })
  try {
    database.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  } finally {
    database.close()
  }
}

/** @throws Error when SQLite finds a fault in a file. */
const assertSound = (file: string): void => {
  const database = new DatabaseSync(file)
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
  database.close()
  if (found !== 'ok') throw new Error(`There are faults in the backup: ${found}`)
}

/** @throws Error when somebody uses the file. */
const assertUnused = async (file: string): Promise<void> => {
  if (!(await lockDatabaseFile(file))) throw new Error(`A server process uses ${file}: stop it first`)
}

const removeCompanions = (file: string): void => {
  for (const companion of COMPANIONS) rmSync(file + companion, { force: true })
}

/**
 * Removes a SQLite file with all that is in it.
 *
 * @throws Error when a server uses the file.
 */
export const removeFile = async (file: string): Promise<void> => {
  await assertUnused(file)
  removeCompanions(file)
  rmSync(file, { force: true })
}

/**
 * Puts a backup in the place of a SQLite file, which stays as it is when the backup cannot be used.
 *
 * @throws Error when there is no such backup, it has faults, or a server uses the file.
 */
export const restoreFile = async (backup: string, file: string): Promise<void> => {
  await assertUnused(file)
  const next = `${file}.restoring`
  rmSync(next, { force: true })
  try {
    backUpFile(backup, next)
    assertSound(next)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  removeCompanions(file)
  renameSync(next, file)
}

/** A process that is being replaced may need a moment to end. */
const LOCK_PATIENCE_MS = 3_000
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
  const deadline = performance.now() + LOCK_PATIENCE_MS
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
