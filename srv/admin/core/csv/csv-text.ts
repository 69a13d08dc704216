import type { JsonValue } from '../values.ts'
import { createCsvFormatter, csvHeader } from './csv-writer.ts'

/** A list that an answer holds as CSV, written as exports are. */
export const csvText = (header: readonly string[], rows: readonly (readonly JsonValue[])[]): string => {
  const columns = header.map((name) => ({ name, kind: 'text' as const }))
  const format = { type: 'csv', columns, delimiter: ',', nullValue: '', escapeFormulas: false } as const
  return csvHeader(format) + createCsvFormatter(format)(rows)
}
