import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, basename } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { plain, type Statement } from '../../core/values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import type { Attachment } from './protocol.ts'
import { prepare } from './statements.ts'

/** SQLite attaches no more: https://www.sqlite.org/limits.html */
const MAX_ATTACHED = 10
const EXTENSION = '.sqlite'

/** @param names of the schemas that there are. */
const tooManySchemas = (names: readonly string[]): AdminError =>
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

/** Attaches an empty database in memory, which stays when the work succeeds. Not to be called in a transaction. */
export const withNewMemorySchema = async <T>(
  connection: DatabaseSync,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const run = (sql: string, ...parameters: string[]) => prepare(connection, sql).all(...parameters)
  const attached = run(`SELECT name FROM temp.pragma_database_list WHERE name NOT IN ('main', 'temp')`)
  if (attached.some((each) => String(each['name']).toLowerCase() === name.toLowerCase()))
    throw new AdminError('TARGET_EXISTS', `Schema '${name}' exists`)
  if (attached.length >= MAX_ATTACHED) throw tooManySchemas(attached.map((each) => String(each['name'])))
  run('ATTACH DATABASE ? AS ?', ':memory:', name)
  try {
    return await work()
  } catch (error) {
    run('DETACH DATABASE ?', name)
    throw error
  }
}

/** Detaches a database in memory, and so removes it, when the work has succeeded. Not to be called in a transaction. */
export const withOldMemorySchema = async <T>(
  connection: DatabaseSync,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const result = await work()
  prepare(connection, 'DETACH DATABASE ?').run(name)
  return result
}

/** While a file has this ending, nobody attaches it as a schema. */
const UNFINISHED = `${EXTENSION}.unfinished`

/** The file of a schema that is being made. It gets its name in one moment, when it is complete. */
export class NewSchemaFile {
  readonly attachment: Attachment
  readonly #directory: string
  readonly #name: string

  /** @throws AdminError `TARGET_EXISTS`, `LIMIT_TOO_LARGE` */
  constructor(directory: string, name: string) {
    mkdirSync(directory, { recursive: true })
    this.#directory = realpathSync(directory)
    this.#name = name
    const existing = readdirSync(directory).map((file) => file.toLowerCase())
    if (existing.includes(`${name}${EXTENSION}`.toLowerCase()))
      throw new AdminError('TARGET_EXISTS', `Schema '${name}' exists`)
    const attached = listAttachments(directory).map((each) => each.name)
    if (attached.length >= MAX_ATTACHED) throw tooManySchemas(attached)
    this.attachment = { name, file: join(this.#directory, name + UNFINISHED) }
    this.remove()
  }

  /** Lets later writers leave readers alone. To be run when the file is complete and attached. */
  get useWriteAheadLog(): { sql: string; parameters: Statement['parameters'] } {
    return plain(`PRAGMA ${quoteIdentifier(this.#name)}.journal_mode = WAL`)
  }

  /** Makes it a schema. Not to be called while it is attached. */
  keep(): void {
    renameSync(this.attachment.file, join(this.#directory, this.#name + EXTENSION))
  }

  remove(): void {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(this.attachment.file + ending, { force: true })
  }
}

/** Removes the file of a schema. Whoever has it open reads it to the end of the unit of work. */
export const removeSchemaFile = (directory: string, name: string): void => {
  const file = join(realpathSync(directory), name + EXTENSION)
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

/** Removes what a server left behind that ended while it made a schema. */
export const removeUnfinished = (directory: string): void => {
  if (!existsSync(directory)) return
  for (const file of readdirSync(directory))
    if (file.includes(UNFINISHED)) rmSync(join(directory, file), { force: true })
}
