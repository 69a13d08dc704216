import { createObjectReader } from '../../../core/json/json-record-reader.ts'
import type { Field } from '../../../core/transfer/file-format.ts'
import { createRecordReader } from '../../../core/transfer/row-reader.ts'
import { untilAborted } from '../../../core/streams.ts'
import type { OperationContext } from '../../operation.ts'
import type { ImportSource } from './source.ts'
import type { ImportOutcome } from './write-tasks.ts'

/** Two rows are told by one line, and only one of them may be meant. */
class SharedLine extends Error {}

/**
 * Writes the rows of a file that were left out into a file of their own, as they are: what is mended in it can be imported as the file
 * was. Workbooks become CSV, arrays of objects have an object in each line.
 *
 * @returns its name; null when there is none.
 * @throws AdminError `PAYLOAD_TOO_LARGE`.
 */
export const keepRejected = async (
  { files, config, signal }: Pick<OperationContext, 'files' | 'config' | 'signal'>,
  { file, source, problems }: Pick<ImportOutcome, 'file' | 'source' | 'problems'>,
): Promise<string | null> => {
  if (problems.length === 0) return null
  const name = rejectedName(file, source)
  const lines = new Set(problems.map(({ line }) => line))
  const chunks = encoded(source, linesOf({ ...source, content: () => untilAborted(source.content(), signal) }, lines))
  try {
    await files.create(name, chunks, { overwrite: true, maxBytes: config.limits.importFileBytesMax })
    return name
  } catch (error) {
    if (error instanceof SharedLine) return null
    throw error
  }
}

/** Of all that a name of a file may have. */
const NAME_CHARACTERS = 128

const rejectedName = (file: string, { format }: ImportSource): string => {
  const type = 'keys' in format ? 'ndjson' : delimiterOf(format) === '\t' ? 'tsv' : 'csv'
  const ending = `.rejected.${type}`
  const stem = file.replace(/\.gz(?:ip)?$/i, '').replace(/\.[^.]*$/, '')
  let end = Math.min(stem.length, NAME_CHARACTERS - ending.length)
  while (end > 1 && '. '.includes(stem.charAt(end - 1))) end--
  return stem.slice(0, end) + ending
}

const delimiterOf = (format: ImportSource['format']): string => (format.type === 'csv' ? format.delimiter : ',')

async function* encoded({ format }: ImportSource, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoding = format.type === 'csv' && format.encoding === 'latin1' ? 'latin1' : 'utf-8'
  for await (const line of lines) yield Buffer.from(line, encoding)
}

/** The header of a file that has one, and the rows that stand at these lines. */
async function* linesOf(source: ImportSource, wanted: ReadonlySet<number>): AsyncGenerator<string> {
  const { format } = source
  const seen = new Set<number>()
  const isWanted = (line: number): boolean => {
    if (!wanted.has(line)) return false
    if (seen.has(line)) throw new SharedLine()
    seen.add(line)
    return true
  }
  const found: string[] = []
  const reader = 'keys' in format ? objectLines(format.type, isWanted, found) : recordLines(source, isWanted, found)
  for await (const bytes of source.content()) {
    reader.push(bytes)
    yield* found.splice(0)
  }
  reader.end()
  yield* found
}

interface Lines {
  push(bytes: Uint8Array): void
  end(): void
}

const objectLines = (type: 'json' | 'ndjson', isWanted: (line: number) => boolean, found: string[]): Lines => {
  const reader = createObjectReader(type)
  const onObject = (row: object, line: number): void => {
    if (isWanted(line)) found.push(`${JSON.stringify(row)}\n`)
  }
  return { push: (bytes) => reader.push(bytes, onObject), end: () => reader.end(onObject) }
}

const recordLines = (
  { format, columns, hasHeader }: ImportSource,
  isWanted: (line: number) => boolean,
  found: string[],
): Lines => {
  const delimiter = delimiterOf(format)
  // What stood in quotes stands in quotes again.
  const reader = createRecordReader({ ...format, asksKinds: columns.map(() => true) })
  let isHeader = hasHeader
  const onRecord = (fields: readonly Field[], line: number): void => {
    if (isHeader || isWanted(line)) {
      // Of a workbook's row nothing is told behind its last value.
      const width = format.type === 'sheet' ? Math.max(fields.length, columns.length) : fields.length
      const cells = Array.from({ length: width }, (_, index) => cellText(fields[index] ?? null, delimiter))
      found.push(`${cells.join(delimiter)}\r\n`)
    }
    isHeader = false
  }
  return { push: (bytes) => reader.push(bytes, onRecord), end: () => reader.end(onRecord) }
}

const cellText = (field: Field, delimiter: string): string => {
  if (field === null) return ''
  const text = typeof field === 'object' ? field.text : String(field)
  const isQuoted = typeof field === 'object' && field.irregular === 'text'
  return isQuoted || text === '' || text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text
}
