import type { SQLOutputValue } from 'node:sqlite'
import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { createRowFormatter } from '../../core/transfer/row-formatter.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { TextChunk } from '../session.ts'
import { releaseBytes } from '../../core/streams.ts'

/**
 * Tells of a column of a statement whether all of its texts are UTF-8. SQLite takes any bytes as text, and the driver makes
 * U+FFFD of those that are none, as if that had been there. Each column is looked through once at most, when it has one.
 *
 * @param find the first row of a statement.
 */
export const utf8Check = (
  find: (sql: string) => unknown,
  sql: string,
  { columns }: TextFormat,
): ((column: number) => boolean) => {
  const known = new Map<number, boolean>()
  const names = columns.map((_, index) => `c${index}`)
  return (column) => {
    const name = names[column] ?? ''
    const check = `WITH r (${names.join(', ')}) AS (${sql})
      SELECT 1 FROM r WHERE typeof(${name}) = 'text' AND NOT is_utf8(cast(${name} AS blob)) LIMIT 1`
    const found = known.get(column) ?? find(check) === undefined
    known.set(column, found)
    return found
  }
}

/** A row as node:sqlite hands it over when integers are read as bigints. */
export type RawRow = SQLOutputValue[]

/**
 * Makes integers numbers where they fit, in place.
 *
 * @param keeps columns whose integers are to be told from floating-point numbers.
 * @returns about the bytes that the row takes.
 */
export const narrowIntegers = (row: RawRow, keeps?: readonly boolean[]): number => {
  let bytes = 8 * row.length
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    if (typeof value === 'bigint') {
      if (keeps?.[index]) continue
      const number = Number(value)
      if (Number.isSafeInteger(number)) row[index] = number
    } else if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  }
  return bytes
}

const CHUNK_BYTES = 131_072
/** Rows that become bytes at a time: few, since the garbage collector copies those that it finds alive. */
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

/** Of the process that a connection runs in, after the three of every process and the channel of messages. */
const DESCRIPTOR = 4
/** Until a full pipe is tried again, where writing does not wait by itself. */
const RETRY_MS = 1

/** Writes bytes for the parent process, as they are: in a message they would be copied and checked several times. */
export const writeText = async (bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.byteLength;)
    try {
      written += writeSync(DESCRIPTOR, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await setTimeout(RETRY_MS)
    }
}

/** The parent's end: takes the bytes of one text after the other. At most what was asked for is on its way. */
export class TextPipe {
  readonly #pieces: Uint8Array[] = []
  /** Where the rest of the first piece begins. */
  #offset = 0
  #available = 0
  #isOpen = true
  #last: Promise<unknown> = Promise.resolve()
  #changed: () => void = () => undefined

  constructor(source: Readable) {
    source.on('data', (piece: Uint8Array) => {
      this.#pieces.push(piece)
      this.#available += piece.byteLength
      this.#changed()
    })
    source.on('close', () => {
      this.#isOpen = false
      this.#changed()
    })
  }

  /** @throws when the pipe ends before; whoever comes next gets nothing then. */
  take(length: number): Promise<Uint8Array> {
    const text = this.#last.then(() => this.#take(length))
    this.#last = text
    return text
  }

  async #take(length: number): Promise<Uint8Array> {
    while (this.#available < length) {
      if (!this.#isOpen) throw new Error('The pipe has ended')
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
    const text = Buffer.allocUnsafeSlow(length)
    for (let filled = 0; filled < length;) filled += this.#move(text.subarray(filled))
    this.#available -= length
    return text
  }

  /** Moves what fits of the first piece. @returns number of bytes. */
  #move(target: Uint8Array): number {
    const [piece] = this.#pieces
    if (!piece) throw new Error('There are fewer bytes than were counted')
    const part = piece.subarray(this.#offset, this.#offset + target.byteLength)
    const { byteLength } = part
    target.set(part)
    this.#offset += byteLength
    if (this.#offset === piece.byteLength) {
      this.#pieces.shift()
      this.#offset = 0
      releaseBytes(piece)
    }
    return byteLength
  }
}
