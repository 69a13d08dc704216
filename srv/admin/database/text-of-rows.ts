import { createRowFormatter } from '../core/transfer/row-formatter.ts'
import type { TextFormat } from '../core/transfer/file-format.ts'
import type { RowBatch, TextChunk } from './session.ts'

/** Rows that are written before the event loop gets its turn. */
const ROWS = 250

/** `streamText` for engines whose rows come to this process anyway. */
export async function* textOfRows(
  batches: AsyncIterable<RowBatch>,
  format: TextFormat,
  rowLimit: number,
): AsyncGenerator<TextChunk> {
  const ambiguous = new Set<number>()
  const formatRows = createRowFormatter(format, { onAmbiguous: (column) => ambiguous.add(column), isUtf8: () => true })
  let total = 0
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += ROWS) {
      const rows = batch.slice(start, start + ROWS)
      const text = Buffer.from(formatRows(rows.slice(0, Math.max(0, rowLimit - total))))
      total += rows.length
      yield { text, rowCount: rows.length, ambiguous: [...ambiguous] }
      await new Promise((resolve) => setImmediate(resolve))
    }
}
