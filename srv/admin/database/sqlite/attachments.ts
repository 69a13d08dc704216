import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { AdminError } from '../../core/errors.ts'
import type { Attachment } from './protocol.ts'

/** SQLite attaches no more: https://www.sqlite.org/limits.html */
export const MAX_ATTACHED = 10
export const EXTENSION = '.sqlite'

/** @param names of the schemas that there are. */
export const tooManySchemas = (names: readonly string[]): AdminError =>
  new AdminError(
    'LIMIT_TOO_LARGE',
    `There are ${MAX_ATTACHED} cloned schemas, as many as can be: ${names.join(', ')}; DELETE /copies drops one`,
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

/** Of attached files, by the name of their schema. */
export type Inodes = ReadonlyMap<string, number | undefined>

/** Attaches what is wanted to a connection, and detaches all else. @param known files that were attached by this before. */
export const attachOnly = (
  prepare: (sql: string) => StatementSync,
  wanted: readonly Attachment[],
  known: Inodes,
): Inodes => {
  const rows = prepare('SELECT name, file FROM temp.pragma_database_list WHERE seq > 1').all()
  const attached = new Map(rows.map(({ name, file }) => [String(name), String(file)]))
  for (const [name, file] of attached)
    if (!wanted.some((each) => each.name === name && each.file === file && each.inode === known.get(name))) {
      prepare('DETACH DATABASE ?').run(name)
      attached.delete(name)
    }
  for (const { name, file } of wanted) if (!attached.has(name)) prepare('ATTACH DATABASE ? AS ?').run(file, name)
  return new Map(wanted.map(({ name, inode }) => [name, inode]))
}
