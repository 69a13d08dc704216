import * as t from '../../core/json-schema.ts'
import { nameFinder } from '../../core/find-entity.ts'
import { foldName } from '../../core/identifiers.ts'
import { technicalTables } from '../../core/technical-tables.ts'
import type { KeyedTable } from '../../dialects/metadata.ts'
import { IS_TECHNICAL, LISTING } from '../answer-types.ts'
import { type Key, listKeys } from '../list-keys.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { type Operation, reading } from '../operation.ts'
import type { Session } from '../../database/session.ts'
import type { Dialect } from '../../dialects/dialect.ts'

interface DrawnColumn {
  readonly name: string
  /** As the engine calls it. */
  readonly type: string
}

interface Placed extends DrawnColumn {
  readonly position: number
}

/**
 * Asks for the columns of all tables of a schema at once, and keeps those that are wanted.
 *
 * @returns the columns by their table, in the order of the table.
 */
const readColumns = async (
  session: Session,
  { schemaStructure }: Dialect,
  schema: string,
  isWanted: (table: string, column: string) => boolean,
): Promise<ReadonlyMap<string, readonly DrawnColumn[]>> => {
  const { sql, parameters } = schemaStructure.queries.columns?.statement(schema) ?? { sql: '', parameters: [] }
  const asked = { sql: `SELECT q."table", q."name", q."type", q."position" FROM (${sql}) q`, parameters }
  const found = new Map<string, Placed[]>()
  for await (const batch of session.stream(asked))
    for (const row of batch) {
      const [table = '', name = '', type = ''] = row.map(String)
      if (!isWanted(table, name)) continue
      const columns = found.get(table) ?? []
      found.set(table, columns)
      columns.push({ name, type, position: Number(row[3]) })
    }
  return new Map(
    [...found].map(([table, columns]) => [
      table,
      columns.sort((a, b) => a.position - b.position).map(({ name, type }) => ({ name, type })),
    ]),
  )
}

const INPUT = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    columns: t.oneOf(['keys', 'all'], 'Which columns are told: those of keys and references, or all', {
      default: 'keys',
    }),
  }),
  ...PAGE_FIELDS,
})

const OUTPUT = t.object({
  schema: t.string(),
  ...LISTING,
  tables: t.arrayOf({
    name: t.string(),
    type: t.oneOf(['table', 'virtual', 'foreign', 'temporary', 'partitioned']),
    ...IS_TECHNICAL,
    isPartition: t.boolean('Holds a part of the rows of another table'),
    columns: t.arrayOf({
      ...t.strings('name', 'type'),
      keyPosition: t.nullable(t.integer('Ordinal in the primary key, from 1')),
    }),
  }),
  references: t.arrayOf(
    {
      ...t.strings('name', 'table'),
      columns: t.stringArray(),
      ...t.strings('referencedSchema', 'referencedTable'),
      referencedColumns: t.stringArray(),
      source: t.oneOf(['catalog', 'model']),
      isEnforced: t.boolean('The database refuses what breaks it'),
    },
    'From the listed tables: foreign keys of the catalog, and associations of the model',
  ),
})

/**
 * Tells how the tables of a schema are related: their keys, and what they refer to.
 *
 * @returns `{ schema, pattern, count, total, truncated, tables, references }`. What is referred to may be in another
 *   schema, or not be listed.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Ours: the contract has no such operation.
 */
export const structure: Operation<typeof INPUT> = {
  summary: 'Tells the keys of all tables of a schema, and what they refer to',
  input: INPUT,
  output: OUTPUT,
  run: reading(async (context, { schema: sent, columns: wanted = 'keys', ...page }) => {
    const { dialect, names, config, session, model } = context
    const asked = readPage(page, config)
    const schema = await names.schema(session, sent)
    const { items, total, truncated } = await listPage(session, dialect.catalog.keyedTables, { schema, ...asked })
    const listed = new Set(items.map(({ name }) => name))
    const keys = await listKeys(context, { schema, table: null, source: 'all' })
    const ofKeys = columnsOfKeys(schema, items, keys)
    const isWanted = (table: string, column: string): boolean =>
      listed.has(table) && (wanted === 'all' || (ofKeys.get(table)?.has(foldName(column)) ?? false))
    const columns = await readColumns(session, dialect, schema, isWanted)
    const isTechnical = technicalTables(model)
    return {
      schema,
      ...{ pattern: page.pattern ?? '*', count: items.length, total, truncated },
      tables: items.map((table) => ({
        ...describe(table, columns.get(table.name) ?? []),
        isTechnical: isTechnical(table.name),
      })),
      references: keys.filter(({ table }) => listed.has(table)).map(speller(schema, columns)),
    }
  }),
}

/** Columns of primary keys and at both ends of references, by their table; without their letter case. */
const columnsOfKeys = (
  schema: string,
  tables: readonly KeyedTable[],
  keys: readonly Key[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map(tables.map(({ name, keyColumns }) => [name, new Set(keyColumns.map(foldName))]))
  const add = (table: string, columns: readonly string[]): void => {
    for (const column of columns) found.get(table)?.add(foldName(column))
  }
  for (const key of keys) {
    add(key.table, key.columns)
    if (key.referencedSchema === schema) add(key.referencedTable, key.referencedColumns)
  }
  return found
}

const describe = ({ name, type, isPartition, keyColumns }: KeyedTable, columns: readonly DrawnColumn[]) => ({
  ...{ name, type, isPartition },
  columns: columns.map((column) => ({ ...column, keyPosition: keyColumns.indexOf(column.name) + 1 || null })),
})

/** Writes the columns of references as the catalog spells them: the model has its own letter case. */
const speller = (schema: string, columns: ReadonlyMap<string, readonly DrawnColumn[]>) => {
  const finders = new Map<string, (name: string) => string | undefined>()
  const spell = (table: string, names: readonly string[]): readonly string[] => {
    const find = finders.get(table) ?? nameFinder((columns.get(table) ?? []).map(({ name }) => name))
    finders.set(table, find)
    return names.map((name) => find(name) ?? name)
  }
  return ({ name, table, columns: own, referencedSchema, referencedTable, referencedColumns, ...rest }: Key) => ({
    ...{ name, table, columns: spell(table, own), referencedSchema, referencedTable },
    referencedColumns: referencedSchema === schema ? spell(referencedTable, referencedColumns) : referencedColumns,
    ...{ source: rest.source, isEnforced: rest.isEnforced },
  })
}
