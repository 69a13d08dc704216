import { numberText } from '../decimals.ts'
import { needsQuotes } from '../transfer/any-cell.ts'
import { Digits, escapeFormula } from '../transfer/cell.ts'
import { createCells } from '../transfer/create-cells.ts'
import { asksKinds } from '../transfer/target-column.ts'
import type { RowFormatter, TextFormat } from '../transfer/file-format.ts'
import type { JsonValue, Value } from '../values.ts'

type CsvFormat = Extract<TextFormat, { type: 'csv' }>

/** End of a record. @see https://www.rfc-editor.org/rfc/rfc4180 */
const CSV_LINE_END = '\r\n'

/**
 * Writes rows as CSV. NULL is empty (or `nullValue`) without quotes, the empty text is `""`, so that both come back as
 * what they were.
 */
export const createCsvFormatter = (format: CsvFormat, cells = createCells(format)): RowFormatter => {
  const { columns, delimiter, nullValue } = format
  const special = specialCharacters(delimiter)
  const nullText = special.test(nullValue) ? quote(nullValue) : nullValue
  const asked = columns.map(({ target }) => target !== undefined && asksKinds(target))
  const field = (value: Value, index: number): string => {
    if (value === null) return nullText
    const cell = cells[index]?.(value) ?? ''
    if (typeof cell === 'number') return numberText(cell)
    if (typeof cell !== 'string') return cell instanceof Digits ? cell.text : cell === true ? 'true' : 'false'
    const isQuoted = special.test(cell) || cell === '' || cell === nullValue || (asked[index] && needsQuotes(cell))
    return isQuoted ? quote(cell) : cell
  }
  return (rows) => {
    let text = ''
    for (const row of rows) {
      for (let index = 0; index < columns.length; index++) {
        if (index > 0) text += delimiter
        text += field(row[index] ?? null, index)
      }
      text += CSV_LINE_END
    }
    return text
  }
}

/** The record with the names of the columns. */
export const csvHeader = ({ columns, delimiter, escapeFormulas }: CsvFormat): string => {
  const special = specialCharacters(delimiter)
  const names = columns.map(({ name }) => (escapeFormulas ? escapeFormula(name, 'text') : name))
  return names.map((name) => (special.test(name) || name === '' ? quote(name) : name)).join(delimiter) + CSV_LINE_END
}

/** A list that an answer holds as CSV, written as exports are. */
export const csvText = (header: readonly string[], rows: readonly (readonly JsonValue[])[]): string => {
  const columns = header.map((name) => ({ name, kind: 'text' as const }))
  const format = { type: 'csv', columns, delimiter: ',', nullValue: '', escapeFormulas: false } as const
  return csvHeader(format) + createCsvFormatter(format)(rows)
}

const quote = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`

const specialCharacters = (delimiter: string): RegExp =>
  // eslint-disable-next-line saga/linear-expressions -- one character
  new RegExp(`["\\r\\n\\x${delimiter.charCodeAt(0).toString(16).padStart(2, '0')}]`)
