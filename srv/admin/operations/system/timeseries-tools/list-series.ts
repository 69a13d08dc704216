import { likePattern } from '../../../core/name-pattern.ts'
import { ask } from '../../../dialects/catalog-query.ts'
import { AdminError } from '../../../errors.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { JsonObject, SessionContext } from '../../operation.ts'
import { readLimit } from './functions.ts'
import type { Input } from './input.ts'

/** Tables and views that could be series: they have a column of dates or timestamps, and one of numbers. */
export const listSeries = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const { dialect, names, config, session } = context
  const { catalog } = dialect
  const limit = readLimit(input.limit, config.limits.listLength, config.limits.listLengthMax)
  const schema = await names.schema(session, input.schema)
  const all = { schema, pattern: likePattern('*'), limit: config.limits.listLengthMax, offset: 0 }
  const views = new Set((await ask(session, catalog.views, { ...all, definition: false })).map(({ name }) => name))
  const tables: JsonObject[] = []
  const wanted = input.table === undefined ? null : [(await names.table(session, schema, input.table)).name]
  const unreadable: JsonObject[] = []
  for (const table of wanted ?? (await ask(session, catalog.allObjectNames, { schema })).toSorted()) {
    const columns = await ask(session, catalog.columns, { schema, table }).catch((error: unknown) => {
      unreadable.push({ schema, table, reason: reasonOf(error) })
      return []
    })
    const timeColumns = namesOf(columns, ['date', 'timestamp'])
    const numericColumns = namesOf(columns, ['integer', 'decimal', 'float'])
    if (timeColumns.length > 0 && numericColumns.length > 0)
      tables.push({ schema, table, timeColumns, numericColumns, kind: views.has(table) ? 'view' : 'table' })
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

/** Why one table or view cannot be read, which says nothing of the others. @throws what is about more than that. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AdminError && (error.code === 'NOT_SUPPORTED' || error.code === 'DATABASE_ERROR'))
    return error.details
  throw error
}

const namesOf = (columns: readonly ColumnMetadata[], kinds: readonly ColumnMetadata['kind'][]): string[] =>
  columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
