import { createGzip } from 'node:zlib'
import * as t from '../../core/json-schema.ts'
import { type Operation, StreamedResult } from '../operation.ts'
import { MEDIA_TYPES, chooseDelivery, type ExportFormat, input } from './export/delivery.ts'
import { startExport, type RunningExport } from './export/rows.ts'
import { throughStream } from '../../core/xlsx/through-stream.ts'
import { AdminError, ERRORS } from '../../core/errors.ts'
import type { HiddenRows } from '../../dialects/metadata.ts'
import { tellHidden } from '../masking.ts'

/** A result as a file that gzip has packed. */
const packed = (result: StreamedResult, fileName: string): StreamedResult =>
  new StreamedResult({
    trailers: result.trailers,
    failure: result.failure,
    contentType: 'application/gzip',
    fileName,
    chunks: throughStream(asBytes(result.chunks), createGzip({ chunkSize: 65_536 })),
  })

async function* asBytes(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/**
 * The JSON object around an export, as it comes. A failure on the way closes it with `complete:false`, and is told to
 * whoever asks for it afterwards.
 */
const envelope = (
  rows: RunningExport,
  format: ExportFormat,
  hidden: readonly HiddenRows[],
): { readonly chunks: AsyncIterable<string | Uint8Array>; readonly failure: () => Error | undefined } => {
  let failed: AdminError | undefined
  const [open, encode, close] = WRAPPERS[format]
  const chunks = async function* (): AsyncGenerator<string | Uint8Array> {
    const { table, columns, state } = rows
    const head = {
      success: true,
      schema: table.schema,
      table: table.name,
      format,
      values: rows.values,
      columns: columns.map(({ name, type, isMasked }) => ({ name, type, ...(isMasked && { masked: true }) })),
    }
    yield `${JSON.stringify(head).slice(0, -1)},${open}`
    try {
      yield* encode(rows.content)
    } catch (error) {
      failed =
        error instanceof AdminError
          ? error
          : new AdminError('INTERNAL_ERROR', 'The export broke off; why was logged', { cause: error })
    }
    const { rowCount, isTruncated: truncated, ambiguous } = state
    const error = failed && { code: failed.code, error: ERRORS[failed.code][1], details: failed.details }
    const tail = {
      rowCount,
      truncated,
      complete: !error && hidden.length === 0,
      ...(ambiguous.size > 0 && { ambiguousColumns: [...ambiguous] }),
      ...tellHidden(hidden),
      ...(error && { error }),
    }
    yield `${close},${JSON.stringify(tail).slice(1)}`
  }
  return { chunks: chunks(), failure: () => failed }
}

type Encode = (content: AsyncIterable<string | Uint8Array>) => AsyncIterable<string | Uint8Array>

const asIs: Encode = (content) => content

/** Chunks hold whole rows, so no character is cut in two. */
const asString: Encode = async function* (content) {
  for await (const chunk of content)
    yield JSON.stringify(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')).slice(1, -1)
}

const asBase64: Encode = async function* (content) {
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, typeof chunk === 'string' ? Buffer.from(chunk) : chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
  }
  yield rest.toString('base64')
}

const WRAPPERS: Readonly<Record<ExportFormat, readonly [open: string, encode: Encode, close: string]>> = {
  json: ['"rows":[', asIs, ']'],
  csv: ['"content":"', asString, '"'],
  ndjson: ['"content":"', asString, '"'],
  xlsx: ['"contentBase64":"', asBase64, '"'],
}

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
