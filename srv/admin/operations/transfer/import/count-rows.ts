import type { StoredFileHandle } from '../../operation.ts'
import type { ImportSource, SourceOptions } from './source.ts'
import { untilAborted } from '../../../core/until-aborted.ts'
import { openFirstSheet } from '../../../core/xlsx/workbook-reader.ts'

/**
 * A file for a table without columns, of which only the number of rows counts: lines, or row elements of a sheet.
 *
 * @throws AdminError `INVALID_FILE_CONTENT` for what is no workbook.
 */
export const countRows = async (
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
