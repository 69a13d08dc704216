/** A connection of CAP's driver for SQLite. */
export interface Connection {
  prepare(sql: string): { all(values: readonly unknown[]): Record<string, unknown>[] }
}

/** What plans name, by these names. */
export interface Structure {
  /** Rows of a table at most; `aliases` are those of the statement, as `aliasesIn` finds them. */
  rowsOf(name: string, aliases: Aliases): number
  /** Undefined for an index that is not known. */
  indexOf(name: string): Index | undefined
  /** Of the largest table. */
  readonly mostRows: number
}

export interface Index {
  readonly table: string
  readonly isUnique: boolean
  readonly columns: number
}

/** Tables and views, by the names that they have in a statement. */
export type Aliases = ReadonlyMap<string, ReadonlySet<string>>

const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr AND name <> 'sqlite_schema'`
const VIEWS = `SELECT sql FROM sqlite_schema WHERE type = 'view'`
const INDEXES = `
  SELECT i.name, t.name AS "table", i."unique" AS isUnique,
    (SELECT count(*) FROM pragma_index_info(i.name)) AS columns
  FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS i WHERE t.type = 'table'`
/** SQLite takes no more parts: https://www.sqlite.org/limits.html */
const MOST_PARTS = 400

const SOURCES = /\b(?:from|join)\s+("(?:[^"]|"")+"|[\w.$]+)(?:\s+as)?\s+("(?:[^"]|"")+"|[\w$]+)/gi

/** What stands behind `FROM` and `JOIN` with another name; more than is meant may be found. */
export const aliasesIn = (...statements: readonly string[]): Aliases => {
  const aliases = new Map<string, Set<string>>()
  for (const sql of statements)
    for (const [, source = '', alias = ''] of sql.matchAll(SOURCES)) {
      const name = bare(alias)
      const sources = aliases.get(name)
      if (sources) sources.add(bare(source))
      else aliases.set(name, new Set([bare(source)]))
    }
  return aliases
}

const bare = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)

/** Reads the structure of a database, and how many rows its tables have, as long as the structure stays as it is. */
export const readStructure = (
  connection: Connection,
): { readonly version: number; sizes: (now: Connection) => Structure } => {
  const all = (sql: string): Record<string, unknown>[] => connection.prepare(sql).all([])
  const version = structureVersion(connection)
  const tables = all(TABLES).map(({ name }) => String(name))
  const views = aliasesIn(...all(VIEWS).map(({ sql }) => String(sql)))
  const indexes = new Map(
    all(INDEXES).map(({ name, table, isUnique, columns }) => [
      String(name),
      { table: String(table), isUnique: isUnique === 1, columns: Number(columns) },
    ]),
  )
  const counts = Array.from({ length: Math.ceil(tables.length / MOST_PARTS) }, (_, part) =>
    tables
      .slice(part * MOST_PARTS, (part + 1) * MOST_PARTS)
      // By the tree that holds them: it takes no time, and rows that were deleted may count.
      .map((name) => `SELECT ifnull(max(rowid), 0) AS most FROM "${name.replaceAll('"', '""')}"`)
      .join(' UNION ALL '),
  )
  const sizes = (now: Connection): Structure => {
    const rows = counts.flatMap((sql) =>
      now
        .prepare(sql)
        .all([])
        .map(({ most }) => Number(most)),
    )
    const rowsByTable = new Map(tables.map((name, index) => [name, rows[index] ?? 0]))
    const mostRows = Math.max(0, ...rows)
    const rowsOf = (name: string, aliases: Aliases): number => {
      const known = rowsByTable.get(name)
      if (known !== undefined) return known
      const sources = [...(aliases.get(name) ?? []), ...(views.get(name) ?? [])]
      return sources.length > 0 ? Math.max(...sources.map((each) => rowsByTable.get(each) ?? mostRows)) : mostRows
    }
    return { rowsOf, indexOf: (name) => indexes.get(name), mostRows }
  }
  return { version, sizes }
}

export const structureVersion = (connection: Connection): number =>
  Number(connection.prepare('PRAGMA schema_version').all([])[0]?.['schema_version'])
