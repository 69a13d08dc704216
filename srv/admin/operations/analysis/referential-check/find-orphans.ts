import type { JsonValue, Statement } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { SessionContext } from '../../operation.ts'
import { SqlWriter } from '../../sql-writer.ts'
import type { Key } from '../../list-keys.ts'
import type { KeyEnds } from './key-ends.ts'

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
