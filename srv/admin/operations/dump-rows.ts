import type { ChosenRows } from '../core/dump/hanging-rows.ts'
import { isOfModel } from '../core/find-entity.ts'
import { NEW_FORM } from '../core/transfer/stored-form.ts'
import type { TargetColumn } from '../core/transfer/target-column.ts'
import type { Statement } from '../core/values.ts'
import type { TextChunk } from '../database/session.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'
import { plainStatement } from '../dialects/page.ts'
import { AdminError } from '../errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'
import { targetOf } from './target-of.ts'

/** A column as who loads a dump sees it, whose table is empty. */
export const dumpTarget = (
  { model }: Pick<SessionContext, 'model'>,
  table: Pick<ResolvedTable, 'name'>,
  column: ColumnMetadata,
): TargetColumn => targetOf(column, column.takesAny && !isOfModel(model, table.name) ? NEW_FORM : undefined)

/**
 * The rows of a table as a dump has them: objects, one a line, in the order of the primary key.
 *
 * @param columns in the order of their values.
 * @param chosen which rows, where it is not all of them.
 * @throws AdminError `NOT_SUPPORTED` for a value that would not come back as it is.
 */
export async function* dumpRows(
  context: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  chosen?: ChosenRows,
): AsyncGenerator<TextChunk> {
  const format = {
    type: 'ndjson',
    escapeFormulas: false,
    values: 'exact',
    columns: columns.map((column) => ({
      ...{ name: column.name, kind: column.kind, scale: column.scale },
      ...(column.affinity && { target: dumpTarget(context, table, column) }),
    })),
  } as const
  for await (const chunk of context.session.streamText(
    rowsStatement(context, table, columns, chosen),
    format,
    Infinity,
  )) {
    const [ambiguous] = chunk.ambiguous ?? []
    if (ambiguous !== undefined)
      throw new AdminError(
        'NOT_SUPPORTED',
        `Column '${columns[ambiguous]?.name ?? ''}' of '${table.name}' has a value that no file can bring back as it is, such as text that is not UTF-8`,
      )
    if (chunk.text.byteLength > 0) yield chunk
  }
}

const rowsStatement = (
  { dialect }: SessionContext,
  { schema, name, columns: all }: ResolvedTable,
  columns: readonly ColumnMetadata[],
  chosen: ChosenRows | undefined,
): Statement => {
  const reference = (column: ColumnMetadata): string => `r.${dialect.quote(column.name)}`
  const keys = all
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
  const fields = columns.map((column) => dialect.selectExpression(column, reference(column)))
  const from = `${dialect.quote(schema)}.${dialect.quote(name)}`
  const where = chosen?.condition
  const sql = plainStatement({ from, fields, where, limit: Infinity, offset: 0 }, keys.map(reference))
  return { sql: `${chosen?.common ?? ''}${sql}`, parameters: chosen?.parameters ?? [] }
}
