import { AdminError } from '../errors.ts'
import { numberText } from '../decimals.ts'
import { type Cell, type CellWriter, Digits, Serial } from '../transfer/cell.ts'
import { createCells } from '../transfer/create-cells.ts'
import type { RowFormatter, TextColumn, TextFormat } from '../transfer/text-format.ts'
import type { Value, ValueKind } from '../values.ts'
import { columnLetters } from './cell-reference.ts'
import { type SerialKind, serialNumber } from './serial-number.ts'
import { SERIAL_STYLES } from './sheet-styles.ts'
import { escapeXml } from './xml-text.ts'

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
