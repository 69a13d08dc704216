import { createCsvFormatter } from '../csv/csv-writer.ts'
import { createJsonFormatter } from '../json/json-writer.ts'
import { createSheetFormatter } from '../xlsx/sheet-writer.ts'
import type { RowFormatter, TextFormat } from './text-format.ts'

export const createRowFormatter = (format: TextFormat): RowFormatter => {
  switch (format.type) {
    case 'csv':
      return createCsvFormatter(format)
    case 'sheet':
      return createSheetFormatter(format)
    default:
      return createJsonFormatter(format)
  }
}
