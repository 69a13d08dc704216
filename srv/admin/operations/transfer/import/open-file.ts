import { AdminError } from '../../../errors.ts'
import type { OperationContext, ResolvedTable } from '../../operation.ts'
import { countRows } from './count-rows.ts'
import type { ImportTask } from './prepare-task.ts'
import { formatOf, type ImportFormat, openSource, type SourceOptions } from './source.ts'
import { unpack } from './unpack.ts'

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
