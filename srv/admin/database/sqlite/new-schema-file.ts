import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { plain, type Statement } from '../../core/values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { EXTENSION, listAttachments, MAX_ATTACHED, tooManySchemas } from './attachments.ts'
import type { Attachment } from './protocol.ts'
import { prepare } from './prepare.ts'

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
