import { FOREIGN, FOREIGN_TEXT } from '../../core/transfer/foreign-value.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { Statement, Value, ValueKind } from '../../core/values.ts'
import type { TextChunk } from '../session.ts'
import type { Submittable, Wire } from './driver.ts'

const CHUNK_BYTES = 262_144
/** Chunks that wait for their reader before the socket is paused. */
const WAITING = 4
const LINE_END = Buffer.from('\r\n')

/**
 * Rows as CSV, written by the server itself.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY: a message holds a row, ending in a line feed.
 */
export class CopyOut implements Submittable {
  isDone = false
  readonly #sql: string
  readonly #rowLimit: number
  readonly #chunks: TextChunk[] = []
  #open = Buffer.allocUnsafe(CHUNK_BYTES)
  #used = 0
  #rowCount = 0
  #total = 0
  #failure: { readonly error: unknown } | undefined
  #wire: Wire | undefined
  #wake: () => void = () => undefined

  constructor(sql: string, rowLimit: number) {
    this.#sql = sql
    this.#rowLimit = rowLimit
  }

  /** The next rows; undefined at their end. */
  async next(): Promise<TextChunk | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift()
      if (this.#chunks.length < WAITING) this.#wire?.stream.resume()
      if (chunk) return chunk
      if (this.isDone) {
        if (this.#failure) throw this.#failure.error
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  submit(wire: Wire): null {
    this.#wire = wire
    wire.query(this.#sql)
    return null
  }

  handleCopyData({ chunk: row }: { readonly chunk: Buffer }, wire: Wire): void {
    if (++this.#total > this.#rowLimit) {
      this.#rowCount++
      return
    }
    const length = row.length - 1
    if (this.#used + length + LINE_END.length > this.#open.length) {
      this.#flush()
      if (this.#chunks.length >= WAITING) wire.stream.pause()
      this.#open = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length + LINE_END.length))
    }
    this.#rowCount++
    this.#used += row.copy(this.#open, this.#used, 0, length)
    this.#used += LINE_END.copy(this.#open, this.#used)
  }

  handleError(error: Error): void {
    this.#failure = { error }
    // Nothing more comes: the driver has let go of the statement, whose rest it reads itself.
    this.isDone = true
    this.#wake()
  }

  handleCommandComplete(): void {
    this.#flush()
  }

  handleReadyForQuery(): void {
    this.isDone = true
    this.#wake()
  }

  #flush(): void {
    if (this.#rowCount === 0) return
    this.#chunks.push({ text: this.#open.subarray(0, this.#used), rowCount: this.#rowCount })
    this.#used = 0
    this.#rowCount = 0
    this.#wake()
  }
}

const PARAMETER = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)(::)?/g

/**
 * `COPY` for a statement and a format, if the server writes that format as we do. `COPY` takes no parameters: their
 * values become settings of the transaction, which the statement reads.
 */
export const copyStatement = (
  { sql, parameters }: Statement,
  format: TextFormat,
): { readonly sql: string; readonly settings: Statement | undefined } | undefined => {
  if (format.type !== 'csv' || format.nullValue !== '' || format.columns.length === 0) return undefined
  if (format.escapeFormulas) return undefined
  const values = parameters.map(settingText)
  let isTyped = values.every((value) => value !== undefined)
  const query = sql.replace(PARAMETER, (token, position?: string, cast?: string) => {
    if (position === undefined) return token
    isTyped &&= cast !== undefined
    return `current_setting('admin.p${position}')::`
  })
  if (!isTyped) return undefined
  const names = format.columns.map((_, index) => `c${index}`)
  const fields = format.columns.map(({ kind }, index) =>
    fieldExpression(kind, names[index] ?? '', format.values === 'exact'),
  )
  const delimiter = `'${format.delimiter.replaceAll("'", "''")}'`
  return {
    sql: `COPY (SELECT ${fields.join(', ')} FROM (${query}) AS r (${names.join(', ')})) TO STDOUT (FORMAT csv, DELIMITER ${delimiter})`,
    settings:
      values.length === 0
        ? undefined
        : {
            sql: `SELECT ${values.map((_, index) => `set_config('admin.p${index + 1}', $${index + 1}, true)`).join(', ')}`,
            parameters: values as string[],
          },
  }
}

const settingText = (value: Value): string | undefined => {
  if (value === null) return undefined
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
}

const fieldExpression = (kind: ValueKind, name: string, isExact: boolean): string => {
  if (kind === 'boolean') return `${name}::text`
  if (kind === 'binary') return `translate(encode(${name}, 'base64'), chr(10), '')`
  if (!isExact || !TEXTS.has(kind)) return name
  // As `foreignValue` writes it, with no more than has to be encoded.
  // `starts_with` takes four times as long.
  return `CASE WHEN ${name}::text COLLATE "C" LIKE '${FOREIGN}%' THEN '${FOREIGN_TEXT}' || replace(${name}::text, '%', '%25') ELSE ${name}::text END`
}

/** Kinds whose values may be any text. */
const TEXTS: ReadonlySet<ValueKind> = new Set(['text', 'json', 'other'])
