import { associationIndexes, type Entity, type Index } from './association-indexes.ts'

/** CAP's linked model. */
export interface Model {
  readonly definitions: Iterable<Entity>
}

/** What this file uses of a CAP database service, and of the transactions that derive from it. */
export interface Database {
  readonly kind?: string
  readonly model: Model
  run(sql: string): Promise<unknown>
}

/** How to make and to drop indexes: CONCURRENTLY lets others write meanwhile, on PostgreSQL and outside of transactions. */
export interface Options {
  readonly isConcurrent?: boolean
}

/** What a database has, by names without regard to case. */
interface Catalog {
  /** Names as the database has them: table, then columns. */
  readonly tables: ReadonlyMap<string, { readonly name: string; readonly columns: ReadonlyMap<string, string> }>
  readonly indexes: ReadonlyMap<string, { readonly name: string; readonly table: string; readonly columns: string[] }>
}

interface ColumnRow {
  readonly table: string
  readonly column: string
}

interface IndexRow {
  readonly table: string
  readonly index: string
  /** Null for an expression. */
  readonly column: string | null
}

const SCHEMA = '(SELECT oid FROM pg_namespace WHERE nspname = current_schema())'

/** Indexes of a part of the rows and of another kind than a B-tree are there by name, but cover no association. */
const QUERIES: Readonly<Record<string, { readonly columns: string; readonly indexes: string }>> = {
  sqlite: {
    columns: `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table'`,
    indexes: `SELECT m.name AS "table", i.name AS "index", CASE WHEN i."partial" = 0 THEN c.name END AS "column"
      FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS i JOIN pragma_index_info(i.name) AS c
      WHERE m.type = 'table' ORDER BY m.name, i.name, c.seqno`,
  },
  postgres: {
    columns: `SELECT t.relname AS "table", a.attname AS "column" FROM pg_class AS t
      JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE t.relnamespace = ${SCHEMA} AND t.relkind IN ('r', 'p')`,
    indexes: `SELECT t.relname AS "table", c.relname AS "index",
        CASE WHEN i.indisvalid AND i.indpred IS NULL AND m.amname = 'btree' THEN a.attname END AS "column"
      FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
      JOIN pg_am AS m ON m.oid = c.relam CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
      LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.attnum
      WHERE t.relnamespace = ${SCHEMA} AND k.n <= i.indnkeyatts ORDER BY t.relname, c.relname, k.n`,
  },
}

/**
 * Creates the indexes of associations that a database does not have. PostgreSQL locks a table before it looks whether an
 * index is there: who has it all, made in advance CONCURRENTLY for example, is not to wait for others.
 *
 * @param database a transaction; tables that are not there get none.
 * @returns how many were made.
 */
export const createIndexes = (database: Database): Promise<number> => createIndexesOf(database, database.model)

/** The same for another model than the one that the database serves. */
export const createIndexesOf = async (database: Database, model: Model): Promise<number> => {
  const missing = await missingStatements(database, model)
  // A build takes as long as the table is large, and requests' limit is not meant for it.
  const before = missing.length > 0 && database.kind === 'postgres' ? ['SET LOCAL statement_timeout = 0'] : []
  for (const sql of [...before, ...missing]) await database.run(sql)
  return missing.length
}

/** The statements that make the indexes which a database lacks: none where another index begins with the same columns. */
export const missingStatements = async (
  database: Database,
  model = database.model,
  { isConcurrent = false }: Options = {},
): Promise<string[]> => {
  const catalog = await catalogOf(database)
  if (!catalog) return []
  const how = isConcurrent ? 'INDEX CONCURRENTLY' : 'INDEX'
  return associationIndexes(model.definitions).flatMap((index) => {
    const table = catalog.tables.get(index.table.toLowerCase())
    const columns = index.columns.map((column) => table?.columns.get(column.toLowerCase()))
    if (!table || !columns.every((column) => column !== undefined) || isCovered(catalog, index, columns)) return []
    const name = quoted(nameOn(database, index))
    return [`CREATE ${how} IF NOT EXISTS ${name} ON ${quoted(table.name)} (${columns.map(quoted).join(', ')})`]
  })
}

/** The statements that drop what {@link createIndexes} has made. */
export const dropStatements = async (
  database: Database,
  model = database.model,
  { isConcurrent = false }: Options = {},
): Promise<string[]> => {
  const catalog = await catalogOf(database)
  const how = isConcurrent ? 'INDEX CONCURRENTLY' : 'INDEX'
  return associationIndexes(model.definitions).flatMap(({ name, table }) => {
    const present = catalog?.indexes.get(name.toLowerCase())
    return present?.table.toLowerCase() === table.toLowerCase() ? [`DROP ${how} IF EXISTS ${quoted(present.name)}`] : []
  })
}

const catalogOf = async (database: Database): Promise<Catalog | undefined> => {
  const queries = QUERIES[database.kind ?? '']
  if (!queries) return undefined
  const columns = (await database.run(queries.columns)) as readonly ColumnRow[]
  const indexed = (await database.run(queries.indexes)) as readonly IndexRow[]
  const tables = new Map<string, { name: string; columns: Map<string, string> }>()
  for (const { table, column } of columns) {
    const entry = tables.get(table.toLowerCase()) ?? { name: table, columns: new Map<string, string>() }
    tables.set(table.toLowerCase(), entry)
    entry.columns.set(column.toLowerCase(), column)
  }
  const indexes = new Map<string, { name: string; table: string; columns: string[] }>()
  for (const { table, index, column } of indexed) {
    const entry = indexes.get(index.toLowerCase()) ?? { name: index, table, columns: [] }
    indexes.set(index.toLowerCase(), entry)
    entry.columns.push(column ?? '')
  }
  return { tables, indexes }
}

const isCovered = ({ indexes }: Catalog, { name, table }: Index, columns: readonly string[]): boolean => {
  if (indexes.has(name.toLowerCase())) return true
  const ofTable = [...indexes.values()].filter((each) => each.table.toLowerCase() === table.toLowerCase())
  return ofTable.some((each) => {
    const beginning = each.columns.slice(0, columns.length)
    return columns.every((column) => beginning.includes(column))
  })
}

/** As PostgreSQL has names that nobody quotes, so that people can write them as they are used to. */
const nameOn = ({ kind }: Database, { name }: Index): string => (kind === 'postgres' ? name.toLowerCase() : name)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
