import { createRowFormatter } from '../../core/transfer/row-formatter.ts'
import type { TextFormat } from '../../core/transfer/text-format.ts'
import type { TextChunk } from '../session.ts'
import { narrowIntegers, type RawRow } from './raw-row.ts'

const CHUNK_BYTES = 131_072
/** Rows that become bytes at a time: what the garbage collector finds alive of them is moved, again and again. */
const ROWS = 32

/** Rows as chunks of text. Rows beyond the limit are counted, so that the reader knows of them, and left out. */
export function* readText(
  rows: Iterable<RawRow>,
  format: TextFormat,
  { rowLimit, isUtf8 }: { readonly rowLimit: number; readonly isUtf8: (column: number) => boolean },
): Generator<TextChunk> {
  const ambiguous = new Set<number>()
  const formatRows = createRowFormatter(format, { onAmbiguous: (column) => ambiguous.add(column), isUtf8 })
  const keepsKinds = format.columns.map(({ target }) => target?.affinity === 'none')
  const separator = format.type === 'json' ? ',' : ''
  // Of a chunk that is almost full, and of rows that would be one, with three bytes for each character.
  const bytes = Buffer.allocUnsafeSlow(4 * CHUNK_BYTES)
  let [used, rowCount, total] = [0, 0, 0]
  let long: Buffer | undefined
  let batch: RawRow[] = []
  let batchCharacters = 0
  const flush = (): void => {
    if (batch.length === 0) return
    const text = (used === 0 ? '' : separator) + formatRows(batch)
    if (used + 3 * text.length > bytes.byteLength) long = Buffer.from(text)
    else used += bytes.write(text, used)
    batch = []
    batchCharacters = 0
  }
  const take = (): TextChunk => {
    const short = bytes.subarray(0, used)
    const chunk = {
      text: long ? Buffer.concat([short, long]) : Buffer.from(short),
      rowCount,
      ambiguous: [...ambiguous],
    }
    ;[used, rowCount, long] = [0, 0, undefined]
    return chunk
  }
  for (const row of rows) {
    rowCount++
    if (++total > rowLimit) continue
    batchCharacters += narrowIntegers(row, keepsKinds)
    batch.push(row)
    if (batch.length < ROWS && batchCharacters < CHUNK_BYTES) continue
    flush()
    if (long || used >= CHUNK_BYTES) yield take()
  }
  flush()
  if (rowCount > 0) yield take()
}
