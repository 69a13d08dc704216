import { readFileSync } from 'node:fs'

/** For everything but clients: the databases, threads, logs and what Node has open by itself. */
const OTHER_FILES = 96
/** A connection, and a file that is sent over it. */
const PER_CONNECTION = 2

/** How many files this process may have open; undefined where the system does not tell, or sets no limit. */
export const openFileLimit = (): number | undefined => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** How many connections there is room for, so that the server can go on with all of them busy. */
export const connectionsWithin = (files: number | undefined, most: number): number =>
  files === undefined ? most : Math.min(most, Math.max(1, Math.floor((files - OTHER_FILES) / PER_CONNECTION)))
