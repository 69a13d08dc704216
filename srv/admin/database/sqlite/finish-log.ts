import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Moves what the write-ahead log of a file holds into the file, so that a copy of it alone is complete, and removes the log
 * unless somebody else still has the file open, who does the same then. Connections of processes that were ended leave it.
 *
 * @see https://www.sqlite.org/wal.html#the_wal_file
 */
export const finishLog = (file: string): void => {
  if (!existsSync(`${file}-wal`)) return
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  } catch {
    // It is in use, cannot be written or is none of SQLite: it stays as it is, and whoever opens it next finds all of it.
  }
}
