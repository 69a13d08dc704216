import type { DatabaseSync } from 'node:sqlite'
import type { Attachment } from './protocol.ts'

/** Attaches files under the names of their schemas, and lets go of all others. */
export const attach = (database: DatabaseSync, wanted: readonly Attachment[]): void => {
  const rows = database.prepare('SELECT name, file FROM temp.pragma_database_list WHERE seq > 1').all()
  const attached = new Map(rows.map(({ name, file }) => [String(name), String(file)]))
  for (const [name, file] of attached)
    if (!wanted.some((each) => each.name === name && each.file === file)) {
      database.prepare('DETACH DATABASE ?').run(name)
      attached.delete(name)
    }
  for (const { name, file } of wanted)
    if (!attached.has(name)) database.prepare('ATTACH DATABASE ? AS ?').run(file, name)
}
