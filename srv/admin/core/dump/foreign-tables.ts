import { readSqlTokens, isWord } from '../sql-tokens.ts'
import {
  type DumpedColumn,
  type DumpedTable,
  type DumpStatement,
  type Manifest,
  type NotIncluded,
  storedColumns,
} from './manifest.ts'
import { type PlainIndex, readPlainIndex } from './plain-index.ts'
import { wholeTables } from './whole-tables.ts'

/** How an engine makes tables of what was dumped of another one. */
export interface ForeignTables {
  /** The type for values of a kind. */
  readonly typeOf: (column: Pick<DumpedColumn, 'kind' | 'length' | 'precision' | 'scale'>) => string
  /** What numbers a column; null where only the one column of a primary key can be. */
  readonly numbering: string | null
  /** Foreign keys can only be written with their table. */
  readonly hasKeysInTables: boolean
}

interface Names {
  readonly quote: (name: string) => string
  readonly schema: string
}

interface Written {
  readonly statements: (Pick<DumpStatement, 'stage' | 'type' | 'name' | 'sql'> & { readonly table: string })[]
  readonly lost: NotIncluded[]
}

/** Statements for the tables, of names and numbers alone: no text of the file's is among them. What they do not make is told by name. */
export const foreignTables = (
  manifest: Manifest,
  engine: ForeignTables,
  names: Names,
  wanted: ReadonlySet<string>,
): Written => {
  const tables = manifest.tables.filter(({ name }) => wanted.has(name))
  const whole = wholeTables(manifest.tables)
  const known = new Set(whole.map(({ table }) => table.name))
  const lost: NotIncluded[] = []
  for (const { table, partitions } of whole) {
    if (partitions.length > 0)
      lost.push({ type: 'partitions', name: table.name, reason: 'One table has the rows of all' })
    if (table.partOf.length > 0)
      lost.push({
        type: 'inheritance',
        name: table.name,
        reason: `Its rows are not among those of '${table.partOf.join("', '")}'`,
      })
    for (const key of table.foreignKeys)
      if (!known.has(key.referencedTable))
        lost.push({ type: 'foreignKey', name: key.name, reason: `It refers to partition '${key.referencedTable}'` })
  }
  const statements = tables.flatMap((table) => {
    lost.push(...lostOf(table, engine))
    return tableStatements(table, engine, { ...names, known })
  })
  for (const { stage, type, name, table, sql } of manifest.statements) {
    if (table !== null && !wanted.has(table)) continue
    const indexed = type === 'index' ? tables.find((each) => each.name === table) : undefined
    const index = indexed && readPlainIndex(sql, storedColumns(indexed.columns).map((column) => column.name)) // prettier-ignore
    if (indexed && index) statements.push(indexStatement(name, indexed, index, engine, names))
    else if (type !== 'table' && sql.startsWith('CREATE'))
      lost.push({ type, name, reason: 'It is written for another engine' })
    const hasCheck =
      type === 'table' && stage !== 'keys' && readSqlTokens(sql).some((token) => isWord(token, 'CHECK', 'EXCLUDE'))
    if (hasCheck) lost.push({ type: 'check', name, reason: 'Conditions of the table are written for another engine' })
  }
  return { statements: statements.sort((a, b) => a.stage.localeCompare(b.stage) * -1), lost }
}

/** One of that name is left as it is: the name is all that tells it from others. */
const indexStatement = (
  name: string,
  { name: table }: DumpedTable,
  { isUnique, columns }: PlainIndex,
  { hasKeysInTables }: ForeignTables,
  { quote, schema }: Names,
): Written['statements'][number] => {
  // SQLite names the schema with the index, PostgreSQL with the table.
  const [index, on] = hasKeysInTables
    ? [`${quote(schema)}.${quote(name)}`, quote(table)]
    : [quote(name), `${quote(schema)}.${quote(table)}`]
  const sql = `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${index} ON ${on} (${columns.map(quote).join(', ')})`
  return { stage: 'indexes', type: 'index', name, table, sql }
}

const isNumbered = ({ identity, defaultValue }: DumpedColumn): boolean =>
  identity !== null || /^nextval\(/.test(defaultValue ?? '')

const isOnlyKey = (table: DumpedTable, { name, kind }: DumpedColumn): boolean =>
  kind === 'integer' && table.primaryKey.length === 1 && table.primaryKey[0] === name

const tableStatements = (
  table: DumpedTable,
  engine: ForeignTables,
  { quote, schema, known }: Names & { readonly known: ReadonlySet<string> },
): Written['statements'] => {
  const list = (columns: readonly string[]): string => `(${columns.map(quote).join(', ')})`
  const own = `${quote(schema)}.${quote(table.name)}`
  const isInline = (column: DumpedColumn): boolean =>
    engine.numbering === null && isNumbered(column) && isOnlyKey(table, column)
  const stored = new Set(storedColumns(table.columns).map(({ name }) => name))
  const columns = storedColumns(table.columns).map((column) =>
    isInline(column)
      ? `${quote(column.name)} INTEGER PRIMARY KEY`
      : [
          ...[quote(column.name), engine.typeOf(column)],
          ...(engine.numbering !== null && isNumbered(column) ? [engine.numbering] : []),
          ...(defaultOf(column) === null ? [] : [`DEFAULT ${defaultOf(column) ?? ''}`]),
          ...(column.nullable ? [] : ['NOT NULL']),
        ].join(' '),
  )
  const hasInline = table.columns.some(isInline)
  const keys = table.foreignKeys
    .filter(({ referencedTable }) => known.has(referencedTable))
    .map((key) => {
      const parent = engine.hasKeysInTables
        ? quote(key.referencedTable)
        : `${quote(schema)}.${quote(key.referencedTable)}`
      return `FOREIGN KEY ${list(key.columns)} REFERENCES ${parent} ${list(key.referencedColumns)}${actionOf('UPDATE', key.onUpdate)}${actionOf('DELETE', key.onDelete)}`
    })
  const lines = [
    ...columns,
    ...(table.primaryKey.length > 0 && !hasInline ? [`PRIMARY KEY ${list(table.primaryKey)}`] : []),
    ...table.uniqueKeys.filter((key) => key.every((name) => stored.has(name))).map((key) => `UNIQUE ${list(key)}`),
    ...(engine.hasKeysInTables ? keys : []),
  ]
  const about = { table: table.name, name: table.name, type: 'table' } as const
  return [
    { ...about, stage: 'tables', sql: `CREATE TABLE ${own} (${lines.join(', ')})` },
    ...(engine.hasKeysInTables
      ? []
      : keys.map((key) => ({ ...about, stage: 'keys' as const, sql: `ALTER TABLE ${own} ADD ${key}` }))),
  ]
}

const ACTIONS = ['CASCADE', 'SET NULL', 'SET DEFAULT', 'RESTRICT']

const actionOf = (event: string, action: string): string =>
  ACTIONS.includes(action.toUpperCase()) ? ` ON ${event} ${action.toUpperCase()}` : ''

/** A number or a text, which mean the same everywhere; null for all that would have to be computed. */
const defaultOf = ({ kind, defaultValue, identity }: DumpedColumn): string | null => {
  if (defaultValue === null || identity !== null) return null
  if (kind === 'text') return /^('(?:[^'\\]|'')*')(?:::[a-z ]+)?$/.exec(defaultValue)?.[1] ?? null
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float'
  return isNumber && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(defaultValue) ? defaultValue : null
}

const lostOf = (table: DumpedTable, engine: ForeignTables): NotIncluded[] =>
  table.columns.flatMap((column): NotIncluded[] => {
    const name = `${table.name}.${column.name}`
    if (column.isGenerated)
      return [
        {
          type: 'generatedColumn',
          name,
          reason: 'What it is computed by is written for another engine: neither it nor its values are made',
        },
      ]
    const lost: NotIncluded[] = []
    if (column.kind === 'other')
      lost.push({
        type: 'type',
        name,
        reason: `Nothing here is as ${column.type || 'a column without a type'}: its values are texts`,
      })
    if (isNumbered(column) && engine.numbering === null && !isOnlyKey(table, column))
      lost.push({ type: 'identity', name, reason: 'Only the one column of a primary key is numbered here' })
    if (column.defaultValue !== null && !isNumbered(column) && defaultOf(column) === null)
      lost.push({ type: 'default', name, reason: 'It is written for another engine' })
    return lost
  })
