import type { DatabaseSync } from 'node:sqlite'
import { AdminError } from '../../errors.ts'
import { MAX_ATTACHED, tooManySchemas } from './attachments.ts'
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
