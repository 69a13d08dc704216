import { AdminError, ERRORS } from '../../../errors.ts'
import type { HiddenRows } from '../../../dialects/metadata.ts'
import { tellHidden } from '../../hidden-rows.ts'
import type { RunningExport } from './rows.ts'
import type { ExportFormat } from './delivery.ts'

/**
 * The JSON object around an export, as it comes. A failure on the way closes it with `complete:false`, and is told to
 * whoever asks for it afterwards.
 */
export const envelope = (
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
