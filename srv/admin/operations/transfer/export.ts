import { type Static, Type } from '@sinclair/typebox'
import { wordList } from '../input-types.ts'
import { type Operation, StreamedResult } from '../operation.ts'
import { envelope } from './export/envelope.ts'
import { MEDIA_TYPES, chooseDelivery } from './export/delivery.ts'
import { startExport } from './export/rows.ts'

const input = Type.Object({
  table: Type.String({ description: 'Table or view' }),
  schema: Type.Optional(Type.String({ description: 'The current one by default' })),
  format: Type.Optional(
    Type.Union(
      ['csv', 'json', 'ndjson', 'xlsx', 'excel'].map((format) =>
        Type.Literal(format as 'csv' | 'json' | 'ndjson' | 'xlsx' | 'excel'),
      ),
      { description: 'What the Accept header asks for, csv by default; excel is xlsx' },
    ),
  ),
  columns: wordList('Names with commas between them, in double quotes where they hold commas; all columns by default'),
  where: Type.Optional(Type.String({ description: 'Filter condition over the columns of the table' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Most rows: 10,000 by default and 100,000 at most; all rows by default, and no limit, in a raw stream',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: 'Rows passed over, to look through a table; to copy one, export it at once',
    }),
  ),
  valueLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'To look through a table: texts are cut after so many characters, binary values after so many bytes, where the engine can (SQLite and PostgreSQL); a value of that length may go on',
    }),
  ),
  orderBy: Type.Optional(Type.String({ description: 'Such as `name desc, "my column"`; by primary key by default' })),
  delimiter: Type.Optional(
    Type.String({ pattern: '^[\\t !#-/:-@\\[-`{-~]$', description: 'Of csv, one character: a comma by default' }),
  ),
  includeHeaders: Type.Optional(
    Type.Boolean({ description: 'Names of the columns in the first row of csv and xlsx: true by default' }),
  ),
  nullValue: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Stands for NULL in csv, without quotes; nothing by default, while the empty text is `""`',
    }),
  ),
  escapeFormulas: Type.Optional(
    Type.Boolean({
      description: "Puts `'` before text that a spreadsheet would run as a formula; by default only in xlsx",
    }),
  ),
})

/** As many rows as a page shows at most. */
const PAGE_ROWS = 1_000

const output = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  format: Type.String(),
  columns: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), masked: Type.Optional(Type.Literal(true)) }),
  ),
  rows: Type.Optional(Type.Array(Type.Object({}), { description: 'Of format json' })),
  content: Type.Optional(Type.String({ description: 'Of formats csv and ndjson' })),
  contentBase64: Type.Optional(Type.String({ description: 'Of format xlsx' })),
  rowCount: Type.Integer(),
  truncated: Type.Boolean({ description: 'There are more rows than the limit' }),
  complete: Type.Boolean({ description: 'False when the export broke off, for the reason under `error`' }),
  error: Type.Optional(Type.Object({ code: Type.String(), error: Type.String(), details: Type.String() })),
})

/**
 * Sends the rows of a table or view from one consistent state, in constant memory: in a JSON object, or as they are when
 * the Accept header asks for text/csv, application/x-ndjson or xlsx. Columns with sensitive personal data are masked
 * unless an admin asks.
 *
 * @throws AdminError `TABLE_NOT_FOUND`, `COLUMN_NOT_FOUND`, `INVALID_FILTER`, `LIMIT_TOO_LARGE`, `FORBIDDEN`.
 * @see Admin REST API, Endpoints, POST /export. Formats, defaults, limits and the shape of the answer are ours.
 */
export const exportTable: Operation<typeof input> = {
  name: 'export',
  summary: 'Rows of a table or view as csv, JSON or xlsx',
  input,
  output,
  isHeavy: true,
  isShort: ({ limit }) => limit !== undefined && limit <= PAGE_ROWS,
  run: async (context, body: Static<typeof input>) => {
    const delivery = chooseDelivery(body, context.accepts, context.config.limits)
    const rows = await startExport(context, body, delivery)
    const { format, isRaw } = delivery
    const trailers = (): Record<string, string> => ({
      'X-Row-Count': String(rows.state.rowCount),
      'X-Truncated': String(rows.state.isTruncated),
    })
    if (!isRaw || format === 'json') {
      const { chunks, failure } = envelope(rows, format)
      return new StreamedResult({ contentType: 'application/json; charset=utf-8', chunks, trailers, failure })
    }
    const charset = format === 'xlsx' ? '' : '; charset=utf-8'
    return new StreamedResult({
      contentType: `${MEDIA_TYPES[format]}${charset}`,
      fileName: `${rows.table.name}.${format}`,
      chunks: rows.content,
      trailers,
    })
  },
}
