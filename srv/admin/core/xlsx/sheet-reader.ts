import { isStorable } from '../strict-json.ts'
import {
  fileError,
  type Field,
  type FileFormat,
  MAX_FIELDS,
  type RecordHandler,
  type RecordReader,
} from '../transfer/file-format.ts'
import { columnIndex } from './sheet-styles.ts'
import { inShape, serialDate } from './serial-date.ts'
import { SHEET_LIMITS } from './workbook-writer.ts'
import { attributeOf, type XmlHandler, XmlScanner, MAX_CELL_SOURCE, cellText } from './xml-scanner.ts'

type SheetFormat = Extract<FileFormat, { type: 'sheet' }>

/** A row that has its number and nothing else. */
const BARE = /^\s*r\s*=\s*"\d+"\s*$/

/**
 * Reads the rows of a worksheet. Rows without a value are skipped, since spreadsheets keep such for their looks; but one
 * without cells and looks is a row of NULLs, as exports write it.
 */
export class SheetReader implements RecordReader, XmlHandler {
  readonly #format: SheetFormat
  readonly #scanner: XmlScanner
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #onRecord: RecordHandler = () => undefined
  #row = 0
  #column = -1
  #fields: Field[] = []
  #type = ''
  #style = ''
  #text = ''
  /** The open element whose text counts: `v`, or `t` of an inline string. */
  #inside = ''
  #isPhonetic = false
  #hasValue = false
  #isBare = false
  /** Places of the first record. No other one is kept any longer than that, and one place: what lies behind it is too much. */
  #width: number | undefined

  constructor(format: SheetFormat) {
    this.#format = format
    this.#scanner = new XmlScanner(this, 'worksheet')
  }

  push(bytes: Uint8Array, onRecord: RecordHandler): void {
    this.#onRecord = onRecord
    this.#scanner.push(this.#decode(bytes))
  }

  end(onRecord: RecordHandler): void {
    this.#onRecord = onRecord
    this.#scanner.push(this.#decode())
    this.#scanner.end()
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case 'row':
        this.#row = this.#rowNumber(attributeOf(attributes, 'r'))
        this.#column = -1
        this.#fields = []
        this.#isBare = this.#width !== undefined && BARE.test(attributes)
        break
      case 'c': {
        const reference = attributeOf(attributes, 'r')
        this.#column = reference === undefined ? this.#column + 1 : columnIndex(reference)
        if (this.#column < 0 || this.#column >= SHEET_LIMITS.columns)
          throw fileError(this.#row, 'a cell has no valid reference')
        this.#type = attributeOf(attributes, 't') ?? 'n'
        this.#style = attributeOf(attributes, 's') ?? ''
        this.#text = ''
        this.#hasValue = false
        break
      }
      case 'rPh':
        this.#isPhonetic = true
        break
      case 'v':
      case 't':
        this.#inside = this.#isPhonetic ? '' : name
        this.#hasValue ||= this.#inside !== ''
    }
  }

  close(name: string): void {
    if (name === 'row') {
      const isRow = this.#fields.length === 0 ? this.#isBare : this.#fields.some((field) => field !== null)
      if (!isRow) return
      this.#width ??= this.#fields.length
      this.#onRecord(this.#fields, this.#row)
    } else if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === this.#inside) this.#inside = ''
  }

  text(raw: string): void {
    if (this.#inside === '') return
    this.#text += raw
    if (this.#text.length > MAX_CELL_SOURCE) throw this.#tooLong()
  }

  #rowNumber(sent: string | undefined): number {
    const number = sent === undefined ? this.#row + 1 : Number(sent)
    if (Number.isInteger(number) && number > 0 && number <= SHEET_LIMITS.rows) return number
    throw fileError(this.#row, 'a row has no valid number')
  }

  #tooLong(): Error {
    return fileError(this.#row, `a cell has more than ${SHEET_LIMITS.cellCharacters} characters`)
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw fileError(this.#row, 'the worksheet is not UTF-8')
    }
  }

  #closeCell(): void {
    this.#isBare = false
    const value = this.#hasValue ? this.#value() : null
    const most = this.#width ?? MAX_FIELDS
    // Spreadsheets keep empty cells for their looks, often to the last column.
    if (value === null && this.#column >= most) return
    if (this.#width === undefined && this.#column >= most)
      throw fileError(this.#row, `a cell stands behind the first ${MAX_FIELDS} columns`)
    const place = Math.min(this.#column, most)
    while (this.#fields.length < place) this.#fields.push(null)
    this.#fields[place] = value
  }

  #value(): Field {
    const raw = this.#text
    switch (this.#type) {
      case 's': {
        const text = this.#format.sharedStrings[Number(raw)]
        if (text === undefined) throw fileError(this.#row, 'a cell refers to a text that the workbook does not have')
        return this.#told(text)
      }
      case 'b':
        return raw.trim() === '1' || raw.trim() === 'true'
      case 'e':
        return { irregular: 'error', text: cellText(raw) }
      case 'n': {
        const number = raw.trim()
        if (number === '') return null
        const shape = this.#format.dateStyles[Number(this.#style)] ?? false
        const date = shape === false ? null : serialDate(number, this.#format.isDate1904)
        if (date === null) return number
        if (!this.#format.asksKinds?.[this.#column]) return date
        return { irregular: 'serial', text: inShape(date, typeof shape === 'string' ? shape : '') }
      }
      default: {
        const text = cellText(raw)
        if (text.length > SHEET_LIMITS.cellCharacters) throw this.#tooLong()
        if (text !== raw && !isStorable(text))
          throw fileError(this.#row, 'it has a NUL character or half of a character')
        return this.#told(text)
      }
    }
  }

  #told(text: string): Field {
    return this.#format.asksKinds?.[this.#column] ? { irregular: 'text', text } : text
  }
}
