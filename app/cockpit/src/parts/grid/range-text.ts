import { writeCsv, writeJson } from '../write-csv.ts'
import { plainText, quoteName, quoteText } from './column-filter.ts'
import type { GridColumn, GridRow } from './grid-column.ts'

/** How cells can be put into the clipboard. */
export const RANGE_FORMATS = ['text', 'csv', 'json', 'insert'] as const
export type RangeFormat = (typeof RANGE_FORMATS)[number]

type Columns = readonly Pick<GridColumn, 'name' | 'type' | 'isNumeric' | 'isBinary'>[]

/** Where rows are inserted. */
interface Target {
  readonly schema?: string | undefined
  readonly table: string
}

/** Cells as a text: for spreadsheets, as CSV or JSON with the names of the columns, or as statements. */
export const rangeText = (format: RangeFormat, columns: Columns, rows: readonly GridRow[], target: Target): string => {
  const fields = columns.map(({ name }) => ({ key: name, value: (row: GridRow) => row[name] }))
  switch (format) {
    case 'text':
      return rows.map((row) => columns.map(({ name }) => tabbed(row[name])).join('\t')).join('\n')
    case 'csv':
      return writeCsv(fields, rows)
    case 'json':
      return writeJson(fields, rows)
    case 'insert':
      return writeInserts(columns, rows, target)
  }
}

/** A value by itself; NULL is nothing. */
export const cellText = (value: unknown): string => (value === null || value === undefined ? '' : plainText(value))

/** What spreadsheets read as one cell. */
const tabbed = (value: unknown): string => {
  const text = cellText(value)
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const writeInserts = (columns: Columns, rows: readonly GridRow[], { schema, table }: Target): string => {
  const into = [schema, table]
    .filter((name) => name !== undefined)
    .map(quoteName)
    .join('.')
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  return rows
    .map(
      (row) =>
        `INSERT INTO ${into} (${names}) VALUES (${columns.map((each) => literal(row[each.name], each)).join(', ')});\n`,
    )
    .join('')
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

const literal = (value: unknown, { type, isNumeric, isBinary }: Columns[number]): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const text = plainText(value)
  if (typeof value === 'number' || (isNumeric && NUMBER.test(text))) return text
  return isBinary ? bytes(text, type) : quoteText(text)
}

/** Bytes come in base64. */
const bytes = (base64: string, type: string): string => {
  const hex = Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return /^bytea$/i.test(type) ? String.raw`'\x${hex}'` : `X'${hex}'`
}
