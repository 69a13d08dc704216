import { createCsvFormatter } from '../csv/csv-writer.ts'
import { createJsonFormatter } from '../json/json-writer.ts'
import { createSheetFormatter } from '../xlsx/sheet-writer.ts'
import { type CellContext, createCells } from './create-cells.ts'
import type { RowFormatter, TextFormat } from './text-format.ts'

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
