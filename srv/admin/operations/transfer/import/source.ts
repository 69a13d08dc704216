import { DELIMITERS, findDelimiter } from '../../../core/csv/find-delimiter.ts'
import { createObjectReader } from '../../../core/json/json-record-reader.ts'
import { type Field, type FileFormat, MAX_FIELDS } from '../../../core/transfer/file-format.ts'
import { createRecordReader } from '../../../core/transfer/row-reader.ts'
import type { ValuesMode } from '../../../core/transfer/target-column.ts'
import { untilAborted } from '../../../core/streams.ts'
import { openFirstSheet } from '../../../core/xlsx/workbook-reader.ts'
import type { ReadRange, UnpackLimits } from '../../../core/xlsx/zip-reader.ts'
import { AdminError } from '../../../core/errors.ts'
import type { ResolvedTable, StoredFileHandle } from '../../operation.ts'
import { checkAnswer } from './check-answer.ts'
import { isPackedName } from './unpack.ts'

export type ImportFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'xlsx'

export interface SourceOptions {
  readonly format: ImportFormat
  /** Absent where it is to be found out. */
  readonly delimiter: string | undefined
  readonly encoding: 'utf-8' | 'latin1'
  readonly nullValues: readonly string[]
  readonly hasHeader: boolean
  readonly unpackLimits: UnpackLimits
  /** Answers of exports that are not all there was are taken, too. */
  readonly allowIncomplete: boolean
  /** Ends the reading between two parts of the file. */
  readonly signal: AbortSignal
}

/** A file whose columns are known. */
export interface ImportSource {
  readonly format: FileFormat
  /** Names of the file's columns; places where it has none. */
  readonly columns: readonly string[]
  readonly hasHeader: boolean
  readonly rowCount: number | null
  /** How its values are written, where it says so. */
  readonly values?: ValuesMode | undefined
  content(): AsyncIterable<Uint8Array>
}

/** @throws AdminError `INVALID_FILE_CONTENT`, `PAYLOAD_TOO_LARGE`. */
export const openSource = async (
  file: StoredFileHandle,
  target: Pick<ResolvedTable, 'columns'>,
  options: SourceOptions,
): Promise<ImportSource> => {
  switch (options.format) {
    case 'json':
    case 'ndjson':
      return objectSource(file, options.format, options)
    case 'xlsx': {
      const { signal, unpackLimits } = options
      const read: ReadRange = (start, end) => untilAborted(file.read(start, end), signal)
      const sheet = await openFirstSheet(read, file.sizeBytes, unpackLimits)
      return recordSource(sheet.format, () => sheet.content(), options)
    }
    default: {
      const { encoding, nullValues } = options
      const delimiter =
        options.delimiter ?? (options.format === 'tsv' ? '\t' : await delimiterOf(file, target, options))
      return recordSource({ type: 'csv', delimiter, encoding, nullValues }, () => file.read(), options)
    }
  }
}

/** By the end of the file's name. @throws AdminError `INVALID_PARAMETER` when it says nothing. */
export const formatOf = (fileName: string): ImportFormat => {
  const plainName = isPackedName(fileName) ? fileName.slice(0, fileName.lastIndexOf('.')) : fileName
  const extension = /\.([^.]+)$/.exec(plainName)?.[1]?.toLowerCase() ?? ''
  const format = EXTENSIONS[extension]
  if (format) return format
  throw new AdminError('INVALID_PARAMETER', `The name of file '${fileName}' does not tell its format: send 'format'`)
}

const EXTENSIONS: Readonly<Record<string, ImportFormat | undefined>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
}

/** Enough rows to see by what their fields are divided. */
const HEAD_BYTES = 65_536

const delimiterOf = async (
  file: StoredFileHandle,
  { columns }: Pick<ResolvedTable, 'columns'>,
  { encoding, nullValues, hasHeader, signal }: SourceOptions,
): Promise<string> => {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()))
  const parts: Uint8Array[] = []
  let bytes = 0
  let isWhole = true
  for await (const part of untilAborted(file.read(), signal)) {
    isWhole = bytes < HEAD_BYTES
    if (!isWhole) break
    parts.push(part)
    bytes += part.byteLength
  }
  const found = findDelimiter({
    head: Buffer.concat(parts),
    isWhole,
    format: { type: 'csv', encoding, nullValues },
    hasHeader,
    isName: (text) => names.has(text.toLowerCase()),
  })
  if (found !== undefined) return found
  throw new AdminError(
    'INVALID_FILE_CONTENT',
    `The fields of the file could be divided by several characters (${DELIMITERS.map((delimiter) => JSON.stringify(delimiter)).join(', ')} are tried): send 'delimiter'`,
  )
}

const recordSource = async (
  format: FileFormat,
  content: () => AsyncIterable<Uint8Array>,
  { hasHeader, signal }: Pick<SourceOptions, 'hasHeader' | 'signal'>,
): Promise<ImportSource> => {
  const first = await firstRecord(format, untilAborted(content(), signal))
  if (!first)
    throw new AdminError('INVALID_FILE_CONTENT', 'The file has no rows, not even one with the names of columns')
  const columns = first.map((field, index) => (hasHeader ? nameOf(field) : `#${index + 1}`))
  return { format, columns: checkNames(columns), hasHeader, rowCount: null, content }
}

const nameOf = (field: Field): string => (typeof field === 'object' ? (field?.text ?? '') : String(field))

const firstRecord = async (
  format: FileFormat,
  content: AsyncIterable<Uint8Array>,
): Promise<readonly Field[] | undefined> => {
  const reader = createRecordReader(format)
  const found: (readonly Field[])[] = []
  const keep = (fields: readonly Field[]): void => {
    if (found.length === 0) found.push(fields)
  }
  try {
    for await (const bytes of content) {
      reader.push(bytes, keep)
      if (found.length > 0) return found[0]
    }
    reader.end(keep)
  } catch (error) {
    // What is wrong further on is told when it is its turn.
    if (found.length === 0) throw error
  }
  return found[0]
}

/** Whether an object is what `/export` answers, with its rows in it. */
const isAnswer = ({ success, rowCount, truncated, columns }: Readonly<Record<string, unknown>>): boolean =>
  success === true && typeof rowCount === 'number' && typeof truncated === 'boolean' && Array.isArray(columns)

const VALUES: readonly ValuesMode[] = ['plain', 'exact', 'stored']

/** The columns of a file of objects are the members that any of them has, so all of it is read. */
const objectSource = async (
  file: StoredFileHandle,
  type: 'json' | 'ndjson',
  { signal, allowIncomplete }: Pick<SourceOptions, 'signal' | 'allowIncomplete'>,
): Promise<ImportSource> => {
  const reader = createObjectReader(type)
  const keys = new Set<string>()
  let rowCount = 0
  const note = (row: Readonly<Record<string, unknown>>): void => {
    if (rowCount++ === 0 && isAnswer(row))
      throw new AdminError(
        'INVALID_FILE_CONTENT',
        'The file is an answer of /export, and no row: one with `rows` is a file of format json, and what it has as `content` is a file of its own',
      )
    for (const key of Object.keys(row)) keys.add(key)
    if (keys.size > MAX_FIELDS)
      throw new AdminError('INVALID_FILE_CONTENT', `Objects have more than ${MAX_FIELDS} different members`)
  }
  for await (const bytes of untilAborted(file.read(), signal)) reader.push(bytes, note)
  reader.end(note)
  if (reader.answer && !allowIncomplete) checkAnswer(reader.answer, rowCount)
  const columns = checkNames([...keys])
  const values = VALUES.find((mode) => mode === reader.answer?.['values'])
  return { format: { type, keys: columns }, columns, hasHeader: false, rowCount, values, content: () => file.read() }
}

/** Of all names of a file's columns together. */
const MAX_NAME_CHARACTERS = 1_000_000

const checkNames = (columns: readonly string[]): readonly string[] => {
  if (columns.reduce((sum, name) => sum + name.length, 0) <= MAX_NAME_CHARACTERS) return columns
  throw new AdminError(
    'INVALID_FILE_CONTENT',
    `The names of the columns have more than ${MAX_NAME_CHARACTERS} characters together`,
  )
}
