import { ask } from '../../../dialects/catalog-query.ts'
import { readColumnsOf } from '../../../dialects/read-columns-of.ts'
import { AdminError } from '../../../errors.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readLimit } from './functions.ts'
import type { Input } from './input.ts'

const VIEWS = ['view', 'materialized', 'calculation']

/** Tables and views that could be series: they have a column of dates or timestamps, and one of numbers. */
export const listSeries = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const { dialect, names, config, session } = context
  const limit = readLimit(input.limit, config.limits.listLength, config.limits.listLengthMax)
  const schema = await names.schema(session, input.schema)
  const tables: JsonObject[] = []
  const wanted = input.table === undefined ? null : (await names.table(session, schema, input.table)).name
  const objects = (await ask(session, dialect.catalog.allObjects, { schema }))
    .filter(({ name }) => wanted === null || name === wanted)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const columnsOf = await readColumnsOf(
    session,
    dialect,
    schema,
    objects.map(({ name }) => name),
  )
  const unreadable: JsonObject[] = []
  for (const { name: table, type } of objects) {
    const columns = columnsOf.get(table) ?? []
    if (columns instanceof AdminError) {
      unreadable.push({ schema, table, reason: columns.details })
      continue
    }
    const timeColumns = namesOf(columns, ['date', 'timestamp'])
    const numericColumns = namesOf(columns, ['integer', 'decimal', 'float'])
    if (timeColumns.length > 0 && numericColumns.length > 0)
      tables.push({ schema, table, timeColumns, numericColumns, kind: VIEWS.includes(type) ? 'view' : 'table' })
  }
  return {
    schema,
    tables: tables.slice(0, limit),
    count: Math.min(tables.length, limit),
    total: tables.length,
    truncated: tables.length > limit,
    ...(unreadable.length > 0 && { unreadable: unreadable.slice(0, limit) }),
  }
}

const namesOf = (columns: readonly ColumnMetadata[], kinds: readonly ColumnMetadata['kind'][]): string[] =>
  columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
