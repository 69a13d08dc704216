import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { lockDatabaseFile } from './sqlite-lock.ts'

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
