import { AdminError } from '../errors.ts'
import { numberText } from '../decimals.ts'
import { type Cell, type CellWriter, Digits, Serial } from '../transfer/cell.ts'
import { createCells } from '../transfer/create-cells.ts'
import type { RowFormatter, TextColumn, TextFormat } from '../transfer/file-format.ts'
import type { Value, ValueKind } from '../values.ts'
import { columnLetters, SERIAL_STYLES, STYLES } from './sheet-styles.ts'
import { type SerialKind, serialNumber } from './serial-date.ts'
import { escapeXml } from './xml-scanner.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

type SheetFormat = Extract<TextFormat, { type: 'sheet' }>

/**
 * Rows and characters of a cell that spreadsheets can open.
 * @see https://support.microsoft.com/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3
 */
export const SHEET_LIMITS = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 } as const

/**
 * Writes rows as `row` elements. NULL is no cell, the empty text an empty one. Numbers of up to 15 digits are numbers, and
 * dates and times that a spreadsheet has are its own, in UTC; all else is text, since a spreadsheet would round it.
 *
 * @param options.textStyle number of the style of texts.
 * @throws AdminError `LIMIT_TOO_LARGE` for a text that no cell can hold.
 */
export const createSheetFormatter = (
  format: SheetFormat,
  { textStyle = 0, cells = createCells(format) }: { textStyle?: number; cells?: readonly CellWriter[] } = {},
): RowFormatter => {
  const { columns, firstRow } = format
  const style = textStyle === 0 ? '' : ` s="${textStyle}"`
  const letters = columns.map((_, index) => columnLetters(index))
  let nextRow = firstRow
  let rowNumber = ''
  const cell = (value: Value, index: number): string => {
    const column = columns[index]
    if (value === null || !column) return ''
    const reference = `${letters[index] ?? ''}${rowNumber}`
    const made = cells[index]?.(value) ?? ''
    if (typeof made === 'boolean') return `<c r="${reference}" t="b"><v>${made ? '1' : '0'}</v></c>`
    if (made instanceof Digits) return `<c r="${reference}"><v>${made.text}</v></c>`
    const { kind, target } = column
    const shown = made instanceof Serial ? '' : typeof made === 'number' ? numberText(made) : made
    if (isNumber(made, shown, column)) return `<c r="${reference}"><v>${shown}</v></c>`
    const serial = made instanceof Serial ? made : target || !isSerialKind(kind) ? null : serialOf(shown, kind)
    if (serial) return `<c r="${reference}" s="${serial.style}"><v>${serial.days}</v></c>`
    if (shown.length > SHEET_LIMITS.cellCharacters)
      throw new AdminError(
        'LIMIT_TOO_LARGE',
        `Column '${column.name}' has a text of ${shown.length} characters, of at most ${SHEET_LIMITS.cellCharacters} in a spreadsheet; csv has no such limit`,
      )
    return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`
  }
  return (rows) => {
    let text = ''
    for (const row of rows) {
      rowNumber = numberText(nextRow++)
      text += `<row r="${rowNumber}">`
      for (let index = 0; index < columns.length; index++) text += cell(row[index] ?? null, index)
      text += '</row>'
    }
    return text
  }
}

const isSerialKind = (kind: ValueKind): kind is SerialKind => kind in SERIAL_STYLES

const serialOf = (text: string, kind: SerialKind): Serial | null => {
  const days = serialNumber(text, kind)
  return days === null ? null : new Serial(days, SERIAL_STYLES[kind])
}

const SHORT_NUMBER = /^-?\d{1,15}$|^-?(?=[\d.]{3,16}$)\d+\.\d+$/

/** Floats are binary numbers in a spreadsheet, too; of other numbers it keeps 15 digits. */
const isNumber = (cell: Cell, text: string, { kind, target }: TextColumn): boolean => {
  if (kind === 'float') return typeof cell === 'number'
  const hasNumbers = kind === 'integer' || kind === 'decimal' || (target !== undefined && typeof cell === 'number')
  return hasNumbers && SHORT_NUMBER.test(text)
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook of one sheet consists of besides the sheet. ECMA-376 part 1, 12.3. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': XML + STYLES,
}

/**
 * A workbook with one sheet.
 *
 * @param hasHeader the first row stays in sight.
 * @param rows its `row` elements, as they come.
 */
export const writeWorkbook = (
  columns: readonly TextColumn[],
  hasHeader: boolean,
  rows: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> =>
  writeZip([
    ...Object.entries(PARTS).map(([name, text]): ZipEntry => ({ name, content: one(text) })),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, hasHeader, rows) },
  ])

async function* sheet(
  columns: readonly TextColumn[],
  hasHeader: boolean,
  rows: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  const widths = columns.length === 0 ? '' : `<cols>${columns.map(width).join('')}</cols>`
  yield `${XML}<worksheet xmlns="${MAIN}">${hasHeader ? FROZEN : ''}${widths}<sheetData>`
  yield* rows
  yield '</sheetData></worksheet>'
}

const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** In characters: a day or a time that has no room is shown as nothing but hashes. */
const WIDTHS: Partial<Record<ValueKind, number>> = { text: 24, date: 12, time: 10, timestamp: 20 }
const WIDEST = 40

const width = ({ name, kind }: TextColumn, index: number): string => {
  const number = String(index + 1)
  const characters = Math.min(WIDEST, Math.max(WIDTHS[kind] ?? 12, name.length + 2))
  return `<col min="${number}" max="${number}" width="${characters}" customWidth="1"/>`
}

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
