import { csvHeader } from '../core/csv/csv-writer.ts'
import type { ChosenRows } from '../core/dump/dependent-rows.ts'
import { primaryKey } from '../core/primary-key.ts'
import { isOfModel } from '../core/find-entity.ts'
import { NEW_FORM } from '../core/transfer/stored-form.ts'
import type { TargetColumn } from '../core/transfer/target-column.ts'
import type { Statement } from '../core/values.ts'
import type { TextChunk } from '../database/session.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'
import { plainStatement } from '../dialects/page.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'
import { targetOf } from './read-forms.ts'

/** A column as who loads a dump sees it, whose table is empty. */
export const dumpTarget = (
  { model }: Pick<SessionContext, 'model'>,
  table: Pick<ResolvedTable, 'name'>,
  column: ColumnMetadata,
): TargetColumn => targetOf(column, column.takesAny && !isOfModel(model, table.name) ? NEW_FORM : undefined)

/** How the parts of a dump are to be read. */
export const DUMP_FILE = { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] } as const

/** The first record of a part. */
export const partHead = (columns: readonly ColumnMetadata[]): string =>
  csvHeader({
    ...{ type: 'csv', delimiter: DUMP_FILE.delimiter, nullValue: '', escapeFormulas: false },
    columns: columns.map(({ name, kind }) => ({ name, kind })),
  })

/** Which rows of a table are read, and how. */
interface Reading {
  /** Of the primary key, or whatever is fastest. */
  readonly order: 'by key' | 'any'
  /** Other tables hold rows of it as well: these are theirs. */
  readonly isDivided: boolean
  /** Absent where it is all of them. */
  readonly chosen?: ChosenRows | undefined
}

/**
 * The rows of a table as a dump has them: CSV behind a record with the names of the columns.
 *
 * @param columns in the order of their values.
 * @throws AdminError `NOT_SUPPORTED` for a value that would not come back as it is.
 */
export async function* dumpRows(
  context: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  reading: Reading,
): AsyncGenerator<TextChunk> {
  const format = {
    type: DUMP_FILE.type,
    ...{ delimiter: DUMP_FILE.delimiter, nullValue: '', escapeFormulas: false },
    values: 'exact',
    columns: columns.map((column) => ({
      ...{ name: column.name, kind: column.kind, scale: column.scale },
      ...(column.affinity && { target: dumpTarget(context, table, column) }),
    })),
  } as const
  yield { text: Buffer.from(partHead(columns)), rowCount: 0 }
  const statement = rowsStatement(context, table, columns, reading)
  for await (const chunk of context.session.streamText(statement, format, Infinity)) {
    const [ambiguous] = chunk.ambiguous ?? []
    if (ambiguous !== undefined)
      throw new AdminError(
        'NOT_SUPPORTED',
        `Column '${columns[ambiguous]?.name ?? ''}' of '${table.name}' has a value that no file can bring back as it is, such as text that is not UTF-8`,
      )
    if (chunk.text.byteLength > 0) yield chunk
  }
}

/** How many rows a table has, and their sum as the engine makes it; null where it makes none. */
export const engineSums = async (
  { session, dialect }: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  isDivided: boolean,
): Promise<{ readonly rows: number; readonly engineSum: string } | null> => {
  const sum = dialect.structure.rebuild?.rowsSum?.(columns.map(({ name }) => `r.${dialect.quote(name)}`))
  if (sum === undefined) return null
  const sql = `SELECT count(*) AS "rows", coalesce(${sum}, '0') AS "engineSum" FROM ${fromOf(dialect, table, isDivided)} r`
  const [row] = await session.query({ sql, parameters: [] })
  return { rows: Number(row?.['rows']), engineSum: String(row?.['engineSum']) }
}

const fromOf = ({ quote }: SessionContext['dialect'], { schema, name }: ResolvedTable, isDivided: boolean): string =>
  `${isDivided ? 'ONLY ' : ''}${quote(schema)}.${quote(name)}`

const rowsStatement = (
  { dialect }: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  { order, isDivided, chosen }: Reading,
): Statement => {
  const reference = (column: ColumnMetadata): string => `r.${dialect.quote(column.name)}`
  const keys = order === 'by key' ? primaryKey(table) : []
  const fields = columns.map((column) => dialect.selectExpression(column, reference(column)))
  const from = fromOf(dialect, table, isDivided)
  const where = chosen?.condition
  const sql = plainStatement({ from, fields, where, limit: Infinity, offset: 0 }, keys.map(reference))
  return { sql: `${chosen?.common ?? ''}${sql}`, parameters: chosen?.parameters ?? [] }
}
