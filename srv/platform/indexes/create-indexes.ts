import { associationIndexes, type Entity, type Index } from './association-indexes.ts'

/** What this file uses of a CAP database service, and of the transactions that derive from it. */
export interface Database {
  readonly kind?: string
  readonly model: { readonly definitions: Iterable<Entity> }
  run(sql: string): Promise<unknown>
}

/** PostgreSQL locks the table before it looks whether the index is there: who has it all is not to wait for others. */
const PRESENT = `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'i'`

/**
 * Creates the indexes of associations that a database does not have, by their names: what somebody has made in advance,
 * CONCURRENTLY for example, is left as it is. HANA's column store needs none.
 *
 * @param database a transaction; the tables have to be there.
 */
export const createIndexes = async (database: Database): Promise<void> => {
  const { kind } = database
  if (kind !== 'sqlite' && kind !== 'postgres') return
  const indexes = associationIndexes(database.model.definitions)
  const present = kind === 'postgres' ? namesIn(await database.run(PRESENT)) : new Set<string>()
  const missing = indexes.filter(({ name }) => !present.has(name.toLowerCase()))
  if (missing.length === 0) return
  // A build takes as long as the table is large, and requests' limit is not meant for it.
  const before = kind === 'postgres' ? ['SET LOCAL statement_timeout = 0'] : []
  for (const sql of [...before, ...missing.map(statement)]) await database.run(sql)
}

const namesIn = (rows: unknown): ReadonlySet<string> =>
  new Set((rows as readonly { readonly name: string }[]).map(({ name }) => name))

const statement = ({ name, table, columns }: Index): string =>
  `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns.join(', ')})`
