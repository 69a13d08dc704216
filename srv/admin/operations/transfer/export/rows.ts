import { NEW_FORM } from '../../../core/transfer/stored-form.ts'
import type { ValuesMode } from '../../../core/transfer/target-column.ts'
import type { TextColumn, TextFormat } from '../../../core/transfer/file-format.ts'
import { csvHeader } from '../../../core/csv/csv-writer.ts'
import { HEADER_STYLE } from '../../../core/xlsx/sheet-styles.ts'
import { createSheetFormatter, SHEET_LIMITS, writeWorkbook } from '../../../core/xlsx/workbook-writer.ts'
import { AdminError } from '../../../core/errors.ts'
import type { OperationContext, ResolvedTable } from '../../operation.ts'
import { targetOf } from '../../read-forms.ts'
import type { Delivery, ExportFormat, ExportInput } from './delivery.ts'
import { type ExportColumn, exportQuery } from './query.ts'
import { streamRead } from '../../stream-read.ts'

/** An export whose first rows have been read. */
export interface RunningExport {
  readonly table: ResolvedTable
  readonly columns: readonly ExportColumn[]
  /** The file's content; for format json its objects, with commas between them. */
  readonly content: AsyncIterable<string | Uint8Array>
  /** Final after the last of the content. */
  readonly state: { rowCount: number; isTruncated: boolean; readonly ambiguous: Set<string> }
  readonly values: ValuesMode
}

type Item = { readonly table: ResolvedTable; readonly columns: readonly ExportColumn[] } | Uint8Array

/**
 * Starts an export and waits for its first rows, so that ordinary errors still get an ordinary answer.
 *
 * @throws AdminError also while the content is read: `LIMIT_TOO_LARGE` for a file that would end too early.
 */
export const startExport = async (
  context: OperationContext,
  input: ExportInput,
  { format, isRaw, rowLimit, isLimitAsked }: Delivery,
): Promise<RunningExport> => {
  const state = { rowCount: 0, isTruncated: false, ambiguous: new Set<string>() }
  const items = streamRead<Item>(context.database, context, async function* (session) {
    const table = await context.names.table(session, input.schema, input.table)
    const { columns, statement } = exportQuery(context, table, input, rowLimit)
    yield { table, columns }
    let read = 0
    for await (const chunk of session.streamText(statement, textFormat(format, columns, input), rowLimit)) {
      read += chunk.rowCount
      for (const index of chunk.ambiguous ?? []) state.ambiguous.add(columns[index]?.name ?? '')
      state.rowCount = Math.min(read, rowLimit)
      state.isTruncated = read > rowLimit
      if (state.isTruncated && isRaw && !isLimitAsked) throw tooManyRows(format, rowLimit)
      context.progress('reading', state.rowCount)
      if (chunk.text.byteLength > 0) yield chunk.text
    }
  })
  const { value: head } = await items.next()
  if (!head || head instanceof Uint8Array) throw new Error('An export starts with its columns')
  const texts = startingWith(await items.next(), items)
  const leave = (): Promise<unknown> => items.return(undefined)
  return {
    ...head,
    content: leaving(content(format, head.columns, input, texts), leave),
    state,
    values: input.values ?? 'plain',
  }
}

const tooManyRows = (format: ExportFormat, rowLimit: number): AdminError =>
  new AdminError(
    'LIMIT_TOO_LARGE',
    `There are more than ${rowLimit} rows, the most for ${format} here: 'limit' and 'offset' take a part of them`,
  )

/** What was read ahead, and what follows. */
async function* startingWith(
  first: IteratorResult<Item, undefined>,
  items: AsyncGenerator<Item, undefined, undefined>,
): AsyncGenerator<Uint8Array> {
  for (let item = first; !item.done; item = await items.next()) yield item.value as Uint8Array
}

/** A generator that was never started does not pass on that it was left: the source is told besides. */
const leaving = <T>(content: AsyncIterable<T>, leave: () => Promise<unknown>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => {
    const inner = content[Symbol.asyncIterator]()
    return {
      next: () => inner.next(),
      return: async () => {
        await Promise.all([inner.return?.(), leave()])
        return { done: true, value: undefined }
      },
    }
  },
})

const textFormat = (format: ExportFormat, columns: readonly ExportColumn[], input: ExportInput): TextFormat => {
  const { values = 'plain' } = input
  const common = {
    columns: columns.map(textColumn),
    values,
    escapeFormulas: input.escapeFormulas ?? (format === 'xlsx' && values === 'plain'),
  }
  if (format === 'csv')
    return { ...common, type: 'csv', delimiter: input.delimiter ?? ',', nullValue: input.nullValue ?? '' }
  if (format !== 'xlsx') return { ...common, type: format }
  if (columns.length > SHEET_LIMITS.columns)
    throw new AdminError('LIMIT_TOO_LARGE', `A spreadsheet has at most ${SHEET_LIMITS.columns} columns`)
  return { ...common, type: 'sheet', firstRow: input.includeHeaders === false ? 1 : 2 }
}

const textColumn = (column: ExportColumn): TextColumn => {
  const { name, kind, scale, affinity, isMasked, takesAny } = column
  return affinity && !isMasked
    ? { name, kind, scale, target: targetOf(column, takesAny ? NEW_FORM : undefined) }
    : { name, kind, scale }
}

const content = (
  format: ExportFormat,
  columns: readonly ExportColumn[],
  input: ExportInput,
  texts: AsyncIterable<Uint8Array>,
): AsyncIterable<string | Uint8Array> => {
  const text = textFormat(format, columns, input)
  const hasHeader = input.includeHeaders !== false
  if (text.type === 'csv') return marked(after(hasHeader ? csvHeader(text) : '', texts))
  if (text.type === 'json') return separated(texts)
  return text.type === 'sheet'
    ? writeWorkbook(text.columns, hasHeader, after(hasHeader ? sheetHeader(text) : '', texts))
    : texts
}

const sheetHeader = (format: Extract<TextFormat, { type: 'sheet' }>): string => {
  const columns = format.columns.map(({ name }) => ({ name, kind: 'text' as const }))
  return createSheetFormatter(
    { ...format, columns, values: 'plain', firstRow: 1 },
    { textStyle: HEADER_STYLE },
  )([columns.map(({ name }) => name)])
}

async function* after(head: string, texts: AsyncIterable<Uint8Array>): AsyncGenerator<string | Uint8Array> {
  if (head !== '') yield head
  yield* texts
}

const BOM = Buffer.from('\uFEFF')

/** A file that begins with a byte order mark of its own gets one before that: readers take away the first. */
async function* marked(texts: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let isStart = true
  for await (const text of texts) {
    if (isStart && Buffer.from(text.slice(0, BOM.length)).subarray(0, BOM.length).equals(BOM)) yield BOM
    isStart = false
    yield text
  }
}

async function* separated(texts: AsyncIterable<Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let separator = ''
  for await (const text of texts) {
    if (separator !== '') yield separator
    separator = ','
    yield text
  }
}
