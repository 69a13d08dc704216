import { drained } from '../../core/streams.ts'
import type { Value } from '../../core/values.ts'
import type { RowBatch } from '../session.ts'
import type { Submittable, Wire } from './driver.ts'
import { postgresError } from './errors.ts'

/**
 * `COPY … FROM STDIN` in the text format: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 * Rows are taken as fast as the socket takes them.
 */
export class CopyIn implements Submittable {
  readonly #sql: string
  readonly #rows: AsyncIterable<Uint8Array>
  readonly #signal: AbortSignal
  readonly #outcome = Promise.withResolvers<number>()
  #count = 0
  #hasFailed = false
  /** What `rows` threw: it comes first, as the server's error only repeats it. */
  #source: { readonly error: unknown } | undefined

  /** @param rows as `encodeRow` writes them, none cut in two. */
  constructor(sql: string, rows: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    this.#sql = sql
    this.#rows = rows
    this.#signal = signal
    this.done.catch(() => undefined)
  }

  /** Number of rows copied; rejects with the server's error, or with what `rows` threw. */
  get done(): Promise<number> {
    return this.#outcome.promise
  }

  submit(wire: Wire): null {
    wire.query(this.#sql)
    return null
  }

  handleCopyInResponse(wire: Wire): void {
    void this.#pump(wire)
  }

  handleError(error: Error): void {
    this.#hasFailed = true
    // Only the driver's own errors have no code: it has lost the connection.
    const { code } = error as { code?: unknown }
    this.#outcome.reject(this.#source ? this.#source.error : code === undefined ? postgresError(error) : error)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // `COPY 12`
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve(this.#count)
  }

  async #pump(wire: Wire): Promise<void> {
    try {
      for await (const rows of this.#rows) {
        if (this.#hasFailed || wire.stream.destroyed) return
        this.#signal.throwIfAborted()
        wire.sendCopyFromChunk(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength))
        if (wire.stream.writableNeedDrain) await drained(wire.stream)
      }
      if (!this.#hasFailed) wire.endCopyFrom()
    } catch (error) {
      this.#source = { error }
      if (!this.#hasFailed) wire.sendCopyFail('The rows could not be read')
    }
  }
}

/** Rows as `COPY` reads them. */
export async function* encodeBatches(batches: AsyncIterable<RowBatch>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) yield Buffer.from(batch.map(encodeRow).join(''))
}

export const encodeRow = (row: readonly Value[]): string => {
  let text = ''
  for (let index = 0; index < row.length; index++) text += (index === 0 ? '' : '\t') + encodeValue(row[index] ?? null)
  return `${text}\n`
}

const encodeValue = (value: Value): string => {
  switch (typeof value) {
    case 'string':
      return SPECIAL.test(value) ? value.replaceAll(EVERY_SPECIAL, (char) => ESCAPES[char] ?? char) : value
    case 'boolean':
      return value ? 't' : 'f'
    case 'object':
      return value === null ? '\\N' : `\\\\x${Buffer.from(value).toString('hex')}`
    default:
      return String(value)
  }
}

const SPECIAL = /[\\\b\f\n\r\t\v]/
const EVERY_SPECIAL = /[\\\b\f\n\r\t\v]/g
const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
