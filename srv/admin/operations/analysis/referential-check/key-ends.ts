import { areComparable } from '../../../core/own-type.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { Key } from '../../list-keys.ts'
import { refuseUnlike } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import { ownError } from '../../read-source.ts'

/** What a key connects, as the catalog has it. */
export interface KeyEnds {
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
