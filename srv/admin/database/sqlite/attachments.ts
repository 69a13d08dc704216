import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AdminError } from '../../errors.ts'
import type { Attachment } from './protocol.ts'

/** SQLite attaches no more: https://www.sqlite.org/limits.html */
export const MAX_ATTACHED = 10
export const EXTENSION = '.sqlite'

/** @param names of the schemas that there are. */
export const tooManySchemas = (names: readonly string[]): AdminError =>
  new AdminError(
    'LIMIT_TOO_LARGE',
    `There are ${String(MAX_ATTACHED)} cloned schemas, as many as can be: ${names.join(', ')}; DELETE /copies drops one`,
  )

/** The schemas kept in a directory: every `<name>.sqlite`, by name. */
export const listAttachments = (directory: string): Attachment[] => {
  if (!existsSync(directory)) return []
  const root = realpathSync(directory)
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(EXTENSION))
    .flatMap((entry) => {
      const file = join(root, entry.name)
      const inode = statSync(file, { throwIfNoEntry: false })?.ino
      return inode === undefined ? [] : [{ name: basename(entry.name, EXTENSION), file, inode }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_ATTACHED)
}
