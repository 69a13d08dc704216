import { createCsvFormatter } from '../csv/csv-writer.ts'
import { createJsonFormatter } from '../json/json-writer.ts'
import { createSheetFormatter } from '../xlsx/sheet-writer.ts'
import type { Value } from '../values.ts'
import { foreignValue } from './foreign-value.ts'
import type { RowFormatter, TextFormat } from './text-format.ts'

export const createRowFormatter = (format: TextFormat): RowFormatter => {
  const formatRows = plainFormatter(format)
  const open = format.columns.flatMap(({ kind, takesAny }, index) => (takesAny ? [{ kind, index }] : []))
  if (open.length === 0) return formatRows
  // Few rows have such values: all others go on as they are.
  const told = (row: readonly Value[]): readonly Value[] => {
    let values: Value[] | undefined
    for (const { kind, index } of open) {
      const value = row[index] ?? null
      const written = foreignValue(value, kind)
      if (written !== value) (values ??= [...row])[index] = written
    }
    return values ?? row
  }
  return (rows) => formatRows(rows.map(told))
}

const plainFormatter = (format: TextFormat): RowFormatter => {
  switch (format.type) {
    case 'csv':
      return createCsvFormatter(format)
    case 'sheet':
      return createSheetFormatter(format)
    default:
      return createJsonFormatter(format)
  }
}
