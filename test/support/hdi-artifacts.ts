/** What a HANA Deployment Infrastructure container would be given, read as far as its files refer to each other. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Text by path from the folder, with `/`. */
export type Artifacts = ReadonlyMap<string, string>

export const readArtifacts = (folder: string): Artifacts => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]))
}

/** Names as HANA stores them. */
const stored = (name: string): string => (name.startsWith('"') ? name.slice(1, -1) : name.toUpperCase())
const listed = (text: string): string[] => text.split(',').map((name) => stored(name.trim()))

export interface Catalog {
  /** Columns of tables by name. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  /** Columns of views by name. */
  readonly views: ReadonlyMap<string, readonly string[]>
  /** Columns that are unique together, by the name of the table. */
  readonly unique: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly references: readonly Reference[]
}

/** A foreign key. */
export interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly parent: string
  readonly parentColumns: readonly string[]
  /** What becomes of a row whose parent is deleted. */
  readonly onDelete: string
}

const TABLE = /^COLUMN TABLE ([\w"]+) \(\n([^]*)\n\)$/
const VIEW = /^VIEW ([\w"]+) AS SELECT\s+(?:DISTINCT\s+)?([^]*?)\nFROM [^]*$/
const INDEX = /^UNIQUE INVERTED INDEX ([\w"]+) ON ([\w"]+) \(([^)]*)\)$/

const REFERENCE =
  /^\s*CONSTRAINT [\w"]+\s+ON ([\w"]+)\s+FOREIGN KEY\(([^)]*)\)\s+REFERENCES ([\w"]+)\(([^)]*)\)\s+ON UPDATE RESTRICT\s+ON DELETE (\w+)\s+NOT VALIDATED\s+ENFORCED\s+INITIALLY DEFERRED\s*$/

const ofKind = (artifacts: Artifacts, extension: string): [path: string, text: string][] =>
  [...artifacts].filter(([path]) => path.endsWith(`.${extension}`))

const match = (pattern: RegExp, path: string, text: string): string[] => {
  const found = pattern.exec(text)
  if (!found) throw new Error(`${path} is not what was expected:\n${text}`)
  return found.slice(1)
}

/** @throws Error for a table, view, index or constraint of another form than CAP's compiler gives them. */
export const readCatalog = (artifacts: Artifacts): Catalog => {
  const tables = ofKind(artifacts, 'hdbtable').map(([path, text]) => {
    const [name = '', body = ''] = match(TABLE, path, text)
    const columns = body.split('\n').map((line) => line.trim().split(' ', 1)[0]!)
    return [stored(name), columns.filter((column) => !column.startsWith('PRIMARY')).map(stored)] as const
  })
  const views = ofKind(artifacts, 'hdbview').map(([path, text]) => {
    const [name = '', selected = ''] = match(VIEW, path, text)
    const columns = selected.split(',').map((column) => stored(/[\w"]+$/.exec(column.trim())![0]))
    return [stored(name), columns] as const
  })
  const unique = new Map<string, string[][]>()
  for (const [path, text] of ofKind(artifacts, 'hdbindex')) {
    const [, table = '', columns = ''] = match(INDEX, path, text)
    unique.set(stored(table), [...(unique.get(stored(table)) ?? []), listed(columns)])
  }
  const references = ofKind(artifacts, 'hdbconstraint').map(([path, text]): Reference => {
    const [table = '', columns = '', parent = '', parentColumns = '', onDelete = ''] = match(REFERENCE, path, text)
    return {
      table: stored(table),
      columns: listed(columns),
      parent: stored(parent),
      parentColumns: listed(parentColumns),
      onDelete,
    }
  })
  return { tables: new Map(tables), views: new Map(views), unique, references }
}

interface TableData {
  readonly imports: readonly {
    readonly target_table: string
    readonly source_data: { readonly file_name: string }
    readonly import_settings: { readonly import_columns: readonly string[] }
    readonly column_mappings: Readonly<Record<string, string>>
  }[]
}

/** All that a file refers to and that is not there, as `file: what`. */
export const findMissing = (artifacts: Artifacts): string[] => {
  const { tables, views, unique, references } = readCatalog(artifacts)
  const columnsOf = (name: string): readonly string[] | undefined => tables.get(name) ?? views.get(name)
  const missing: string[] = []
  const demand = (holder: string, what: string, isThere: unknown): void => {
    if (!isThere) missing.push(`${holder}: ${what}`)
  }

  for (const [path, text] of ofKind(artifacts, 'hdbview')) {
    const aliases = new Map<string, readonly string[] | undefined>()
    for (const [, name = '', alias = ''] of text.matchAll(/(?:FROM|JOIN) \(*([\w"]+) AS ([\w"]+)/g)) {
      aliases.set(alias, columnsOf(stored(name)))
      demand(path, stored(name), columnsOf(stored(name)))
    }
    demand(path, 'a source', aliases.size > 0)
    for (const [, alias = '', column = ''] of text.matchAll(/([\w"]+)\.([\w"]+)/g))
      demand(path, `${alias}.${column}`, aliases.get(alias)?.includes(stored(column)))
  }
  for (const [table, sets] of unique)
    for (const column of sets.flat()) demand('index', `${table}.${column}`, tables.get(table)?.includes(column))
  for (const { table, columns, parent, parentColumns } of references) {
    for (const column of columns) demand('key', `${table}.${column}`, tables.get(table)?.includes(column))
    for (const column of parentColumns) demand('key', `${parent}.${column}`, tables.get(parent)?.includes(column))
  }

  const loaded = new Set<string>()
  for (const [path, text] of ofKind(artifacts, 'hdbtabledata'))
    for (const each of (JSON.parse(text) as TableData).imports) {
      const file = path.replace(/[^/]*$/, each.source_data.file_name)
      const header = artifacts.get(file)?.split('\n', 1)[0]?.split(',') ?? []
      loaded.add(file)
      demand(path, file, artifacts.has(file))
      demand(path, each.target_table, tables.has(each.target_table))
      for (const column of each.import_settings.import_columns) {
        demand(path, `${each.target_table}.${column}`, tables.get(each.target_table)?.includes(column))
        demand(path, `${file}.${column}`, header.includes(each.column_mappings[column] ?? column))
      }
    }
  for (const [file] of ofKind(artifacts, 'csv')) demand(file, 'a hdbtabledata', loaded.has(file))

  const { file_suffixes: plugins } = JSON.parse(artifacts.get('.hdiconfig') ?? '{"file_suffixes":{}}') as {
    file_suffixes: object
  }
  for (const path of artifacts.keys()) {
    const [, suffix] = /[^/]\.(\w+)$/.exec(path) ?? []
    if (suffix !== undefined) demand(path, `a plugin for ${suffix}`, suffix in plugins)
  }
  return missing
}
