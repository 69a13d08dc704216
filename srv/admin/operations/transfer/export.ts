import * as t from '../../core/json-schema.ts'
import { type Operation, StreamedResult } from '../operation.ts'
import { envelope } from './export/envelope.ts'
import { MEDIA_TYPES, chooseDelivery } from './export/delivery.ts'
import { input } from './export/input.ts'
import { packed } from './export/packed.ts'
import { startExport } from './export/rows.ts'

/** As many rows as a page shows at most. */
const PAGE_ROWS = 1_000

const output = t.object({
  ...t.strings('schema', 'table', 'format', 'values'),
  columns: t.arrayOf({ ...t.strings('name', 'type'), masked: t.optional(t.literal(true)) }),
  ...t.optionals({
    rows: t.array(t.object({}), 'Of format json'),
    content: t.string('Of formats csv and ndjson'),
    contentBase64: t.string('Of format xlsx'),
  }),
  rowCount: t.integer(),
  truncated: t.boolean('There are more rows than the limit'),
  complete: t.boolean(
    'False when the export broke off, for the reason under `error`, or rows may be hidden: `hiddenRows`',
  ),
  ambiguousColumns: t.optional(
    t.stringArray('Columns with a value that an import of the file would take for another one; left out for none'),
  ),
  error: t.optional(t.object(t.strings('code', 'error', 'details'))),
})

/**
 * Sends the rows of a table or view from one consistent state, in constant memory: in a JSON object, or as they are when
 * the Accept header asks for text/csv, application/x-ndjson or xlsx. Dates and texts of SQLite are as they are stored. Columns with sensitive personal data are masked
 * unless an admin asks.
 *
 * @throws AdminError `TABLE_NOT_FOUND`, `COLUMN_NOT_FOUND`, `INVALID_FILTER`, `LIMIT_TOO_LARGE`, `FORBIDDEN`.
 * @see Admin REST API, Endpoints, POST /export. Formats, defaults, limits and the shape of the answer are ours.
 */
export const exportTable: Operation<typeof input> = {
  summary: 'Rows of a table or view as csv, JSON or xlsx',
  readsRows: true,
  tellsValues: true,
  input,
  output,
  isHeavy: true,
  isShort: ({ limit }) => limit !== undefined && limit <= PAGE_ROWS,
  run: async (context, body) => {
    const delivery = chooseDelivery(body, context.accepts, context.config.limits)
    const rows = await startExport(context, body, delivery)
    const { format, isRaw } = delivery
    const packing = (result: StreamedResult): StreamedResult =>
      body.gzip === true ? packed(result, `${rows.table.name}.${format}.gz`) : result
    const trailers = () => ({
      'X-Row-Count': String(rows.state.rowCount),
      'X-Truncated': String(rows.state.isTruncated),
      'X-Ambiguous-Columns': [...rows.state.ambiguous].map(encodeURIComponent).join() || undefined,
    })
    if (!isRaw || format === 'json') {
      const { chunks, failure } = envelope(rows, format, context.hiddenRows())
      return packing(new StreamedResult({ contentType: 'application/json; charset=utf-8', chunks, trailers, failure }))
    }
    const charset = format === 'xlsx' ? '' : '; charset=utf-8'
    return packing(
      new StreamedResult({
        contentType: `${MEDIA_TYPES[format]}${charset}`,
        fileName: `${rows.table.name}.${format}`,
        chunks: rows.content,
        headers: context.hiddenRows().length > 0 ? { 'X-Hidden-Rows': 'true' } : {},
        trailers,
      }),
    )
  },
}
