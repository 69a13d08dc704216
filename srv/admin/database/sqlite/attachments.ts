import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Attachment } from './protocol.ts'

/** SQLite attaches no more: https://www.sqlite.org/limits.html */
export const MAX_ATTACHED = 10
export const EXTENSION = '.sqlite'

/** The schemas kept in a directory: every `<name>.sqlite`, by name. */
export const listAttachments = (directory: string): Attachment[] => {
  if (!existsSync(directory)) return []
  const root = realpathSync(directory)
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(EXTENSION))
    .map((entry) => ({ name: basename(entry.name, EXTENSION), file: join(root, entry.name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_ATTACHED)
}
