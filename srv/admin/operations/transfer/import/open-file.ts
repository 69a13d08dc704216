import { AdminError } from '../../../core/errors.ts'
import type { OperationContext, ResolvedTable, StoredFileHandle } from '../../operation.ts'
import type { ImportTask } from './prepare-task.ts'
import { formatOf, type ImportFormat, openSource, type SourceOptions, type ImportSource } from './source.ts'
import { unpack } from './unpack.ts'
import { untilAborted } from '../../../core/streams.ts'
import { openFirstSheet } from '../../../core/xlsx/workbook-reader.ts'

/**
 * A file for a table without columns, of which only the number of rows counts: lines, or row elements of a sheet.
 *
 * @throws AdminError `INVALID_FILE_CONTENT` for what is no workbook.
 */
const countRows = async (
  file: StoredFileHandle,
  { format, hasHeader, unpackLimits, signal }: Pick<SourceOptions, 'format' | 'hasHeader' | 'unpackLimits' | 'signal'>,
): Promise<ImportSource> => {
  const isSheet = format === 'xlsx'
  const content = isSheet
    ? (
        await openFirstSheet((start, end) => untilAborted(file.read(start, end), signal), file.sizeBytes, unpackLimits)
      ).content()
    : file.read()
  const rows = await occurrences(untilAborted(content, signal), Buffer.from(isSheet ? '<row ' : '\n'))
  return {
    format: { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] },
    columns: [],
    hasHeader,
    rowCount: Math.max(0, rows - (hasHeader ? 1 : 0)),
    content: () => file.read(),
  }
}

const occurrences = async (content: AsyncIterable<Uint8Array>, word: Buffer): Promise<number> => {
  let count = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + word.length)) count++
    // Shorter than the word, so that nothing counts twice.
    rest = bytes.subarray(Math.max(0, bytes.length - word.length + 1))
  }
  return count
}

export interface OpenFile {
  readonly task: ImportTask
  readonly format: ImportFormat
  readonly compression: 'gzip' | null
  close(): Promise<void>
}

/** How files are read, as sent. */
export type FileOptions = Omit<SourceOptions, 'format' | 'signal' | 'unpackLimits'> & {
  /** By the name of the file when absent. */
  readonly format: ImportFormat | undefined
  readonly decimal: '.' | ','
}

/** Opens a file, and finds out what its columns are. */
export const openFile = async (
  { files, config, signal }: Pick<OperationContext, 'files' | 'config' | 'signal'>,
  {
    name,
    target,
    columnMapping,
  }: Pick<ImportTask, 'columnMapping'> & { readonly name: string; readonly target: ResolvedTable },
  options: FileOptions,
): Promise<OpenFile> => {
  const stored = await files.open(name)
  try {
    const unpackLimits = { bytes: config.limits.importFileBytesMax, ratio: 250 }
    const file = await unpack(stored, name, unpackLimits)
    const format = options.format ?? formatOf(name)
    if (file.isPacked && format === 'xlsx')
      throw new AdminError('INVALID_PARAMETER', 'A workbook is packed already: send it as it is, without gzip')
    if (options.decimal === ',' && format !== 'csv' && format !== 'tsv')
      throw new AdminError('INVALID_PARAMETER', "'decimal' is about csv and tsv: other files tell what is a number")
    const isObjects = format === 'json' || format === 'ndjson'
    const all: SourceOptions = { ...options, format, signal, unpackLimits }
    const source =
      target.columns.length === 0 && !isObjects ? await countRows(file, all) : await openSource(file, target, all)
    return {
      task: { schema: target.schema, table: target.name, file: name, source, columnMapping },
      format,
      compression: file.isPacked ? 'gzip' : null,
      close: () => stored.close(),
    }
  } catch (error) {
    await stored.close()
    throw error
  }
}
