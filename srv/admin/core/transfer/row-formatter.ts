import { createCsvFormatter } from '../csv/csv-writer.ts'
import { createSheetFormatter } from '../xlsx/workbook-writer.ts'
import { type CellContext, createCells } from './create-cells.ts'
import type { RowFormatter, TextFormat } from './file-format.ts'
import { numberText } from '../decimals.ts'
import { type CellWriter, Digits } from './cell.ts'
import type { Value } from '../values.ts'

export const createRowFormatter = (format: TextFormat, context: CellContext): RowFormatter => {
  const cells = createCells(format, context)
  switch (format.type) {
    case 'csv':
      return createCsvFormatter(format, cells)
    case 'sheet':
      return createSheetFormatter(format, { cells })
    default:
      return createJsonFormatter(format, cells)
  }
}

type JsonFormat = Extract<TextFormat, { type: 'json' | 'ndjson' }>

/** Writes rows as JSON objects, with values as all answers of the API carry them. */
export const createJsonFormatter = (format: JsonFormat, cells = createCells(format)): RowFormatter => {
  const { type, columns } = format
  const starts = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const [between, after] = type === 'json' ? [',', ''] : ['', '\n']
  // A table may have no columns, and rows all the same.
  const end = `${starts.length === 0 ? '{' : ''}}${after}`
  return (rows) => {
    let text = ''
    for (const row of rows) {
      if (text !== '') text += between
      for (let index = 0; index < starts.length; index++)
        text += (starts[index] ?? '') + jsonText(row[index] ?? null, cells[index])
      text += end
    }
    return text
  }
}

// Such text needs no escapes and is much the most frequent.
const PLAIN = /^[ !#-[\]-~]*$/

const jsonText = (value: Value, write: CellWriter | undefined): string => {
  if (value === null || !write) return 'null'
  const cell = write(value)
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell !== 'string') return cell instanceof Digits ? cell.text : cell === true ? 'true' : 'false'
  return PLAIN.test(cell) ? `"${cell}"` : JSON.stringify(cell)
}
