import type { JsonValue, Statement } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { SessionContext, ResolvedTable } from '../../operation.ts'
import { SqlWriter } from '../../sql-writer.ts'
import type { Key } from '../../list-keys.ts'
import { areComparable } from '../../../core/own-type.ts'
import { AdminError } from '../../../core/errors.ts'
import { refuseUnlike } from '../../masking.ts'
import { ownError } from '../../read-source.ts'
import * as t from '../../../core/json-schema.ts'

export interface Orphans extends KeyEnds {
  /** Rows whose values no row of the parent has. */
  readonly rows: number
  readonly distinctValues: number
  /** The most frequent of these values, in the order of the key's columns. */
  readonly samples: readonly { readonly values: readonly JsonValue[]; readonly count: number }[]
}

/**
 * Counts the rows of a table that have no row to refer to. A row with a null among the key's columns refers to nothing;
 * under MATCH FULL all of them are null, or none.
 */
export const findOrphans = async (
  { dialect, session }: SessionContext,
  key: Key,
  ends: KeyEnds,
  limit: number,
): Promise<Orphans> => {
  const rows = await session.query(orphansStatement(dialect, { ...ends, key, limit }))
  return {
    ...ends,
    rows: Number(rows[0]?.['orphaned_rows'] ?? 0),
    distinctValues: Number(rows[0]?.['distinct_values'] ?? 0),
    samples: rows.map((row) => ({
      values: ends.columns.map((column, index) => dialect.jsonValue(column, row[`c${index}`] ?? null)),
      count: Number(row['row_count']),
    })),
  }
}

interface Question extends KeyEnds {
  readonly key: Key
  readonly limit: number
}

/** Every value is looked up once, however many rows have it. A period may be covered by several rows of the parent. */
const orphansStatement = (
  dialect: Dialect,
  { child, columns, parent, parentColumns, key, limit }: Question,
): Statement => {
  const sql = new SqlWriter(dialect)
  const name = (index: number): string => sql.quote(`k${index}`)
  const list = (of: readonly ColumnMetadata[]): string =>
    of.map((column, index) => `${sql.quote(column.name)} AS ${name(index)}`).join(', ')
  const isPeriod = (index: number): boolean => key.hasPeriod === true && index === columns.length - 1
  const equal = (_: ColumnMetadata, index: number): string =>
    isPeriod(index) ? `v.${name(index)} <@ p.${name(index)}` : `p.${name(index)} = v.${name(index)}`
  const covered = parentColumns.map(({ name: own }, index) => {
    const column = sql.quote(own)
    return `${isPeriod(index) ? `range_agg(${column})` : column} AS ${name(index)}`
  })
  const grouped = parentColumns.slice(0, -1).map((column) => sql.quote(column.name))
  const notNull = (of: readonly ColumnMetadata[]): string[] =>
    of.map((column) => `${sql.quote(column.name)} IS NOT NULL`)
  const shown = columns.map((column, index) => `${sql.select(column, `v.${name(index)}`)} AS ${sql.quote(`c${index}`)}`)
  const order = columns.map((_, index) => `v.${name(index)}`)
  return sql.statement(`
    SELECT ${shown.join(', ')}, v.${sql.quote('n')} AS ${sql.quote('row_count')},
           count(*) OVER () AS ${sql.quote('distinct_values')}, sum(v.${sql.quote('n')}) OVER () AS ${sql.quote('orphaned_rows')}
      FROM (SELECT ${list(columns)}, count(*) AS ${sql.quote('n')} FROM ${sql.table(child)}
             WHERE ${notNull(columns).join(key.match === 'full' ? ' OR ' : ' AND ')}
             GROUP BY ${columns.map((column) => sql.quote(column.name)).join(', ')}) v
      LEFT JOIN (SELECT ${covered.join(', ')} FROM ${sql.table(parent)}
                  WHERE ${notNull(parentColumns).join(' AND ')}${key.hasPeriod ? ` GROUP BY ${grouped.join(', ')}` : ''}) p
        ON ${columns.map(equal).join(' AND ')}
     WHERE p.${name(0)} IS NULL
     ORDER BY v.${sql.quote('n')} DESC, ${order.join(', ')} LIMIT ${sql.bindCount(limit)}`)
}

/** What a key connects, as the catalog has it. */
interface KeyEnds {
  readonly child: ResolvedTable
  readonly columns: readonly ColumnMetadata[]
  readonly parent: ResolvedTable
  readonly parentColumns: readonly ColumnMetadata[]
}

/** Resolves a table of a key. @throws AdminError when it does not exist or is not open. */
export type TableOf = (schema: string, table: string) => ResolvedTable

/** Looks up the tables of all keys at once. */
export const resolveEnds = async (
  { names, session }: SessionContext,
  schema: string,
  keys: readonly Key[],
): Promise<TableOf> => {
  const wanted = keys.flatMap((key) => [
    { schema, name: key.table },
    { schema: key.referencedSchema, name: key.referencedTable },
  ])
  const found = new Map<string, AdminError | ((name: string) => ResolvedTable)>()
  for (const [each, tables] of Map.groupBy(wanted, (table) => table.schema)) {
    const sent = tables.map(({ name }) => name)
    found.set(each, await names.tables(session, each, sent).catch(refusalOf))
  }
  return (each, table) => {
    const tableOf = found.get(each)
    if (typeof tableOf === 'function') return tableOf(table)
    throw tableOf ?? new Error(`Schema '${each}' was not looked up`)
  }
}

/** The database has answered to all of it, so that it can be asked for more. */
const refusalOf = (error: unknown): AdminError => {
  if (error instanceof AdminError && ['SCHEMA_NOT_FOUND', 'SCHEMA_NOT_ALLOWED'].includes(error.code)) return error
  throw error
}

/** @returns what a key connects, or why it cannot be checked: what it names does not exist, is not open, or cannot be compared. */
export const endsOf = (context: SessionContext, tableOf: TableOf, schema: string, key: Key): KeyEnds | AdminError => {
  try {
    const { names } = context
    const child = tableOf(schema, key.table)
    const parent = tableOf(key.referencedSchema, key.referencedTable)
    const columns = names.columns(child, key.columns)
    const parentColumns = names.columns(parent, key.referencedColumns)
    refuseUnlike(
      context,
      columns.flatMap((column, index) => {
        const [left, parentColumn] = [{ table: child, column }, parentColumns[index]]
        return parentColumn ? [{ left, right: { table: parent, column: parentColumn } }] : []
      }),
    )
    // The engine has agreed to its own foreign keys.
    if (key.source === 'model') refuseIncomparable(columns, parentColumns)
    return { child, columns, parent, parentColumns }
  } catch (error) {
    return ownError(error)
  }
}

const refuseIncomparable = (columns: readonly ColumnMetadata[], parentColumns: readonly ColumnMetadata[]): void =>
  columns.forEach((column, index) => {
    const parentColumn = parentColumns[index]
    if (parentColumn && areComparable(column, parentColumn)) return
    const [own, other] = [column, parentColumn].map((each) => (each ? `'${each.name}' (${each.type})` : 'nothing'))
    throw new AdminError('COLUMN_MISMATCH', `${String(own)} and ${String(other)} cannot be compared`)
  })

const KEY = t.object({
  constraintName: t.string(),
  source: t.oneOf(['catalog', 'model']),
  enforced: t.boolean('The database itself keeps it'),
  table: t.string(),
  columns: t.stringArray(),
  ...t.strings('referencesSchema', 'referencesTable'),
  referencedColumns: t.stringArray(),
  status: t.oneOf(['OK', 'VIOLATED', 'ERROR']),
  ...t.optionals({
    reason: t.string('Why it could not be checked'),
    ...t.integers('orphanedRows', 'distinctValues'),
    orphanedRecords: t.arrayOf({ values: t.values(), count: t.integer() }),
  }),
})

/** The answer of referentialCheck. */
export const OUTPUT = t.object({
  schema: t.string(),
  table: t.nullable(t.string()),
  ...t.integers('totalForeignKeys', 'validConstraints', 'violatedConstraints'),
  failedConstraints: t.integer('Could not be checked'),
  totalOrphanedRecords: t.integer(),
  violations: t.array(KEY),
  details: t.optional(t.array(KEY)),
  truncated: t.boolean(),
})
