import * as t from '../../core/json-schema.ts'
import { type Operation, StreamedResult } from '../operation.ts'
import { envelope } from './export/envelope.ts'
import { MEDIA_TYPES, chooseDelivery } from './export/delivery.ts'
import { startExport } from './export/rows.ts'

const input = t.object({
  table: t.string('Table or view'),
  ...t.optionals({
    schema: t.string('The current one by default'),
    format: t.oneOf(
      ['csv', 'json', 'ndjson', 'xlsx', 'excel'],
      'What the Accept header asks for, csv by default; excel is xlsx',
    ),
    columns: t.commaSeparated(
      'Names with commas between them, in double quotes where they hold commas; all columns by default',
    ),
    where: t.string('Filter condition over the columns of the table'),
    limit: t.integer(
      'Most rows: 10,000 by default and 100,000 at most; all rows by default, and no limit, in a raw stream',
      { minimum: 0 },
    ),
    offset: t.integer('Rows passed over, to look through a table; to copy one, export it at once', {
      minimum: 0,
      maximum: 1_000_000_000_000,
    }),
    valueLimit: t.integer(
      'To look through a table: texts are cut after so many characters, binary values after so many bytes, where the engine can (SQLite and PostgreSQL); a value of that length may go on',
      { minimum: 1, maximum: 1_000_000 },
    ),
    orderBy: t.string('Such as `name desc, "my column"`; by primary key by default'),
    delimiter: t.string('Of csv, one character: a comma by default', { pattern: '^[\\t !#-/:-@\\[-`{-~]$' }),
    includeHeaders: t.boolean('Names of the columns in the first row of csv and xlsx: true by default'),
    nullValue: t.string('Stands for NULL in csv, without quotes; nothing by default, while the empty text is `""`', {
      maxLength: 100,
    }),
    escapeFormulas: t.boolean(
      "Puts `'` before text that a spreadsheet would run as a formula; by default only in xlsx",
    ),
  }),
})

/** As many rows as a page shows at most. */
const PAGE_ROWS = 1_000

const output = t.object({
  ...t.strings('schema', 'table', 'format'),
  columns: t.arrayOf({ ...t.strings('name', 'type'), masked: t.optional(t.literal(true)) }),
  ...t.optionals({
    rows: t.array(t.object({}), 'Of format json'),
    content: t.string('Of formats csv and ndjson'),
    contentBase64: t.string('Of format xlsx'),
  }),
  rowCount: t.integer(),
  truncated: t.boolean('There are more rows than the limit'),
  complete: t.boolean('False when the export broke off, for the reason under `error`'),
  error: t.optional(t.object(t.strings('code', 'error', 'details'))),
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
  run: async (context, body: t.Static<typeof input>) => {
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
