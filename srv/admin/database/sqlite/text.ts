import { createRowFormatter } from '../../core/transfer/row-formatter.ts'
import type { TextFormat } from '../../core/transfer/text-format.ts'
import type { TextChunk } from '../session.ts'
import { narrowIntegers, type RawRow } from './raw-row.ts'

/** Characters of a chunk, and rows that are formatted at a time. */
const CHUNK_CHARACTERS = 131_072
const ROWS = 200

/** Rows as chunks of text. Rows beyond the limit are counted, so that the reader knows of them, and left out. */
export function* readText(rows: Iterable<RawRow>, format: TextFormat, rowLimit: number): Generator<TextChunk> {
  const formatRows = createRowFormatter(format)
  const separator = format.type === 'json' ? ',' : ''
  let [text, rowCount, total] = ['', 0, 0]
  let batch: RawRow[] = []
  let bytes = 0
  const flush = (): void => {
    if (batch.length > 0) text += (text === '' ? '' : separator) + formatRows(batch)
    batch = []
    bytes = 0
  }
  for (const row of rows) {
    rowCount++
    if (++total > rowLimit) continue
    bytes += narrowIntegers(row)
    batch.push(row)
    if (batch.length < ROWS && bytes < CHUNK_CHARACTERS) continue
    flush()
    if (text.length < CHUNK_CHARACTERS) continue
    yield { text: Buffer.from(text), rowCount }
    ;[text, rowCount] = ['', 0]
  }
  flush()
  if (rowCount > 0) yield { text: Buffer.from(text), rowCount }
}
