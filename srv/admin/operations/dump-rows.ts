import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { csvHeader } from '../core/csv/csv-writer.ts'
import type { ChosenRows } from '../core/dump/dependent-rows.ts'
import { primaryKey } from '../core/primary-key.ts'
import { isOfModel } from '../core/find-entity.ts'
import { NEW_FORM } from '../core/transfer/stored-form.ts'
import type { TargetColumn } from '../core/transfer/target-column.ts'
import type { Statement } from '../core/values.ts'
import type { TextChunk } from '../database/session.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'
import { plainStatement } from '../dialects/page.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'
import { targetOf } from './read-forms.ts'
import { releaseBytes } from '../core/streams.ts'

/** A column as who loads a dump sees it, whose table is empty. */
export const dumpTarget = (
  { model }: Pick<SessionContext, 'model'>,
  table: Pick<ResolvedTable, 'name'>,
  column: ColumnMetadata,
): TargetColumn => targetOf(column, column.takesAny && !isOfModel(model, table.name) ? NEW_FORM : undefined)

/** How the parts of a dump are to be read. */
export const DUMP_FILE = { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] } as const

/** The first record of a part. */
export const partHead = (columns: readonly ColumnMetadata[]): string =>
  csvHeader({
    ...{ type: 'csv', delimiter: DUMP_FILE.delimiter, nullValue: '', escapeFormulas: false },
    columns: columns.map(({ name, kind }) => ({ name, kind })),
  })

/** Which rows of a table are read, and how. */
interface Reading {
  /** Of the primary key, or whatever is fastest. */
  readonly order: 'by key' | 'any'
  /** Other tables hold rows of it as well: these are theirs. */
  readonly isDivided: boolean
  /** Absent where it is all of them. */
  readonly chosen?: ChosenRows | undefined
}

/**
 * The rows of a table as a dump has them: CSV behind a record with the names of the columns.
 *
 * @param columns in the order of their values.
 * @throws AdminError `NOT_SUPPORTED` for a value that would not come back as it is.
 */
export async function* dumpRows(
  context: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  reading: Reading,
): AsyncGenerator<TextChunk> {
  const format = {
    type: DUMP_FILE.type,
    ...{ delimiter: DUMP_FILE.delimiter, nullValue: '', escapeFormulas: false },
    values: 'exact',
    columns: columns.map((column) => ({
      ...{ name: column.name, kind: column.kind, scale: column.scale },
      ...(column.affinity && { target: dumpTarget(context, table, column) }),
    })),
  } as const
  yield { text: Buffer.from(partHead(columns)), rowCount: 0 }
  const statement = rowsStatement(context, table, columns, reading)
  for await (const chunk of context.session.streamText(statement, format, Infinity)) {
    const [ambiguous] = chunk.ambiguous ?? []
    if (ambiguous !== undefined)
      throw new AdminError(
        'NOT_SUPPORTED',
        `Column '${columns[ambiguous]?.name ?? ''}' of '${table.name}' has a value that no file can bring back as it is, such as text that is not UTF-8`,
      )
    if (chunk.text.byteLength > 0) yield chunk
  }
}

/** How many rows a table has, and their sum as the engine makes it; null where it makes none. */
export const engineSums = async (
  { session, dialect }: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  isDivided: boolean,
): Promise<{ readonly rows: number; readonly engineSum: string } | null> => {
  const sum = dialect.structure.rebuild?.rowsSum?.(columns.map(({ name }) => `r.${dialect.quote(name)}`))
  if (sum === undefined) return null
  const sql = `SELECT count(*) AS "rows", coalesce(${sum}, '0') AS "engineSum" FROM ${fromOf(dialect, table, isDivided)} r`
  const [row] = await session.query({ sql, parameters: [] })
  return { rows: Number(row?.['rows']), engineSum: String(row?.['engineSum']) }
}

const fromOf = ({ quote }: SessionContext['dialect'], { schema, name }: ResolvedTable, isDivided: boolean): string =>
  `${isDivided ? 'ONLY ' : ''}${quote(schema)}.${quote(name)}`

const rowsStatement = (
  { dialect }: SessionContext,
  table: ResolvedTable,
  columns: readonly ColumnMetadata[],
  { order, isDivided, chosen }: Reading,
): Statement => {
  const reference = (column: ColumnMetadata): string => `r.${dialect.quote(column.name)}`
  const keys = order === 'by key' ? primaryKey(table) : []
  const fields = columns.map((column) => dialect.selectExpression(column, reference(column)))
  const from = fromOf(dialect, table, isDivided)
  const where = chosen?.condition
  const sql = plainStatement({ from, fields, where, limit: Infinity, offset: 0 }, keys.map(reference))
  return { sql: `${chosen?.common ?? ''}${sql}`, parameters: chosen?.parameters ?? [] }
}

const LINE_FEED = 0x0a
const QUOTE = 0x22

/** What a part of a dump has, whoever reads it. */
export interface Sums {
  /** Records behind the one with the names of the columns. */
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of all bytes, in hexadecimal digits. */
  readonly sha256: string
  /** The same for lines in any order: the CRC-32 of each added up, and its square, both as numbers of 32 bits. */
  readonly lineSum: string
}

/** Adds up a part as its bytes come, in constant memory. */
export class PartSums {
  readonly #all = createHash('sha256')
  #records = 0
  #bytes = 0
  #sum = 0
  #squares = 0
  /** Of the line that is not at its end yet. */
  #crc = 0
  #isInQuotes = false

  add(bytes: Uint8Array): void {
    this.#all.update(bytes)
    this.#bytes += bytes.byteLength
    let start = 0
    let quote = bytes.indexOf(QUOTE)
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
      for (; quote >= 0 && quote < at; quote = bytes.indexOf(QUOTE, quote + 1)) this.#isInQuotes = !this.#isInQuotes
      const crc = crc32(bytes.subarray(start, at + 1), this.#crc)
      this.#sum = (this.#sum + crc) >>> 0
      this.#squares = (this.#squares + Math.imul(crc, crc)) >>> 0
      if (!this.#isInQuotes) this.#records++
      start = at + 1
      this.#crc = 0
    }
    for (; quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) this.#isInQuotes = !this.#isInQuotes
    if (start < bytes.length) this.#crc = crc32(bytes.subarray(start), this.#crc)
  }

  /** To be asked once, after the last bytes. */
  end(): Sums {
    return {
      rows: this.#records - 1,
      bytes: this.#bytes,
      sha256: this.#all.digest('hex'),
      lineSum: writeLineSum([this.#sum, this.#squares]),
    }
  }
}

const writeLineSum = (sums: readonly number[]): string =>
  sums.map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('')

/** That of parts which are read as one: each begins with the same line, and that is there once. @param line the first one. */
export const addLineSums = (parts: readonly { readonly lineSum: string }[], line: string): string => {
  const crc = crc32(line)
  const surplus = parts.length - 1
  const sums = [crc, Math.imul(crc, crc)].map(
    (first, at) =>
      parts.reduce((sum, { lineSum }) => (sum + Number.parseInt(lineSum.slice(at * 8, at * 8 + 8), 16)) >>> 0, 0) -
      surplus * (first >>> 0),
  )
  return writeLineSum(sums.map((sum) => Number(BigInt.asUintN(32, BigInt(sum)))))
}

/** The sums of bytes that are needed for nothing else. */
export const sumsOf = async (content: AsyncIterable<Uint8Array>): Promise<Sums> => {
  const sums = new PartSums()
  for await (const bytes of content) {
    sums.add(bytes)
    releaseBytes(bytes)
  }
  return sums.end()
}
