import { areComparable } from '../../../core/comparable.ts'
import type { JsonValue, Statement } from '../../../core/values.ts'
import { AdminError } from '../../../errors.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { refuseUnlike } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import { SqlWriter } from '../../sql-writer.ts'
import type { Key } from '../../list-keys.ts'

export interface Orphans {
  readonly child: ResolvedTable
  readonly columns: readonly ColumnMetadata[]
  readonly parent: ResolvedTable
  readonly parentColumns: readonly ColumnMetadata[]
  /** Rows whose values no row of the parent has. */
  readonly rows: number
  readonly distinctValues: number
  /** The most frequent of these values, in the order of the key's columns. */
  readonly samples: readonly { readonly values: readonly JsonValue[]; readonly count: number }[]
}

/**
 * Counts the rows of a table that have no row to refer to. A row with a null among the key's columns refers to nothing;
 * under MATCH FULL all of them are null, or none.
 *
 * @throws AdminError when a table or column that the key names does not exist, is not open, or cannot be compared.
 */
export const findOrphans = async (
  context: SessionContext,
  schema: string,
  key: Key,
  limit: number,
): Promise<Orphans> => {
  const { dialect, names, session } = context
  const child = await names.table(session, schema, key.table)
  const parent = await names.table(session, key.referencedSchema, key.referencedTable)
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
  const rows = await session.query(orphansStatement(dialect, { child, columns, parent, parentColumns, key, limit }))
  return {
    child,
    columns,
    parent,
    parentColumns,
    rows: Number(rows[0]?.['orphaned_rows'] ?? 0),
    distinctValues: Number(rows[0]?.['distinct_values'] ?? 0),
    samples: rows.map((row) => ({
      values: columns.map((column, index) => dialect.jsonValue(column, row[`c${index}`] ?? null)),
      count: Number(row['row_count']),
    })),
  }
}

const refuseIncomparable = (columns: readonly ColumnMetadata[], parentColumns: readonly ColumnMetadata[]): void =>
  columns.forEach((column, index) => {
    const parentColumn = parentColumns[index]
    if (parentColumn && areComparable(column, parentColumn)) return
    const [own, other] = [column, parentColumn].map((each) => (each ? `'${each.name}' (${each.type})` : 'nothing'))
    throw new AdminError('COLUMN_MISMATCH', `${String(own)} and ${String(other)} cannot be compared`)
  })

interface Question extends Pick<Orphans, 'child' | 'columns' | 'parent' | 'parentColumns'> {
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
